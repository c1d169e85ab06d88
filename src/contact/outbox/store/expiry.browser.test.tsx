import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWaitingEnquiry } from '../testing/waiting-enquiries.ts';
import { listCurrent, planExpiry } from './expiry.ts';
import { type OutboxStore, openOutboxStore } from './outbox-store.ts';

const day = 86_400_000;
const year = 365 * day;
/** The real time of storing. */
const real = Date.parse('2027-05-01T12:00Z');
const ticket = createTicket(real - 60_000);
let store: OutboxStore;

beforeEach(async () => {
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('slipway-outbox').onsuccess = resolve;
  });
  store = await openOutboxStore();
});
afterEach(() => {
  store.close();
  vi.restoreAllMocks();
});

/** Stores an enquiry for seven days at a time of the clock. */
async function storeAt(now: number, page: { readonly ticket?: string } = { ticket }): Promise<void> {
  await store.put(createWaitingEnquiry(planExpiry({ now, days: 7, ticket: page.ticket })));
}

/** Returns true if the enquiry is still stored after a look at it at a time of the clock. */
async function isStoredAt(now: number): Promise<boolean> {
  vi.spyOn(Date, 'now').mockReturnValue(now);
  return (await listCurrent(store)).current.length > 0;
}

describe('listCurrent', () => {
  it.each([
    ['is right', 0],
    ['is a year behind', -year],
    ['is a year ahead', year],
  ])('has an enquiry for at most its days if the clock %s all the time', async (_what, error) => {
    await storeAt(real + error);
    expect(await isStoredAt(real + error + 6.9 * day)).toBe(true);
    expect(await isStoredAt(real + error + 7.1 * day)).toBe(false);
  });

  it.each([
    ['a year behind', -year],
    ['a year ahead', year],
  ])('has it for at most its days if the clock was %s, and is corrected', async (_what, error) => {
    await storeAt(real + error);
    expect(await isStoredAt(real + error + 1000)).toBe(true);
    expect(await isStoredAt(real + 2000)).toBe(true);
    expect(await isStoredAt(real + 6.9 * day)).toBe(true);
    expect(await isStoredAt(real + 7.1 * day)).toBe(false);
  });

  it('loses nothing while a clock is wrong for a time after the storing', async () => {
    await storeAt(real);
    expect(await isStoredAt(real - year)).toBe(true);
    expect(await isStoredAt(real + 6.9 * day)).toBe(true);
    expect(await isStoredAt(real + 7.1 * day)).toBe(false);
  });

  it('lists an enquiry although its shorter time cannot be stored, because the disk is full', async () => {
    await storeAt(real + year);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No space', 'QuotaExceededError');
    });
    expect(await isStoredAt(real)).toBe(true);
  });

  it('has it for no longer without a ticket because the clock was set back', async () => {
    await storeAt(real + year, {});
    expect(await isStoredAt(real)).toBe(true);
    expect(await isStoredAt(real + 7.1 * day)).toBe(false);
  });
});

describe('planExpiry', () => {
  it.each([undefined, '', 'x', 'e30.sig', 'WzFd.sig', `${btoa('["a","b","c","d"]')}.sig`, '%%.%%'])(
    'goes by the clock alone without a ticket of our server: %j',
    (other) => {
      expect(planExpiry({ now: real, days: 7, ticket: other })).toEqual({ until: real + 7 * day, days: 7 });
    },
  );
});

/** Returns a ticket without a valid signature. */
function createTicket(issuedAt: number): string {
  return `${btoa(JSON.stringify(['hash', '/contact', 'en', issuedAt]))}.signature`;
}
