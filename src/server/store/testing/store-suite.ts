import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EnquiryRecord } from '../records/enquiry-record.ts';
import type { MailAddresses, MailQueue } from '../records/mail-queue.ts';
import type { Acceptance, NewEnquiry } from '../records/new-enquiry.ts';
import type { Store } from '../store.ts';
import { arrival, createEntry, createEntryWithoutRecipient } from './new-entry.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

type QueueingStore = Store & MailQueue;

const dayMs = 86_400_000;

/**
 * Defines the tests of the behaviour that every store has, whatever its database.
 * @param name The name of the store, in the titles of the tests.
 * @param open Opens the store of a folder, also again after it was closed.
 */
export function describeStore(
  name: string,
  open: (folder: string) => QueueingStore | Promise<QueueingStore>,
): void {
  /** Opens a store on a new folder, to be closed at the end of the running test. */
  async function fresh(): Promise<QueueingStore> {
    const store = await open(createTemporaryFolder());
    onTestFinished(() => store.close());
    return store;
  }

  describe(`${name}: accept`, () => {
    it('keeps an enquiry as it was sent', async () => {
      const store = await fresh();
      const values = {
        name: 'Zoë \u0000 \ud800 "<b>',
        year: 1999,
        terms: true,
        extra: { guests: [1, null] },
      };
      const entry = createEntry({
        values,
        photos: ['a/b.jpg'],
        office: '7',
        recipient: 'crane-desk',
        enquiryType: 8,
      });

      expect(await store.accept(entry)).toEqual({
        kind: 'accepted',
        id: entry.id,
        reference: entry.reference,
      });
      expect(await readAllEnquiries(store)).toEqual([
        {
          id: entry.id,
          reference: entry.reference,
          receivedAt: '2026-11-21T07:00:00.000Z',
          domain: 'www.example.com',
          submissionUrl: 'https://www.example.com/contact',
          enquiryType: 8,
          office: '7',
          recipient: 'crane-desk',
          visitor: entry.visitor,
          values,
          photos: ['a/b.jpg'],
          mail: { state: 'waiting', to: 'poole@example.com', attempts: 0, reason: null, refusedBy: null },
        },
      ]);
    });

    it('keeps what it acknowledged for whoever opens the folder next', async () => {
      const folder = createTemporaryFolder();
      const first = await open(folder);
      const entries = Array.from({ length: 50 }, () => createEntry());
      await Promise.all(entries.map(first.accept));
      await first.close();

      const second = await open(folder);
      onTestFinished(() => second.close());
      expect((await readAllEnquiries(second)).map(({ id }) => id).sort()).toEqual(
        entries.map(({ id }) => id).sort(),
      );
    });

    it('says of an enquiry that nobody is to get that it has no recipient', async () => {
      const store = await fresh();
      await store.accept(createEntryWithoutRecipient());
      const [enquiry] = await readAllEnquiries(store);
      expect(enquiry?.mail).toEqual({
        state: 'no-recipient',
        to: null,
        attempts: 0,
        reason: null,
        refusedBy: null,
      });
      expect(await findDueMails(store)).toEqual([]);
    });

    it('lets an entry that fails fail alone', async () => {
      const store = await fresh();
      const good = createEntry();
      const results = await Promise.allSettled([
        store.accept(createEntry()),
        store.accept(good),
        store.accept(createEntry({ id: good.id })),
        store.accept(createEntry()),
      ]);
      // Either of the two with the same id may come first.
      expect(results.map(({ status }) => status).sort()).toEqual([
        'fulfilled',
        'fulfilled',
        'fulfilled',
        'rejected',
      ]);
      expect([results[0], results[3]].map((result) => result?.status)).toEqual(['fulfilled', 'fulfilled']);
      expect(await readAllEnquiries(store)).toHaveLength(3);
      expect(await findDueMails(store)).toHaveLength(3);
    });

    it('refuses a reference that another enquiry has, and says so', async () => {
      const store = await fresh();
      const { reference } = createEntry();
      await store.accept(createEntry({ reference }));
      await expect(store.accept(createEntry({ reference }))).rejects.toMatchObject({
        code: 'reference-taken',
      });
      expect(await readAllEnquiries(store)).toHaveLength(1);
    });

    it('judges each of many that come at once by itself', async () => {
      const store = await fresh();
      const taken = createEntry();
      await store.accept(taken);
      /** Returns the idempotency of an entry with the key `at once` and this hash of its body. */
      const key = (bodyHash: string) => ({ idempotency: { key: 'at once', bodyHash } });
      const [first, again, other] = [createEntry(key('a')), createEntry(key('a')), createEntry(key('b'))];
      const odd = createEntry({ domain: 'a\0b.example', values: { name: 'half \ud83d', message: 'nul \0' } });
      const plain = Array.from({ length: 40 }, () => createEntry());
      const others = [first, odd, createEntry({ reference: taken.reference }), again, other];
      const outcomes = await Promise.allSettled([...plain, ...others].map((entry) => store.accept(entry)));
      /** Returns the expected outcome of an entry with this id that was accepted. */
      const accepted = (id: string) => ({ status: 'fulfilled', value: { kind: 'accepted', id } });
      expect(outcomes.slice(0, 40)).toMatchObject(plain.map(({ id }) => accepted(id)));
      expect(outcomes.slice(40)).toMatchObject([
        accepted(first.id),
        accepted(odd.id),
        { status: 'rejected', reason: { code: 'reference-taken' } },
        { status: 'fulfilled', value: { kind: 'repeated', id: first.id, reference: first.reference } },
        { status: 'fulfilled', value: { kind: 'key-reused' } },
      ]);
      const stored = (await readAllEnquiries(store)).map(({ id }) => id).sort();
      expect(stored).toEqual([taken, ...plain, first, odd].map(({ id }) => id).sort());
      expect((await store.enquiry(odd.id))?.values).toMatchObject({ message: 'nul \0' });
      expect(await store.recall({ key: 'at once', bodyHash: 'a', now: arrival })).toMatchObject({
        kind: 'repeated',
        id: first.id,
      });
    });

    it('refuses when it is closed, and so does everything else', async () => {
      const store = await fresh();
      await store.close();
      const closed = { code: 'closed' };
      await expect(store.accept(createEntry())).rejects.toMatchObject(closed);
      await expect(store.page({ limit: 1 })).rejects.toMatchObject(closed);
      await expect(store.ping()).rejects.toMatchObject(closed);
      await store.close();
    });

    it('finishes what is under way before it closes', async () => {
      const folder = createTemporaryFolder();
      const store = await open(folder);
      const accepted = store.accept(createEntry());
      await store.close();
      expect(await accepted).toMatchObject({ kind: 'accepted' });
    });
  });

  describe(`${name}: idempotency keys`, () => {
    it('answers a repeat like the first, at once and after a restart', async () => {
      const folder = createTemporaryFolder();
      const idempotency = { key: 'k', bodyHash: 'h' };
      const store = await open(folder);
      const answers = await Promise.all([1, 2, 3].map(() => store.accept(createEntry({ idempotency }))));
      const first = answers.find(({ kind }) => kind === 'accepted');
      const answer = { ...first, kind: 'repeated' };
      expect(answers.filter((one) => one !== first)).toEqual([answer, answer]);
      await store.close();

      const reopened = await open(folder);
      onTestFinished(() => reopened.close());
      expect(await reopened.accept(createEntry({ idempotency }))).toEqual(answer);
      expect(await reopened.recall({ ...idempotency, now: arrival })).toEqual(answer);
      expect(await readAllEnquiries(reopened)).toHaveLength(1);
    });

    it('refuses a key with another body', async () => {
      const store = await fresh();
      await store.accept(createEntry({ idempotency: { key: 'k', bodyHash: 'h' } }));
      const other = { key: 'k', bodyHash: 'another' };
      expect(await store.accept(createEntry({ idempotency: other }))).toEqual({ kind: 'key-reused' });
      expect(await store.recall({ ...other, now: arrival })).toEqual({ kind: 'key-reused' });
      expect(await readAllEnquiries(store)).toHaveLength(1);
    });

    it('knows nothing of a key before it was accepted with', async () => {
      const store = await fresh();
      expect(await store.recall({ key: 'k', bodyHash: 'h', now: arrival })).toBeUndefined();
    });

    it('forgets a key after 31 days, not before', async () => {
      const store = await fresh();
      const keyMs = 31 * dayMs;
      const idempotency = { key: 'k', bodyHash: 'h' };
      /** Returns an entry with the same idempotency key that arrives at a time. */
      const at = (receivedAt: number) => createEntry({ idempotency, receivedAt });
      await store.accept(at(arrival));
      expect(await store.accept(at(arrival + keyMs - 1))).toMatchObject({ kind: 'repeated' });
      expect(await store.recall({ ...idempotency, now: arrival + keyMs })).toBeUndefined();
      expect(await store.accept(at(arrival + keyMs))).toMatchObject({ kind: 'accepted' });
      expect(await store.accept(at(arrival + keyMs + 1))).toMatchObject({ kind: 'repeated' });
      expect(await readAllEnquiries(store)).toHaveLength(2);
    });

    it('stores no more enquiries of a type than its capacity, of those that arrive at once too', async () => {
      const store = await fresh();
      const capacity = { count: 3, since: arrival };
      await store.accept(createEntry({ receivedAt: arrival - 1 }));
      await store.accept(createEntry({ enquiryType: 3 }));
      await store.accept(createEntry({ suspicion: 'honeypot' }));
      const entries = Array.from({ length: 6 }, () => createEntry({ capacity }));
      const kinds = (await Promise.all(entries.map(store.accept))).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'accepted')).toHaveLength(3);
      expect(kinds.filter((kind) => kind === 'full')).toHaveLength(3);
      expect(await store.accept(createEntry({ capacity, suspicion: 'honeypot' }))).toEqual({ kind: 'full' });
      const ofOtherSite = createEntry({ capacity: { ...capacity, domain: 'solent.example.com' } });
      expect(await store.accept(ofOtherSite)).toMatchObject({ kind: 'accepted' });
    });

    it('answers a repeat of the last enquiry that a capacity allows by its reference', async () => {
      const store = await fresh();
      const last = {
        idempotency: { key: 'k', bodyHash: 'h' },
        capacity: { count: 1, since: arrival },
      };
      const first = orThrow(await store.accept(createEntry(last)));
      expect(await store.accept(createEntry(last))).toEqual({ ...first, kind: 'repeated' });
      const other = { ...last, idempotency: { key: 'k', bodyHash: 'other' } };
      expect(await store.accept(createEntry(other))).toEqual({ kind: 'key-reused' });
    });

    it('remembers no key of an entry that failed', async () => {
      const store = await fresh();
      const { id } = createEntry();
      await store.accept(createEntry({ id }));
      const idempotency = { key: 'k', bodyHash: 'h' };
      await expect(store.accept(createEntry({ id, idempotency }))).rejects.toThrow();
      expect(await store.accept(createEntry({ idempotency }))).toMatchObject({ kind: 'accepted' });
    });

    it('makes one enquiry a key, however its repeats are interleaved with others and with restarts', async () => {
      const send = fc.record({ key: fc.constantFrom('a', 'b', 'c'), bodyHash: fc.constantFrom('x', 'y') });
      const rounds = fc.array(fc.array(send, { maxLength: 8 }), { maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(rounds, async (rounds) => {
          const folder = createTemporaryFolder();
          const answers: { readonly entry: NewEnquiry; readonly acceptance: Acceptance }[] = [];
          for (const sends of rounds) {
            const store = await open(folder);
            const entries = sends.map((idempotency) => createEntry({ idempotency }));
            const acceptances = await Promise.all(entries.map(store.accept));
            answers.push(...pairResults(entries, acceptances));
            await store.close();
          }
          const store = await open(folder);
          const stored = await readAllEnquiries(store);
          await store.close();
          expect(new Set(stored.map(({ id }) => id))).toEqual(listAcceptedIds(answers));
          for (const { entry, acceptance } of answers) {
            const { key } = entry.idempotency ?? {};
            const winners = answers.filter(
              (other) => other.acceptance.kind === 'accepted' && other.entry.idempotency?.key === key,
            );
            expect(winners).toHaveLength(1);
            expect(acceptance).toEqual(expectedAnswer(entry, winners[0]?.entry));
          }
        }),
        { numRuns: 40 },
      );
    });
  });

  describe(`${name}: page`, () => {
    it('gives every enquiry once, in the order of arrival, in pages', async () => {
      const store = await fresh();
      const entries = Array.from({ length: 7 }, () => createEntry());
      for (const entry of entries) await store.accept(entry);
      const first = await store.page({ limit: 3 });
      const second = await store.page({ after: first.next ?? -1, limit: 3 });
      const third = await store.page({ after: second.next ?? -1, limit: 3 });
      const pages = [first, second, third];
      expect(pages.map(({ enquiries }) => enquiries.length)).toEqual([3, 3, 1]);
      expect(third.next).toBeUndefined();
      expect(pages.flatMap(({ enquiries }) => enquiries.map(({ id }) => id))).toEqual(
        entries.map(({ id }) => id),
      );
    });
  });

  describe(`${name}: arrivals`, () => {
    it('counts what has arrived since a time, by type, and nothing that is suspected', async () => {
      const store = await fresh();
      for (const [enquiryType, receivedAt] of [
        [6, 1000],
        [6, 2000],
        [6, 3000],
        [7, 2500],
      ] as const)
        await store.accept(createEntry({ enquiryType, receivedAt }));
      await store.accept(createEntry({ enquiryType: 7, receivedAt: 4000, suspicion: 'honeypot' }));
      const arrivals = await store.arrivals({ since: 2000 });
      expect([...arrivals].sort((one, other) => one.type.localeCompare(other.type))).toEqual([
        { type: '6', count: 2, newest: 3000 },
        { type: '7', count: 1, newest: 2500 },
      ]);
    });

    it('counts nothing of other types and sites than somebody is limited to', async () => {
      const store = await fresh();
      for (const [enquiryType, domain, receivedAt] of [
        [6, 'www.example.com', 2000],
        [6, 'hafen.example', 3000],
        [7, 'www.example.com', 2500],
      ] as const)
        await store.accept(createEntry({ enquiryType, domain, receivedAt }));
      /** Returns the arrivals of these types and sites; undefined does not limit them. */
      const within = (types?: readonly string[], sites?: readonly string[]) =>
        store.arrivals({ since: 1000, within: { ...(types && { types }), ...(sites && { sites }) } });
      expect(await within(['6'])).toEqual([{ type: '6', count: 2, newest: 3000 }]);
      expect(await within(['6', '7'], ['hafen.example'])).toEqual([{ type: '6', count: 1, newest: 3000 }]);
      expect(await within([])).toEqual([]);
      expect(await within(undefined, [])).toEqual([]);
    });
  });

  describe(`${name}: mails`, () => {
    it('gives the due ones, the longest due first, and says when the next is due', async () => {
      const store = await fresh();
      const early = createEntry({ receivedAt: arrival - 10 });
      const late = createEntry({ receivedAt: arrival + 10 });
      for (const entry of [late, createEntry(), early]) await store.accept(entry);
      const mails = await store.dueMails({ now: arrival, limit: 10 });
      expect(mails.map(({ receivedAt }) => receivedAt)).toEqual([arrival - 10, arrival]);
      expect(mails[0]).toEqual({
        enquiryId: early.id,
        reference: early.reference,
        receivedAt: arrival - 10,
        ...early.mail,
        refusedBy: null,
        tries: 0,
        queuedAt: arrival - 10,
      });
      expect(await store.dueMails({ now: arrival, limit: 1 })).toHaveLength(1);
      expect(await store.nextMailDueAt({ after: arrival })).toBe(arrival + 10);
      expect(await store.nextMailDueAt({ after: arrival + 10 })).toBeUndefined();
    });

    it('notes what came of each attempt', async () => {
      const store = await fresh();
      const { id: enquiryId, ...entry } = createEntry();
      await store.accept({ id: enquiryId, ...entry });
      /** Returns the mail of the first enquiry, as it is stored. */
      const state = async () => (await readAllEnquiries(store))[0]?.mail;

      await store.recordMailAttempt({
        enquiryId,
        at: arrival,
        state: 'waiting',
        dueAt: arrival + 5,
        reason: 'busy',
      });
      expect(await state()).toMatchObject({ state: 'waiting', attempts: 1, reason: 'busy' });
      expect(await findDueMails(store, arrival + 4)).toEqual([]);
      expect(await findDueMails(store, arrival + 5)).toMatchObject([{ tries: 1 }]);

      await store.recordMailAttempt({ enquiryId, at: arrival, state: 'failed', reason: 'no such user' });
      expect(await state()).toMatchObject({ state: 'failed', attempts: 2, reason: 'no such user' });
      expect(await findDueMails(store)).toEqual([]);

      const outcome = await store.resend({ id: enquiryId, now: arrival + 9 });
      expect(outcome).toEqual({
        kind: 'queued',
        id: enquiryId,
        reference: entry.reference,
        to: 'poole@example.com',
      });
      expect(await findDueMails(store, arrival + 9)).toMatchObject([{ tries: 0 }]);

      await store.recordMailAttempt({ enquiryId, at: arrival, state: 'sent' });
      expect(await state()).toMatchObject({ state: 'sent', attempts: 3, reason: null });
      expect(await findDueMails(store)).toEqual([]);
    });

    it('leaves a mail that was queued anew waiting, whatever came of what was sent before, to the same address', async () => {
      const store = await fresh();
      const { id: enquiryId } = await store.accept(createEntry()).then(orThrow);
      const [of] = await findDueMails(store);
      await store.resend({ id: enquiryId, now: arrival + 9 });
      expect(await store.recordMailAttempt({ enquiryId, at: arrival + 10, state: 'sent', of })).toBe(true);
      expect((await readAllEnquiries(store))[0]?.mail).toMatchObject({ state: 'waiting' });
      expect(await findDueMails(store)).toMatchObject([{ to: of?.to, queuedAt: arrival + 9 }]);
    });

    it('sends again by reference too, but neither what is unknown nor what has no recipient', async () => {
      const store = await fresh();
      const { reference } = await store.accept(createEntry()).then(orThrow);
      const nobody = await store.accept(createEntryWithoutRecipient()).then(orThrow);
      expect(await store.resend({ id: reference, now: arrival })).toMatchObject({
        kind: 'queued',
        reference,
      });
      expect(await store.resend({ id: 'nothing', now: arrival })).toEqual({ kind: 'unknown' });
      expect(await store.resend({ id: nobody.id, now: arrival })).toEqual({ kind: 'no-recipient' });
    });

    it('leaves out the due mails of recipients and enquiries that it is told to', async () => {
      const store = await fresh();
      const [poole, kiel] = [createEntry(), withAddresses({ to: 'kiel@example.com', fallback: null })];
      for (const entry of [poole, kiel]) await store.accept(entry);
      /** Returns the addresses of the due mails without those of these recipients and enquiries. */
      const dueExcept = async (recipients: readonly string[], enquiryIds: readonly string[]) => {
        const except = { recipients, enquiryIds };
        return (await store.dueMails({ now: arrival, limit: 10, except })).map(({ to }) => to);
      };
      expect(await dueExcept(['poole@example.com'], [])).toEqual(['kiel@example.com']);
      expect(await dueExcept([], [kiel.id])).toEqual(['poole@example.com']);
    });

    it("gives so many of each recipient as it is told to, and however many wait for one, the others'", async () => {
      const store = await fresh();
      /** Returns an entry whose mail goes to an address, and that arrives at a time. */
      const to = (address: string, receivedAt: number) => ({
        ...withAddresses({ to: address, fallback: null }),
        receivedAt,
      });
      const many = Array.from({ length: 9 }, (_, at) => to('poole@example.com', arrival - 100 + at));
      for (const entry of [...many, to('kiel@example.com', arrival), to('palma@example.com', arrival - 50)])
        await store.accept(entry);
      /**
       * Returns address and index among `many` of the due mails, at most two for each recipient, without
       * those of these enquiries. The index is -1 for other entries.
       */
      const due = async (limit: number, enquiryIds: readonly string[] = []) => {
        const except = { recipients: [], enquiryIds };
        const mails = await store.dueMails({ now: arrival, limit, perRecipient: 2, except });
        return mails.map(({ enquiryId, to }) => `${to} ${many.findIndex(({ id }) => id === enquiryId)}`);
      };
      const [first, second] = ['poole@example.com 0', 'poole@example.com 1'];
      expect(await due(9)).toEqual([first, second, 'palma@example.com -1', 'kiel@example.com -1']);
      expect(await due(3)).toEqual([first, second, 'palma@example.com -1']);
      expect(await due(2, [many[0]?.id ?? ''])).toEqual([second, 'poole@example.com 2']);
    });

    it('redirects a mail to its fallback, once', async () => {
      const store = await fresh();
      const entry = withAddresses({ to: 'poole@example.com', fallback: 'yard@example.com' });
      await store.accept(entry);
      const attempt = { enquiryId: entry.id, dueAt: arrival + 5, reason: 'no such user' };
      await store.recordMailAttempt({ ...attempt, at: arrival, state: 'redirected' });
      expect(await findDueMails(store, arrival + 5)).toMatchObject([
        { to: 'yard@example.com', fallback: null, refusedBy: 'poole@example.com', tries: 0 },
      ]);
      expect((await readAllEnquiries(store))[0]?.mail).toMatchObject({
        state: 'waiting',
        to: 'yard@example.com',
        refusedBy: 'poole@example.com',
        attempts: 1,
      });
    });

    it('sends again to other addresses, also what had none', async () => {
      const store = await fresh();
      const { id } = createEntryWithoutRecipient();
      await store.accept(createEntryWithoutRecipient({ id }));
      const addresses = { to: 'new@example.com', fallback: 'yard@example.com' };
      expect(await store.resend({ id, now: arrival, addresses })).toMatchObject({ to: 'new@example.com' });
      expect(await findDueMails(store)).toMatchObject([addresses]);
      const nobody = { to: null, fallback: null };
      expect(await store.resend({ id, now: arrival, addresses: nobody })).toEqual({ kind: 'no-recipient' });
      expect(await findDueMails(store)).toMatchObject([addresses]);
    });

    it('keeps a suspected enquiry without sending it, until it is released', async () => {
      const store = await fresh();
      const entry = createEntry({ suspicion: 'honeypot' });
      expect(await store.accept(entry)).toMatchObject({ kind: 'accepted', reference: entry.reference });
      expect(await readAllEnquiries(store)).toMatchObject([
        { id: entry.id, mail: { state: 'suspected', reason: 'honeypot' } },
      ]);
      expect(await findDueMails(store)).toEqual([]);
      expect(await store.resend({ id: entry.id, now: arrival })).toEqual({ kind: 'suspected' });

      expect(await store.release({ id: entry.reference, now: arrival + 7 })).toMatchObject({
        kind: 'queued',
        to: 'poole@example.com',
      });
      expect(await findDueMails(store, arrival + 7)).toMatchObject([{ enquiryId: entry.id }]);
      expect(await store.release({ id: entry.id, now: arrival })).toEqual({ kind: 'not-suspected' });
      expect(await store.release({ id: 'nothing', now: arrival })).toEqual({ kind: 'unknown' });
    });

    it('holds back the mail of an enquiry that a person marks as spam, and sends none twice', async () => {
      const store = await fresh();
      const [waiting, sent] = [createEntry(), createEntry()];
      for (const entry of [waiting, sent]) await store.accept(entry);
      await store.recordMailAttempt({ enquiryId: sent.id, at: arrival, state: 'sent' });
      const by = { id: 'a', name: 'Ada' };
      for (const { id } of [waiting, sent]) {
        expect(await store.markSuspected({ id, by, now: arrival + 1 })).toEqual({ kind: 'marked' });
        expect(await store.markSuspected({ id, by, now: arrival + 1 })).toEqual({ kind: 'suspected' });
      }
      expect(await store.markSuspected({ id: 'nothing', now: arrival })).toEqual({ kind: 'unknown' });
      expect(await findDueMails(store, arrival + 9)).toEqual([]);
      // They were received before, but marked only now.
      expect(await store.forgetSuspected({ receivedBefore: arrival + 1, limit: 9 })).toBe(0);
      for (const { id } of [waiting, sent]) await store.release({ id, by, now: arrival + 2 });
      expect(await findDueMails(store, arrival + 9)).toMatchObject([{ enquiryId: waiting.id }]);
      const file = await store.enquiryDetails(sent.id);
      expect(file).toMatchObject({
        enquiry: { mail: { state: 'sent', reason: null } },
        events: [
          { kind: 'marked', by },
          { kind: 'unmarked', by },
        ],
      });
    });

    it('releases for one reason alone, where it is told to', async () => {
      const store = await fresh();
      const entry = createEntry({ suspicion: 'honeypot' });
      await store.accept(entry);
      const release = { id: entry.id, now: arrival };
      expect(await store.release({ ...release, only: 'unproven' })).toEqual({ kind: 'not-suspected' });
      expect(await findDueMails(store)).toEqual([]);
      expect(await store.release({ ...release, only: 'honeypot' })).toMatchObject({ kind: 'queued' });
    });

    it('forgets old suspected enquiries and nothing else, their keys included', async () => {
      const store = await fresh();
      const idempotency = { key: 'k', bodyHash: 'b' };
      const old = createEntry({ suspicion: 'honeypot', idempotency });
      const released = createEntry({ suspicion: 'honeypot' });
      const others = [
        createEntry(),
        released,
        createEntry({ suspicion: 'honeypot', receivedAt: arrival + 1 }),
      ];
      for (const entry of [old, createEntry({ suspicion: 'too-fast' }), ...others]) await store.accept(entry);
      await store.release({ id: released.id, now: arrival });

      const before = { receivedBefore: arrival + 1, limit: 1 };
      expect([
        await store.forgetSuspected(before),
        await store.forgetSuspected({ ...before, limit: 9 }),
        await store.forgetSuspected(before),
      ]).toEqual([1, 1, 0]);
      expect((await readAllEnquiries(store)).map(({ id }) => id)).toEqual(others.map(({ id }) => id));
      expect(await store.recall({ ...idempotency, now: arrival })).toBeUndefined();
    });

    it('gives up the photos of what it forgets, but for those that another enquiry names', async () => {
      const store = await fresh();
      for (const path of ['a', 'b'])
        await store.issuePhoto({ path, name: path, type: 'image/png', maxBytes: 9, issuedAt: arrival });
      await store.accept(createEntry({ suspicion: 'honeypot', photos: ['a', 'b'] }));
      await store.accept(createEntry({ photos: ['b'] }));
      await store.forgetSuspected({ receivedBefore: arrival + 1, limit: 9 });
      expect(await store.unclaimedPhotos({ issuedBefore: arrival + 1, limit: 9 })).toEqual(['a']);
    });

    it('forgets photos that no enquiry names, and no others', async () => {
      const store = await fresh();
      for (const path of ['a', 'b'])
        await store.issuePhoto({ path, name: path, type: 'image/png', maxBytes: 9, issuedAt: arrival });
      // Both were unclaimed before an enquiry contained one of them.
      const seen = await store.unclaimedPhotos({ issuedBefore: arrival + 1, limit: 9 });
      expect(seen).toHaveLength(2);
      await store.accept(createEntry({ photos: ['b'] }));
      await store.forgetPhotos(seen);
      expect((await store.findPhotos(['a', 'b'])).map(({ path }) => path)).toEqual(['b']);
    });

    it('counts what waits, what failed and what nobody is to get', async () => {
      const store = await fresh();
      expect(await store.mailFigures()).toEqual({ waiting: 0, failed: 0, noRecipient: 0, suspected: 0 });
      const failed = createEntry();
      for (const entry of [
        createEntry({ receivedAt: arrival + 1 }),
        createEntry(),
        failed,
        createEntryWithoutRecipient(),
        createEntry({ suspicion: 'honeypot' }),
      ])
        await store.accept(entry);
      await store.recordMailAttempt({ enquiryId: failed.id, at: arrival, state: 'failed', reason: 'no' });
      expect(await store.mailFigures()).toEqual({
        waiting: 2,
        failed: 1,
        noRecipient: 1,
        suspected: 1,
        oldestWaitingSince: arrival,
      });
    });

    it('tells its listeners of a queued mail after its commit, and only of such', async () => {
      const store = await fresh();
      let heard = 0;
      const end = store.onMailQueued(() => {
        heard += 1;
      });
      const entry = createEntry({ idempotency: { key: 'k', bodyHash: 'h' } });
      await store.accept(entry);
      expect(heard).toBe(1);
      await store.accept({ ...createEntry(), idempotency: { key: 'k', bodyHash: 'h' } });
      await store.accept(createEntryWithoutRecipient());
      expect(heard).toBe(1);
      await store.resend({ id: entry.id, now: arrival });
      expect(heard).toBe(2);
      end();
      await store.accept(createEntry());
      expect(heard).toBe(2);
    });
  });
}

