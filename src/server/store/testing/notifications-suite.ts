import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { NewEnquiry } from '../records/new-enquiry.ts';
import type { StoredNotificationSettings } from '../records/notification-entry.ts';
import type { NewBlock } from '../records/spam-block.ts';
import type { Store } from '../store.ts';
import { arrival, createEntry } from './new-entry.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

/**
 * Defines the tests of notifications and of the block list, for any store.
 * @param name The name of the store, in the titles of the tests.
 * @param open Opens the store of a folder.
 */
export function describeNotifications(name: string, open: (folder: string) => Store | Promise<Store>): void {
  /** Opens a store on a new folder, to be closed at the end of the running test. */
  async function fresh() {
    const store = await open(createTemporaryFolder());
    onTestFinished(() => store.close());
    return store;
  }

  describe(`${name}: notifications`, () => {
    it('record what happens to an enquiry that is not in spam, once', async () => {
      const store = await fresh();
      const entry = await accept(store);
      await accept(store, { suspicion: 'honeypot' });
      expect(await findEvents(store)).toMatchObject([
        { kind: 'new', at: arrival, enquiry: { id: entry.id, handling: 'new' } },
      ]);
      const action = { id: entry.id, now: arrival + 1, by: { id: 'bo', name: 'Bo' } };
      const seen = { handling: 'new' } as const;
      await store.handleEnquiry({ ...action, seen, assignee: { id: 'ann', name: 'Ann' } });
      await store.handleEnquiry({
        ...action,
        seen: { handling: 'in-hand', assignee: 'ann' },
        handling: 'new',
      });
      await store.forwardEnquiry({ ...action, office: 7, addresses: { to: 'a@b.example', fallback: null } });
      expect((await findEvents(store)).map(({ kind, by }) => [kind, by])).toEqual([
        ['new', undefined],
        ['assigned', 'bo'],
        ['forwarded', 'bo'],
      ]);
    });

    it('record an enquiry that is released from spam', async () => {
      const store = await fresh();
      const entry = await accept(store, { suspicion: 'honeypot' });
      await store.release({ id: entry.id, now: arrival + 5 });
      expect(await findEvents(store)).toMatchObject([{ kind: 'new', at: arrival + 5 }]);
    });

    it('distribute an event once, and look at the enquiry again later', async () => {
      const store = await fresh();
      await store.setNotificationSettings({ person: 'ann', settings });
      await accept(store);
      const [event] = await findEvents(store);
      const distributed = {
        number: event?.number ?? 0,
        notifications: [{ person: 'ann', dueAt: arrival + 1 }],
        unansweredAt: arrival + 100,
      };
      await store.distributeNotifications([distributed]);
      await store.distributeNotifications([distributed]);
      expect(await findEvents(store)).toEqual([]);
      expect(await store.notificationEvents({ now: arrival + 100, limit: 9 })).toMatchObject([
        { kind: 'unanswered', at: arrival },
      ]);
    });

    it('are claimed by person, leased, and tried again under the same mail', async () => {
      const store = await fresh();
      const [one, other] = [await notify(store, 'ann'), await notify(store, 'ann')];
      await notify(store, 'bo', arrival + 50);
      const [batch, ...more] = await claim(store);
      expect(more).toEqual([]);
      expect(batch).toMatchObject({ person: 'ann', tries: 0 });
      expect(batch?.notifications.map(({ enquiry }) => enquiry.id)).toEqual([one.id, other.id]);
      expect(await claim(store)).toEqual([]);
      const mail = batch?.mail ?? '';
      // After the end of the lease, and after a try that failed for now.
      expect(await claim(store, leasedUntil)).toMatchObject([{ person: 'bo' }, { person: 'ann', mail }]);
      const tried = { person: 'ann', mail, at: arrival, reason: 'busy' };
      await store.recordNotificationAttempt({ ...tried, state: 'waiting', dueAt: arrival + 30 });
      await notify(store, 'ann');
      const [again] = await claim(store, arrival + 30);
      expect(again).toMatchObject({ mail, tries: 1, notifications: [{}, {}] });
      await store.recordNotificationAttempt({ ...tried, state: 'sent', dueAt: arrival + 40 });
      expect(await claim(store, arrival + 39)).toEqual([]);
      const [next] = await claim(store, arrival + 40);
      expect(next?.mail).not.toBe(mail);
      expect(next).toMatchObject({ person: 'ann', tries: 0, notifications: [{}] });
    });

    it('do not mention an erased enquiry, nor go to a person whose account is deleted', async () => {
      const store = await fresh();
      const entry = await notify(store, 'ann');
      await claim(store);
      await store.eraseEnquiry({ id: entry.id, note });
      expect(await claim(store, leasedUntil)).toMatchObject([{ person: 'ann', notifications: [] }]);
      for (const [id, role] of [
        ['di', 'owner'],
        ['cy', 'viewer'],
      ] as const)
        await store.addPerson({ person: { id, name: id, role, createdAt: arrival }, now: arrival, note });
      await notify(store, 'cy');
      await store.removePerson({ id: 'cy', by: 'di', note });
      expect(await store.notificationSettings({ person: 'cy' })).toEqual([]);
      expect(await claim(store, leasedUntil - 1)).toEqual([]);
    });

    it('have settings by person', async () => {
      const store = await fresh();
      await store.setNotificationSettings({ person: 'ann', settings });
      await store.setNotificationSettings({ person: 'ann', settings: { ...settings, hour: 9 } });
      expect(await store.notificationSettings({})).toEqual([
        { person: 'ann', settings: { ...settings, hour: 9 } },
      ]);
      expect(await store.notificationSettings({ person: 'bo' })).toEqual([]);
    });
  });

  describe(`${name}: the block list`, () => {
    it('has each entry once, up to a maximum, and counts what entries catch', async () => {
      const store = await fresh();
      const add = (block: NewBlock) => store.addBlock({ block, most: 2, note });
      const [one, other] = [createBlock('a'), createBlock('b')];
      expect(await add(one)).toBe('done');
      expect(await add({ ...createBlock('a'), value: 'A' })).toBe('known');
      expect(await add({ ...other, addedAt: arrival + 1, reason: 'Sells links' })).toBe('done');
      expect(await add(createBlock('c'))).toBe('too-many');
      await store.countBlocked({ id: one.id, at: arrival + 7 });
      expect(await store.blocks()).toEqual([
        { ...other, addedAt: arrival + 1, reason: 'Sells links', caught: 0 },
        { ...one, caught: 1, caughtAt: arrival + 7 },
      ]);
      expect(await store.removeBlock({ id: one.id, note })).toBe(true);
      expect(await store.removeBlock({ id: one.id, note })).toBe(false);
      await store.countBlocked({ id: one.id, at: arrival });
      expect(await store.blocks()).toHaveLength(1);
      expect(await store.audit({ limit: 9 })).toHaveLength(3);
    });
  });
}

