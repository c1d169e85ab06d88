import { describe, expect, it, onTestFinished } from 'vitest';
import type { MailQueue } from '../records/mail-queue.ts';
import type { NewEnquiry } from '../records/new-enquiry.ts';
import type { NewReceipt, ReceiptQueue } from '../records/receipt-entry.ts';
import type { Store } from '../store.ts';
import { arrival, createEntry } from './new-entry.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

type ReceiptStore = Store & MailQueue & ReceiptQueue;

/**
 * Defines the tests of the queue of receipts, for any store.
 * @param name The name of the store, in the titles of the tests.
 * @param open Opens the store of a folder.
 */
export function describeReceipts(
  name: string,
  open: (folder: string) => ReceiptStore | Promise<ReceiptStore>,
): void {
  /** Opens a store on a new folder, to be closed at the end of the running test. */
  async function fresh(): Promise<ReceiptStore> {
    const store = await open(createTemporaryFolder());
    onTestFinished(() => store.close());
    return store;
  }

  describe(`${name}: receipts`, () => {
    it('wait in a queue of their own, and are no mails to be sent', async () => {
      const store = await fresh();
      let heard = 0;
      const end = store.receipts.onMailQueued(() => {
        heard += 1;
      });
      const entry = withReceipt();
      await store.accept(entry);
      await store.accept(createEntry());
      expect(heard).toBe(1);
      end();
      expect(await findDueReceipts(store)).toEqual([
        {
          enquiryId: entry.id,
          reference: entry.reference,
          receivedAt: arrival,
          to: 'ada@example.org',
          fallback: null,
          refusedBy: null,
          content: entry.mail.content,
          tries: 0,
          queuedAt: arrival,
        },
      ]);
      expect(await store.dueMails({ now: arrival, limit: 10 })).toHaveLength(2);
      expect(await store.mailFigures()).toMatchObject({ waiting: 2 });
    });

    it('are asked for one by one of each address, and without those under way', async () => {
      const store = await fresh();
      const [one, two, three] = [withReceipt(), withReceipt(), withReceipt({ to: 'bo@example.org' })];
      for (const entry of [one, two, three]) await store.accept(entry);
      /**
       * Returns the ids of the enquiries of the receipts that are due at `arrival`, at most 10 by default.
       */
      const ids = async (request: object) =>
        (await store.receipts.dueMails({ now: arrival, limit: 10, ...request })).map(
          ({ enquiryId }) => enquiryId,
        );
      expect(await ids({ perRecipient: 1 })).toEqual([one.id, three.id]);
      expect(await ids({ limit: 2 })).toEqual([one.id, two.id]);
      const except = { recipients: ['bo@example.org'], enquiryIds: [one.id] };
      expect(await ids({ except })).toEqual([two.id]);
      expect(await ids({ now: arrival - 1 })).toEqual([]);
    });

    it('keep their words until they are sent, and what became of them', async () => {
      const store = await fresh();
      const entry = withReceipt();
      await store.accept(entry);
      const of = { enquiryId: entry.id, at: arrival + 5 };
      expect(
        await store.receipts.recordMailAttempt({
          ...of,
          state: 'waiting',
          dueAt: arrival + 100,
          reason: '451 later',
        }),
      ).toBe(true);
      expect(await findDueReceipts(store)).toEqual([]);
      expect(await store.receipts.nextMailDueAt({ after: arrival })).toBe(arrival + 100);
      expect(await findReceipt(store, entry)).toEqual({
        state: 'waiting',
        to: 'ada@example.org',
        attempts: 1,
        at: arrival + 5,
        dueAt: arrival + 100,
        reason: '451 later',
      });
      expect(await findDueReceipts(store, arrival + 100)).toMatchObject([{ tries: 1 }]);

      expect(await store.receipts.recordMailAttempt({ ...of, at: arrival + 100, state: 'sent' })).toBe(true);
      expect(await findDueReceipts(store, arrival + 1000)).toEqual([]);
      expect(await store.receipts.nextMailDueAt({ after: 0 })).toBeUndefined();
      expect(await findReceipt(store, entry)).toEqual({
        state: 'sent',
        to: 'ada@example.org',
        attempts: 2,
        at: arrival + 100,
        reason: null,
      });
    });

    it('are figures of nobody where they fail', async () => {
      const store = await fresh();
      const entry = withReceipt();
      await store.accept(entry);
      await store.recordMailAttempt({ enquiryId: entry.id, at: arrival, state: 'sent' });
      const failed = { enquiryId: entry.id, at: arrival, state: 'failed', reason: '550 no' } as const;
      await store.receipts.recordMailAttempt(failed);
      expect(await store.mailFigures()).toEqual({ waiting: 0, failed: 0, noRecipient: 0, suspected: 0 });
      expect(await findReceipt(store, entry)).toMatchObject({ state: 'failed', reason: '550 no' });
      expect((await store.enquiry(entry.id))?.mail.state).toBe('sent');
    });

    it('are sent once, however often the enquiry is', async () => {
      const store = await fresh();
      const entry = withReceipt();
      await store.accept(entry);
      const sent = { enquiryId: entry.id, at: arrival, state: 'sent' } as const;
      await store.recordMailAttempt(sent);
      await store.receipts.recordMailAttempt(sent);
      await store.resend({ id: entry.id, now: arrival + 1 });
      const addresses = { to: 'cowes@example.com', fallback: null };
      await store.forwardEnquiry({ id: entry.id, now: arrival + 2, office: 18, addresses });
      expect(await store.dueMails({ now: arrival + 2, limit: 10 })).toHaveLength(1);
      expect(await findDueReceipts(store, arrival + 2)).toEqual([]);
    });

    it('are not stored by a repeat', async () => {
      const store = await fresh();
      const idempotency = { key: 'k', bodyHash: 'h' };
      await store.accept(withReceipt({}, { idempotency }));
      expect((await store.accept(withReceipt({}, { idempotency }))).kind).toBe('repeated');
      expect(await findDueReceipts(store)).toHaveLength(1);
    });

    it('go with the proof that they were held for', async () => {
      const store = await fresh();
      const [proven, released] = [createHeldEntry(), createHeldEntry()];
      for (const entry of [proven, released]) await store.accept(entry);
      expect(await findDueReceipts(store)).toEqual([]);
      await store.release({ id: proven.id, now: arrival + 5, only: 'unproven', withReceipt: true });
      expect(await findDueReceipts(store, arrival + 5)).toMatchObject([
        { enquiryId: proven.id, queuedAt: arrival + 5 },
      ]);
      await store.release({ id: released.reference, now: arrival + 6 });
      expect(await findDueReceipts(store, arrival + 6)).toHaveLength(1);
      expect(await findReceipt(store, released)).toEqual({
        state: 'withheld',
        to: null,
        attempts: 0,
        reason: 'suspected',
      });
    });

    it('say why there is none', async () => {
      const store = await fresh();
      const entry = createEntry({ receipt: { state: 'withheld', reason: 'too-many' } });
      await store.accept(entry);
      expect(await findReceipt(store, entry)).toEqual({
        state: 'withheld',
        to: null,
        attempts: 0,
        reason: 'too-many',
      });
      expect(await findDueReceipts(store)).toEqual([]);
    });

    it('go with their enquiry, and what is under way is told so', async () => {
      const store = await fresh();
      const [theirs, suspected] = [withReceipt(), createHeldEntry()];
      for (const entry of [theirs, suspected]) await store.accept(entry);
      const note = { at: arrival, who: { kind: 'system', name: 'test' }, action: 'enquiry-erased' } as const;
      await store.eraseEnquiry({ id: theirs.id, note });
      await store.forgetSuspected({ receivedBefore: arrival + 1, limit: 10 });
      expect(await findDueReceipts(store)).toEqual([]);
      const sent = { enquiryId: theirs.id, at: arrival, state: 'sent' } as const;
      expect(await store.receipts.recordMailAttempt(sent)).toBe(false);
    });
  });
}

/**
 * Returns an enquiry with a waiting receipt to an address; `differences` replaces properties. Stores nothing.
 */
function withReceipt(
  { to = 'ada@example.org' }: { readonly to?: string } = {},
  differences: Partial<NewEnquiry> = {},
): NewEnquiry {
  const entry = createEntry(differences);
  const receipt: NewReceipt = { state: 'waiting', to, content: entry.mail.content };
  return { ...entry, receipt };
}

/** Returns an enquiry that is suspected as `unproven`, with a held receipt. Stores nothing. */
function createHeldEntry(): NewEnquiry {
  const entry = createEntry({ suspicion: 'unproven' });
  return { ...entry, receipt: { state: 'held', to: 'ada@example.org', content: entry.mail.content } };
}

/** Returns at most 10 receipts that are due at a time. */
function findDueReceipts(store: ReceiptStore, now = arrival) {
  return store.receipts.dueMails({ now, limit: 10 });
}

/** Returns the stored receipt of an enquiry; undefined if there is none. */
async function findReceipt(store: ReceiptStore, { id }: NewEnquiry) {
  return (await store.enquiryDetails(id))?.receipt;
}