/** Returns an entry whose mail has these addresses. Stores nothing. */
function withAddresses(addresses: MailAddresses): NewEnquiry {
  const entry = createEntry();
  return { ...entry, mail: { ...entry.mail, ...addresses } };
}

/** Returns the stored enquiries in the order of arrival, at most 1000. */
async function readAllEnquiries(store: Store): Promise<readonly EnquiryRecord[]> {
  return (await store.page({ limit: 1000 })).enquiries;
}

/** Returns at most 100 mails that are due at a time, by default a day after `arrival`. */
function findDueMails(store: MailQueue, now = arrival + dayMs) {
  return store.dueMails({ now, limit: 100 });
}

/**
 * Returns an acceptance that has an id and a reference: accepted or repeated. Throws for another one.
 */
function orThrow(acceptance: Acceptance): { readonly id: string; readonly reference: string } {
  if (acceptance.kind === 'key-reused') throw new Error('the key was used before');
  if (acceptance.kind === 'full') throw new Error('the capacity was exhausted');
  return acceptance;
}

/** Returns each acceptance with the entry of the same index. Acceptances without an entry are left out. */
function pairResults(entries: readonly NewEnquiry[], acceptances: readonly Acceptance[]) {
  return acceptances.flatMap((acceptance, index) => {
    const entry = entries[index];
    return entry ? [{ entry, acceptance }] : [];
  });
}

/** Returns the ids of the entries that were accepted, without repeated and refused ones. */
function listAcceptedIds(
  answers: readonly { readonly entry: NewEnquiry; readonly acceptance: Acceptance }[],
): ReadonlySet<string> {
  const accepted = answers.filter(({ acceptance }) => acceptance.kind === 'accepted');
  return new Set(accepted.map(({ entry }) => entry.id));
}

/**
 * Returns the expected result for an entry: accepted if it is the first with its key or has none; otherwise
 * the result of the first one, or a refusal if its body differs.
 * @param winner The first entry with the same key; undefined if the entry has no key.
 */
function expectedAnswer(entry: NewEnquiry, winner: NewEnquiry | undefined): Acceptance {
  if (!winner || winner === entry) return { kind: 'accepted', id: entry.id, reference: entry.reference };
  if (winner.idempotency?.bodyHash !== entry.idempotency?.bodyHash) return { kind: 'key-reused' };
  return { kind: 'repeated', id: winner.id, reference: winner.reference };
}