const note = { at: arrival, action: 'block-added', who: { id: 'a', name: 'Ann' }, about: 'a' } as const;

const settings: StoredNotificationSettings = {
  rules: [{ kind: 'new', when: 'at-once', office: '7' }],
  hour: 8,
  zone: 'Europe/Paris',
  locale: 'en',
  origin: 'https://forms.example',
};

function createBlock(folded: string): NewBlock {
  const by = { id: 'ann', name: 'Ann' };
  return { id: randomUUID(), kind: 'phrase', folded, value: folded, by, addedAt: arrival };
}

async function accept(store: Store, differences: Partial<NewEnquiry> = {}): Promise<NewEnquiry> {
  const entry = createEntry({ receivedAt: arrival, ...differences });
  await store.accept(entry);
  return entry;
}

const findEvents = (store: Store) => store.notificationEvents({ now: arrival + 10, limit: 9 });

const leasedUntil = arrival + 1000;

function claim(store: Store, now = arrival + 10) {
  const mails = [randomUUID(), randomUUID()];
  return store.claimNotifications({ now, leasedUntil: Math.max(leasedUntil, now), mails, most: 9 });
}

/** Accepts an enquiry of which a person is to be notified. */
async function notify(store: Store, person: string, dueAt = arrival + 1): Promise<NewEnquiry> {
  await store.setNotificationSettings({ person, settings });
  const entry = await accept(store);
  const events = await findEvents(store);
  await store.distributeNotifications(
    events.map(({ number }) => ({ number, notifications: [{ person, dueAt }] })),
  );
  return entry;
}
