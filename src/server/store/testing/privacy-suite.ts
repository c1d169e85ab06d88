import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { MailQueue } from '../records/mail-queue.ts';
import type { NewEnquiry } from '../records/new-enquiry.ts';
import type { NewAuditEntry } from '../records/people-entry.ts';
import { mailInFlightMs, type StoredRetentionRule } from '../records/privacy-entry.ts';
import type { SavedAnswers } from '../records/stored-answers.ts';
import type { Store } from '../store.ts';
import { arrival, createEntry } from './new-entry.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

type QueueingStore = Store & MailQueue;

const note: NewAuditEntry = { at: arrival, action: 'erased', who: { name: 'Ada' }, about: 'mark' };
const dayMs = 86_400_000;

/**
 * Defines the tests of the calls about personal data and retention, for any store.
 * @param name The name of the store, in the titles of the tests.
 * @param open Opens the store of a folder.
 */
export function describePrivacy(
  name: string,
  open: (folder: string) => QueueingStore | Promise<QueueingStore>,
): void {
  /**
   * Opens the store of a folder, to be closed at the end of the running test. Without a folder, it is a new
   * one.
   */
  async function opened(folder = createTemporaryFolder()): Promise<QueueingStore> {
    const store = await open(folder);
    onTestFinished(() => store.close());
    return store;
  }

  /** Issues photos with these paths in the store, without bytes. Returns the paths. */
  async function withPhotos(store: Store, ...paths: readonly string[]): Promise<readonly string[]> {
    for (const path of paths)
      await store.issuePhoto({ path, name: 'keel.jpg', type: 'image/jpeg', maxBytes: 9, issuedAt: arrival });
    return paths;
  }

  /** Erases at most `limit` enquiries of a person, and their saved answers, and returns the outcome. */
  const erasing = (store: Store, email: string, limit = 100) => store.erasePerson({ email, limit, note });

  describe(`${name}: a person's data`, () => {
    it('is found by the address, whatever its case, in the visitor, in any value, in saved answers', async () => {
      const store = await opened();
      const [path = ''] = await withPhotos(store, 'photos/own.jpg');
      const first = createEntry({ ...createAnswersFrom('Zoe.Winter@Example.org'), photos: [path] });
      const second = createEntry({
        ...createAnswersFrom('other@example.org'),
        values: { crew: [{ mail: 'ZOE.WINTER@example.org ' }] },
      });
      const third = createEntry({
        ...createAnswersFrom('else@example.org'),
        values: { message: 'ask zoe.winter@example.org' },
      });
      for (const entry of [
        first,
        second,
        third,
        createEntry(createAnswersFrom('not-zoe.winter@example.org')),
      ])
        await store.accept(entry);
      await store.saveAnswers(createSavedAnswers('zoe.winter@EXAMPLE.org'));
      await store.saveAnswers(createSavedAnswers('else@example.org', { partner: 'Zoe.winter@example.org' }));
      await store.saveAnswers(
        createSavedAnswers('else@example.org', { text: 'zoe.winter@example.org called' }),
      );
      expect(await store.personData({ email: ' zoe.winter@example.ORG' })).toEqual({
        enquiries: 2,
        latest: [
          expect.objectContaining({ reference: second.reference, photos: 0, mail: 'waiting' }),
          expect.objectContaining({ id: first.id, receivedAt: arrival, type: '6', photos: 1 }),
        ],
        photos: 1,
        mails: 2,
        savedAnswers: 2,
        mentionedIn: [third.reference],
      });
      expect(await store.personAnswers({ email: 'zoe.winter@example.org' })).toEqual([
        expect.not.objectContaining({ hash: expect.anything() }),
        expect.not.objectContaining({ hash: expect.anything() }),
      ]);
    });

    it('is found and erased by an address that stands behind more words than are found', async () => {
      const store = await opened();
      const lots = 'word '.repeat(17_000);
      const entry = createEntry({
        visitor: { name: lots, email: 'else@example.org' },
        values: { message: lots, partner: ' Zoe@Example.org ', crew: [{ mail: 'ben@example.org' }] },
      });
      await store.accept(entry);
      for (const email of ['else@example.org', 'zoe@example.org', 'ben@example.org'])
        expect(await store.personData({ email })).toMatchObject({ enquiries: 1 });
      expect(await erasing(store, 'ben@example.org')).toMatchObject({ enquiries: 1 });
    });

    it('is told of where somebody has noted it beside the enquiry of another', async () => {
      const store = await opened();
      const [own, ben, eve] = [
        createEntry(createAnswersFrom('zoe@example.org')),
        createEntry(createAnswersFrom('ben@example.org')),
        createEntry(),
      ];
      for (const entry of [own, ben, eve]) await store.accept(entry);
      /** Adds a comment to an enquiry. */
      const addComment = (id: string, text: string) => store.commentOnEnquiry({ id, now: arrival, text });
      await addComment(own.id, 'Rang zoe@example.org');
      for (const text of ['His wife is Zoe@Example.org.', 'zoe@example.org rang'])
        await addComment(ben.id, text);
      await addComment(eve.id, 'not-zoe@example.org');
      expect(await store.personData({ email: 'zoe@example.org' })).toMatchObject({
        enquiries: 1,
        mentionedIn: [ben.reference],
      });
    });

    it.each(['', '@', '"', 'a" OR "b', '%', 'nobody@example.org'])('has nothing of %j', async (email) => {
      const store = await opened();
      await store.accept(createEntry());
      expect(await store.personData({ email })).toMatchObject({ enquiries: 0, savedAnswers: 0 });
      expect(await erasing(store, email)).toMatchObject({ enquiries: 0, isAll: true });
      expect((await store.page({ limit: 9 })).enquiries).toHaveLength(1);
    });

    it('goes with all that belongs to it, and with nothing of anybody else', async () => {
      const store = await opened();
      const [own = '', shared = ''] = await withPhotos(store, 'photos/own.jpg', 'photos/shared.jpg');
      const idempotency = { key: 'k', bodyHash: 'h' };
      const theirs = createEntry({
        ...createAnswersFrom('zoe@example.org'),
        photos: [own, shared],
        idempotency,
      });
      const other = createEntry({ ...createAnswersFrom('ben@example.org'), photos: [shared] });
      for (const entry of [theirs, other]) await store.accept(entry);
      await store.commentOnEnquiry({ id: theirs.id, now: arrival, text: 'called' });
      await store.recordMailAttempt({
        enquiryId: theirs.id,
        at: 1,
        state: 'waiting',
        dueAt: 2,
        reason: 'busy',
      });
      await store.saveAnswers(createSavedAnswers('zoe@example.org'));
      const what = { enquiries: 1, photos: 1, mails: 1, savedAnswers: 1 };
      expect(await erasing(store, 'ZOE@example.org')).toEqual({ ...what, isAll: true });
      expect(await store.enquiry(theirs.id)).toBeUndefined();
      expect(await store.recall({ ...idempotency, now: arrival })).toBeUndefined();
      expect(await store.findEnquiries({ filter: { search: 'zoe' }, limit: 9 })).toEqual([]);
      expect((await store.findPhotos([own, shared])).map(({ path }) => path)).toEqual([shared]);
      expect(await store.enquiryDetails(other.id)).toMatchObject({ enquiry: { photos: [shared] } });
      const files = await store.erasedFiles({ limit: 9 });
      expect(files).toHaveLength(2);
      expect(files).toEqual(
        expect.arrayContaining([
          { kind: 'mail', name: theirs.id, until: note.at + mailInFlightMs },
          { kind: 'photo', name: own },
        ]),
      );
      expect(await store.erasedFiles({ after: files[0], limit: 9 })).toEqual(files.slice(1));
      await store.forgetErasedFiles(files);
      expect(await store.erasedFiles({ limit: 9 })).toEqual([]);
      expect(await store.audit({ limit: 9 })).toMatchObject([{ ...note, details: what }]);
      expect(await store.knownEnquiries([theirs.id, other.id])).toEqual([other.id]);
    });

    it('is looked for no longer than it is removed where nothing of it was to be sent any more', async () => {
      const store = await opened();
      const [sent, waiting] = [
        createEntry(createAnswersFrom('zoe@example.org')),
        createEntry(createAnswersFrom('zoe@example.org')),
      ];
      for (const entry of [sent, waiting]) await store.accept(entry);
      await store.recordMailAttempt({ enquiryId: sent.id, at: arrival, state: 'sent' });
      for (const { id } of [sent, waiting]) await store.eraseEnquiry({ id, note });
      const files = await store.erasedFiles({ limit: 9 });
      expect(files.find(({ name }) => name === sent.id)).toEqual({ kind: 'mail', name: sent.id });
      expect(files.find(({ name }) => name === waiting.id)).toMatchObject({
        until: note.at + mailInFlightMs,
      });
    });

    it('goes in parts, however much it is', async () => {
      const store = await opened();
      for (let count = 0; count < 5; count += 1)
        await store.accept(createEntry(createAnswersFrom('zoe@example.org')));
      expect(await erasing(store, 'zoe@example.org', 3)).toMatchObject({ enquiries: 3, isAll: false });
      expect(await erasing(store, 'zoe@example.org', 3)).toMatchObject({ enquiries: 2, isAll: true });
    });

    it('does not come back with the mail that was under way', async () => {
      const store = await opened();
      const { id } = createEntry();
      await store.accept(createEntry({ id, ...createAnswersFrom('zoe@example.org') }));
      await erasing(store, 'zoe@example.org');
      expect(await store.recordMailAttempt({ enquiryId: id, at: arrival, state: 'sent' })).toBe(false);
      expect(await store.enquiryDetails(id)).toBeUndefined();
      expect(await store.dueMails({ now: arrival + dayMs, limit: 9 })).toEqual([]);
    });
  });

  describe(`${name}: how long anything is kept`, () => {
    const late = arrival + 100 * dayMs;

    /**
     * Sets the retention rules, and returns the outcome: `set`, or `changed` if `seen` are not the stored
     * rules.
     */
    function sets(
      store: Store,
      rules: readonly StoredRetentionRule[],
      seen: readonly StoredRetentionRule[] = [],
    ) {
      return store.setRetention({ rules, seen, note: { ...note, action: 'retention-changed' } });
    }

    /** Opens a store on a new folder with these retention rules. */
    async function openWithRules(...rules: readonly StoredRetentionRule[]) {
      const store = await opened();
      await sets(store, rules);
      return store;
    }

    it('is for good until somebody says otherwise', async () => {
      const store = await opened();
      await store.accept(createEntry());
      expect(await store.retention()).toEqual([]);
      expect(await store.eraseDue({ now: late, limit: 9 })).toEqual({
        enquiries: 0,
        photos: 0,
        mails: 0,
        isAll: true,
      });
    });

    it('is not changed by whoever has not seen how it is by now', async () => {
      const first = [
        { type: '6', enquiries: 200 },
        { enquiries: 50, mails: 9 },
      ];
      const store = await openWithRules(...first);
      expect(await sets(store, [{ enquiries: 1 }])).toBe('changed');
      expect(await sets(store, [{ enquiries: 1 }], [{ type: '6', enquiries: 200 }])).toBe('changed');
      expect(await store.retention()).toEqual(first);
      expect(await store.audit({ limit: 9 })).toHaveLength(1);
      const inAnotherOrder = [
        { mails: 9, enquiries: 50 },
        { enquiries: 200, type: '6' },
      ];
      expect(await sets(store, [{ enquiries: 1 }], inAnotherOrder)).toBe('set');
      expect(await store.retention()).toEqual([{ enquiries: 1 }]);
    });

    it('is said of each type, or of all that have nothing said of them', async () => {
      const rules = [{ type: '6', enquiries: 200 }, { enquiries: 50 }];
      const store = await openWithRules(...rules);
      const [longer, shorter] = [createEntry(), createEntry({ enquiryType: 'quick' })];
      for (const entry of [longer, shorter]) await store.accept(entry);
      expect(await store.retention()).toEqual(rules);
      const due = { type: 'quick', enquiries: 1, photos: 0, mails: 0 };
      expect(await store.retentionDue({ rules, now: late })).toEqual([due]);
      expect(await store.retentionDue({ rules, now: arrival + 50 * dayMs })).toEqual([]);
      expect(await store.eraseDue({ now: late, limit: 9 })).toMatchObject({
        enquiries: 1,
        photos: 0,
        mails: 1,
      });
      expect(await store.enquiry(shorter.id)).toBeUndefined();
      expect(await store.enquiry(longer.id)).toBeDefined();
    });

    it('may be shorter for photos, and for mails that were sent', async () => {
      const rules = [{ photos: 10, mails: 20 }];
      const store = await openWithRules(...rules);
      const [path = ''] = await withPhotos(store, 'photos/own.jpg');
      const [sent, waiting] = [createEntry({ photos: [path] }), createEntry()];
      for (const entry of [sent, waiting]) await store.accept(entry);
      await store.recordMailAttempt({ enquiryId: sent.id, at: arrival, state: 'sent' });
      const soon = arrival + 15 * dayMs;
      /** Returns the expected counts of due photos and mails of the only type. */
      const due = (photos: number, mails: number) => [{ type: '6', enquiries: 0, photos, mails }];
      expect(await store.retentionDue({ rules, now: soon })).toEqual(due(1, 0));
      expect(await store.retentionDue({ rules, now: late })).toEqual(due(1, 1));
      expect(await store.eraseDue({ now: late, limit: 9 })).toMatchObject({
        enquiries: 0,
        photos: 1,
        mails: 1,
      });
      const file = await store.enquiryDetails(sent.id);
      expect(file).toMatchObject({ enquiry: { mail: { state: 'sent' } }, tries: [] });
      expect(file?.content).toBeUndefined();
      expect((await store.enquiryDetails(waiting.id))?.content).toBeDefined();
      expect(await store.findPhotos([path])).toEqual([]);
      expect(await store.resend({ id: sent.id, now: late })).toEqual({ kind: 'not-worded' });
    });

    it('goes on where nothing of some goes, since others name their photos', async () => {
      const store = await openWithRules({ photos: 10 });
      const [shared = '', own = ''] = await withPhotos(store, 'photos/shared.jpg', 'photos/own.jpg');
      for (const photos of [[shared], [shared], [own]]) await store.accept(createEntry({ photos }));
      await store.accept(createEntry({ photos: [shared], receivedAt: late }));
      expect(await store.eraseDue({ now: late, limit: 2 })).toMatchObject({ photos: 0, isAll: false });
      expect(await store.eraseDue({ now: late, limit: 2 })).toMatchObject({ photos: 1, isAll: true });
      expect((await store.findPhotos([shared, own])).map(({ path }) => path)).toEqual([shared]);
    });

    it('ends in small parts', async () => {
      const store = await openWithRules({ enquiries: 1 });
      for (let count = 0; count < 5; count += 1) await store.accept(createEntry());
      expect(await store.eraseDue({ now: late, limit: 3 })).toMatchObject({ enquiries: 3 });
      expect(await store.eraseDue({ now: late, limit: 3 })).toMatchObject({ enquiries: 2 });
      expect(await store.eraseDue({ now: late, limit: 3 })).toMatchObject({ enquiries: 0 });
    });
  });
}

/**
 * Returns a visitor with this mail address, and values that contain it. The name is the part before `@` with
 * `-name` after it.
 */
function createAnswersFrom(email: string): Pick<NewEnquiry, 'visitor' | 'values'> {
  const name = `${email.split('@')[0]}-name`.replace('zoe.rare', 'Zoe-rare');
  return { visitor: { name, email }, values: { name, email, message: 'Hello' } };
}

/** Returns saved answers with this mail address and a new hash, valid for a day. Stores nothing. */
function createSavedAnswers(email: string, values: SavedAnswers['values'] = {}): SavedAnswers {
  const [savedAt, expiresAt] = [arrival, arrival + dayMs];
  return { hash: randomUUID(), savedAt, expiresAt, path: '/contact', enquiryType: 6, email, values };
}
