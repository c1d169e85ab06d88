import { describe, expect, it, onTestFinished } from 'vitest';
import type { DeliveryClaim, DueDelivery } from '../records/delivery-entry.ts';
import type { MailQueue } from '../records/mail-queue.ts';
import type { NewEnquiry } from '../records/new-enquiry.ts';
import type { NewAuditEntry } from '../records/people-entry.ts';
import type { Store } from '../store.ts';
import { arrival, createEntry } from './new-entry.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

type QueueingStore = Store & MailQueue;

const minuteMs = 60_000;

/**
 * Defines the tests of the calls about deliveries, for any store.
 * @param name The name of the store, in the titles of the tests.
 * @param open Opens the store of a folder.
 */
export function describeDeliveries(
  name: string,
  open: (folder: string) => QueueingStore | Promise<QueueingStore>,
): void {
  /** Opens a store on a new folder, to be closed at the end of the running test. */
  async function fresh(): Promise<QueueingStore> {
    const store = await open(createTemporaryFolder());
    onTestFinished(() => store.close());
    return store;
  }

  /** Returns an enquiry with one delivery to each destination; `more` replaces properties. Stores nothing. */
  const entryTo = (destinations: readonly string[], more: Partial<NewEnquiry> = {}) =>
    createEntry({
      deliveries: destinations.map((destination) => ({ destination, body: `{"to":"${destination}"}` })),
      ...more,
    });

  /**
   * Returns a claim of at most 10 deliveries to one destination, at the time `arrival` and for a minute;
   * `more` replaces properties.
   */
  const taking = (destination: string, more: Partial<DeliveryClaim> = {}): DeliveryClaim => ({
    now: arrival,
    leasedUntil: arrival + minuteMs,
    places: [{ destination, limit: 10 }],
    photosWaitMs: minuteMs,
    ...more,
  });

  /**
   * Returns the properties of an attempt that are taken from the delivery, and its time, 5 ms after
   * `arrival`. Its result is still to be added.
   */
  const triedOf = ({ enquiryId, destination, queuedAt, tries }: DueDelivery) => ({
    enquiryId,
    destination,
    queuedAt,
    tries,
    at: arrival + 5,
  });

  /** Claims the due deliveries to a destination and returns the first one. Throws if none is due. */
  async function claimOne(
    store: Store,
    destination: string,
    more?: Partial<DeliveryClaim>,
  ): Promise<DueDelivery> {
    const [due] = await store.claimDeliveries(taking(destination, more));
    if (!due) throw new Error(`Nothing is due to "${destination}"`);
    return due;
  }

  describe(`${name}: deliveries`, () => {
    it('are stored with their enquiry, word for word, and given to each destination alone', async () => {
      const store = await fresh();
      const body = '{"name":"Zoë \\u0000 <b>"}';
      const entry = createEntry({ deliveries: [{ destination: 'crm', body }] });
      await store.accept(entry);
      const { id: enquiryId, reference } = entry;
      expect(await store.claimDeliveries(taking('archive'))).toEqual([]);
      expect(await store.claimDeliveries(taking('crm'))).toEqual([
        { enquiryId, reference, destination: 'crm', body, tries: 0, queuedAt: arrival },
      ]);
    });

    it('are none of an enquiry that repeats an idempotency key', async () => {
      const store = await fresh();
      const idempotency = { key: 'k', bodyHash: 'h' };
      await store.accept(entryTo(['crm'], { idempotency }));
      await store.accept(entryTo(['crm'], { idempotency }));
      expect(await store.claimDeliveries(taking('crm'))).toHaveLength(1);
    });

    it('are taken once, the longest due first and so many, until the lease ends', async () => {
      const store = await fresh();
      const [first, second] = [entryTo(['crm']), entryTo(['crm'], { receivedAt: arrival + 1 })];
      await store.accept(second);
      await store.accept(first);
      const now = arrival + 10;
      const one = {
        ...taking('crm'),
        now,
        leasedUntil: now + minuteMs,
        places: [{ destination: 'crm', limit: 1 }],
      };
      expect((await store.claimDeliveries(one)).map(({ enquiryId }) => enquiryId)).toEqual([first.id]);
      expect((await store.claimDeliveries(one)).map(({ enquiryId }) => enquiryId)).toEqual([second.id]);
      expect(await store.claimDeliveries(one)).toEqual([]);
      expect(await store.nextDeliveryAt({ destinations: ['crm'] })).toBe(now + minuteMs);
      const later = { ...taking('crm'), now: now + minuteMs, leasedUntil: now + 2 * minuteMs };
      expect(await store.claimDeliveries(later)).toHaveLength(2);
    });

    it('wait for their next try, and end with the one that succeeds', async () => {
      const store = await fresh();
      const { id } = entryTo(['crm']);
      await store.accept(entryTo(['crm'], { id }));
      const due = await claimOne(store, 'crm');
      const dueAt = arrival + 2 * minuteMs;
      const tried = { ...triedOf(due), state: 'waiting' as const, dueAt, reason: 'it hangs' };
      expect(await store.recordDeliveryAttempt(tried)).toEqual({ exists: true, isSwitchedOff: false });
      expect(await store.nextDeliveryAt({ destinations: ['crm', 'archive'] })).toBe(dueAt);
      expect(await store.nextDeliveryAt({ destinations: ['archive'] })).toBeUndefined();
      const again = await claimOne(store, 'crm', { now: dueAt, leasedUntil: dueAt + minuteMs });
      expect(again.tries).toBe(1);
      await store.recordDeliveryAttempt({ ...triedOf(again), at: dueAt, state: 'sent' });
      expect(await store.listDeliveries(id)).toEqual([
        {
          destination: 'crm',
          state: 'sent',
          queuedAt: arrival,
          attempts: 2,
          tries: [
            { at: arrival + 5, outcome: 'waiting', reason: 'it hangs' },
            { at: dueAt, outcome: 'sent' },
          ],
        },
      ]);
      expect(await store.destinationStates()).toEqual([]);
    });

    it('of which two have tried one stay sent, and wait for what the later has noted', async () => {
      const store = await fresh();
      const entry = entryTo(['crm', 'archive']);
      await store.accept(entry);
      const later = { now: arrival + minuteMs, leasedUntil: arrival + 3 * minuteMs };
      const failed = { state: 'failed', reason: 'it hangs' } as const;
      for (const destination of ['crm', 'archive']) {
        const slow = await claimOne(store, destination);
        const quick = await claimOne(store, destination, later);
        const dueAt = arrival + 9 * minuteMs;
        if (destination === 'crm') await store.recordDeliveryAttempt({ ...triedOf(quick), state: 'sent' });
        else
          await store.recordDeliveryAttempt({
            ...triedOf(quick),
            state: 'waiting',
            dueAt,
            reason: 'it hangs',
          });
        expect(await store.recordDeliveryAttempt({ ...triedOf(slow), ...failed })).toEqual({
          exists: true,
          isSwitchedOff: false,
        });
      }
      expect(await store.listDeliveries(entry.id)).toMatchObject([
        { destination: 'archive', state: 'waiting', dueAt: arrival + 9 * minuteMs, attempts: 2 },
        { destination: 'crm', state: 'sent', attempts: 2 },
      ]);
      const [slow, quick] = [
        await claimOne(store, 'archive', {
          now: arrival + 9 * minuteMs,
          leasedUntil: arrival + 9 * minuteMs,
        }),
        await claimOne(store, 'archive', { now: arrival + 9 * minuteMs }),
      ];
      await store.recordDeliveryAttempt({ ...triedOf(quick), ...failed });
      await store.recordDeliveryAttempt({ ...triedOf(slow), state: 'sent' });
      expect((await store.listDeliveries(entry.id))[0]).toMatchObject({ state: 'sent', attempts: 4 });
    });

    it('of a suspected enquiry wait until it is released', async () => {
      const store = await fresh();
      const entry = entryTo(['crm'], { suspicion: 'too-fast' });
      await store.accept(entry);
      expect(await store.claimDeliveries(taking('crm'))).toEqual([]);
      expect(await store.redeliver({ id: entry.id, now: arrival })).toEqual({ kind: 'suspected' });
      await store.release({ id: entry.id, now: arrival + 1 });
      expect(await store.claimDeliveries(taking('crm', { now: arrival + 1 }))).toHaveLength(1);
    });

    it('wait for photos that are still to be made, and not for long', async () => {
      const store = await fresh();
      await store.issuePhoto({ path: 'a', name: 'a', type: 'image/png', maxBytes: 9, issuedAt: arrival });
      await store.recordPhotoStored({ path: 'a', bytes: 9, storedAt: arrival });
      await store.accept(entryTo(['crm'], { photos: ['a'] }));
      expect(await store.claimDeliveries(taking('crm'))).toEqual([]);
      expect(await store.claimDeliveries(taking('crm', { now: arrival + minuteMs }))).toHaveLength(1);
    });

    it('switch their destination off with the last try, and what waits comes with the switch', async () => {
      const store = await fresh();
      await store.accept(entryTo(['crm', 'archive']));
      await store.accept(entryTo(['crm']));
      const due = await claimOne(store, 'crm', { places: [{ destination: 'crm', limit: 1 }] });
      const failed = { ...triedOf(due), state: 'failed' as const, reason: 'it answers 500' };
      expect(await store.recordDeliveryAttempt(failed)).toEqual({ exists: true, isSwitchedOff: true });
      expect(await store.claimDeliveries(taking('crm'))).toEqual([]);
      expect(await store.nextDeliveryAt({ destinations: ['crm'] })).toBeUndefined();
      expect(await store.claimDeliveries(taking('archive'))).toHaveLength(1);
      expect(await store.destinationStates()).toEqual([
        { destination: 'archive', waiting: 1, failed: 0, oldestWaitingSince: arrival },
        {
          destination: 'crm',
          waiting: 1,
          failed: 1,
          oldestWaitingSince: arrival,
          off: { at: arrival + 5, reason: 'it answers 500' },
        },
      ]);
      const now = arrival + minuteMs;
      expect(await store.switchOn({ destination: 'crm', now })).toBe(2);
      expect(await store.switchOn({ destination: 'crm', now })).toBeUndefined();
      const taken = await store.claimDeliveries(taking('crm', { now }));
      expect(taken.map(({ tries, queuedAt }) => ({ tries, queuedAt }))).toEqual([
        { tries: 0, queuedAt: now },
        { tries: 0, queuedAt: now },
      ]);
    });

    it('fail alone where their destination has taken others since', async () => {
      const store = await fresh();
      await store.accept(entryTo(['crm']));
      await store.accept(entryTo(['crm']));
      const [poisoned, good] = await store.claimDeliveries(taking('crm'));
      if (!poisoned || !good) throw new Error('Two are due');
      await store.recordDeliveryAttempt({ ...triedOf(good), state: 'sent' });
      const failed = { ...triedOf(poisoned), state: 'failed' as const, reason: 'it answers 400' };
      expect(await store.recordDeliveryAttempt(failed)).toEqual({ exists: true, isSwitchedOff: false });
      expect(await store.destinationStates()).toEqual([{ destination: 'crm', waiting: 0, failed: 1 }]);
    });

    it('are queued once more by hand, one or all, and a try of before counts for nothing then', async () => {
      const store = await fresh();
      const entry = entryTo(['archive', 'crm']);
      await store.accept(entry);
      const due = await claimOne(store, 'crm');
      const now = arrival + 7;
      expect(await store.redeliver({ id: entry.reference, now, destination: 'crm' })).toEqual({
        kind: 'queued',
        destinations: ['crm'],
      });
      await store.recordDeliveryAttempt({ ...triedOf(due), at: now, state: 'sent' });
      expect(await claimOne(store, 'crm', { now })).toMatchObject({ queuedAt: now, tries: 0 });
      expect(await store.redeliver({ id: entry.id, now })).toMatchObject({
        destinations: ['archive', 'crm'],
      });
      expect(await store.redeliver({ id: entry.id, now, destination: 'x' })).toEqual({ kind: 'not-there' });
      expect(await store.redeliver({ id: 'nobody', now })).toEqual({ kind: 'unknown' });
    });

    it('lose their words with their mail, delivered or given up, and the tries that failed', async () => {
      const store = await fresh();
      const entry = entryTo(['archive', 'crm']);
      await store.accept(entry);
      await store.recordDeliveryAttempt({ ...triedOf(await claimOne(store, 'crm')), state: 'sent' });
      const failed = await claimOne(store, 'archive');
      await store.recordDeliveryAttempt({ ...triedOf(failed), state: 'failed', reason: 'x' });
      const note: NewAuditEntry = { at: arrival, action: 'retention-changed', who: { name: 'Ada' } };
      await store.setRetention({ rules: [{ mails: 1 }], seen: [], note });
      const now = arrival + 10 * 86_400_000;
      // Its mail is still waiting.
      expect(await store.eraseDue({ now, limit: 9 })).toMatchObject({ mails: 0 });
      expect(await store.listDeliveries(entry.id)).toMatchObject([{ tries: [{ reason: 'x' }] }, {}]);
      await store.recordMailAttempt({ enquiryId: entry.id, at: arrival, state: 'sent' });
      expect(await store.eraseDue({ now, limit: 9 })).toMatchObject({ mails: 1 });
      expect(await store.listDeliveries(entry.id)).toMatchObject([
        { destination: 'archive', state: 'failed', tries: [] },
        { destination: 'crm', state: 'sent', tries: [{ outcome: 'sent' }] },
      ]);
      expect(await store.redeliver({ id: entry.id, now })).toEqual({ kind: 'not-there' });
    });

    it('are told of, by destination, where an enquiry or a person is erased that some of them took', async () => {
      const store = await fresh();
      const [first, second, third] = [entryTo(['crm', 'archive']), entryTo(['crm']), entryTo(['crm'])];
      for (const entry of [first, second, third]) await store.accept(entry);
      for (const due of await store.claimDeliveries(taking('crm')))
        if (due.enquiryId !== third.id) await store.recordDeliveryAttempt({ ...triedOf(due), state: 'sent' });
      const failed = await claimOne(store, 'archive');
      await store.recordDeliveryAttempt({ ...triedOf(failed), state: 'failed', reason: 'x' });
      // The destination has received it, whatever the result of another try.
      await store.redeliver({ id: second.id, now: arrival + minuteMs });
      const copies = [{ destination: 'crm', count: 2 }];
      expect(await store.personData({ email: 'ada@example.org' })).toMatchObject({
        enquiries: 3,
        elsewhere: copies,
      });
      const note: NewAuditEntry = { at: arrival, action: 'erased', who: { name: 'Ada' }, about: 'mark' };
      expect(await store.eraseEnquiry({ id: third.id, note })).not.toHaveProperty('elsewhere');
      expect(await store.eraseEnquiry({ id: first.id, note })).toMatchObject({
        elsewhere: [{ destination: 'crm', count: 1 }],
      });
      expect(await store.erasePerson({ email: 'ada@example.org', limit: 9, note })).toMatchObject({
        elsewhere: [{ destination: 'crm', count: 1 }],
      });
      expect(await store.audit({ limit: 2 })).toMatchObject([
        { details: { enquiries: 1, elsewhere: ['crm 1'] } },
        { details: { enquiries: 1, elsewhere: ['crm 1'] } },
      ]);
    });

    it('are erased with their enquiry, under way or not', async () => {
      const store = await fresh();
      const entry = entryTo(['crm']);
      await store.accept(entry);
      const due = await claimOne(store, 'crm');
      const note: NewAuditEntry = { at: arrival, action: 'erased', who: { name: 'Ada' }, about: 'mark' };
      await store.eraseEnquiry({ id: entry.id, note });
      expect(await store.recordDeliveryAttempt({ ...triedOf(due), state: 'sent' })).toEqual({
        exists: false,
        isSwitchedOff: false,
      });
      expect(await store.listDeliveries(entry.id)).toEqual([]);
      // The next enquiry may get the number of the erased one.
      const next = createEntry();
      await store.accept(next);
      expect(await store.listDeliveries(next.id)).toEqual([]);
    });
  });
}
