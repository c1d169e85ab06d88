import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { MailQueue } from '../records/mail-queue.ts';
import type { NewAuditEntry, PersonEntry, TokenEntry } from '../records/people-entry.ts';
import type { ReceiptQueue } from '../records/receipt-entry.ts';
import type { Store } from '../store.ts';
import { arrival, createEntry } from './new-entry.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

/** A store whose rows are changed without its calls. */
export interface DamagedStore {
  /** Opens the store of a folder, and creates its database if it is missing. */
  readonly open: (
    folder: string,
  ) => (Store & MailQueue & ReceiptQueue) | Promise<Store & MailQueue & ReceiptQueue>;
  /** Runs SQL statements on the database of a folder while its store is open. */
  readonly run: (folder: string, ...statements: readonly string[]) => Promise<unknown>;
  /** The SQL statements that allow changes of the audit log, which its triggers refuse. */
  readonly unlockAudit: string;
}

const now = arrival;
const note: NewAuditEntry = { at: now, action: 'person-changed', who: { name: 'Ann' } };
const later = now + 1000;

/** Texts that are not JSON, or have another shape. */
const damages = ['{', '', 'null', '5', '[]', '{}', '{"id":5,"name":{},"values":[],"at":"x","who":null}'];

/** Returns an owner with a new id and this name; `more` replaces properties. Stores nothing. */
function createPerson(name: string, more: Partial<PersonEntry> = {}): PersonEntry {
  return { id: randomUUID(), name, role: 'owner', createdAt: now, ...more };
}

/** Returns an API token of a person with a new id and hash. Stores nothing. */
function createToken({ id: person }: PersonEntry, purpose: string): TokenEntry {
  const [id, hash] = [randomUUID(), randomUUID()];
  return {
    id,
    hash,
    person,
    purpose,
    start: 'slipway_',
    role: 'viewer',
    createdAt: now,
    expiresAt: later,
  };
}

/**
 * Defines the tests that every store rejects a row whose content is damaged, and leaves all others intact.
 * @param name The name of the store, in the titles of the tests.
 */
export function describeDamage(name: string, { open, run, unlockAudit }: DamagedStore): void {
  /**
   * Opens a store on a new folder, to be closed at the end of the running test. Returns it with `damage`,
   * which runs SQL statements on its database.
   */
  async function fresh() {
    const folder = createTemporaryFolder();
    const store = await open(folder);
    onTestFinished(() => store.close());
    return { store, damage: (...statements: readonly string[]) => run(folder, ...statements) };
  }

  describe(`${name}: a damaged row`, () => {
    it.each(damages)('of an account lets nobody in, is listed and can be removed: %s', async (text) => {
      const { store, damage } = await fresh();
      const [ann, bob] = [createPerson('Ann', { email: 'ann@example.com' }), createPerson('Bob')];
      for (const person of [ann, bob]) await store.addPerson({ person, now, note });
      const session = { hash: 's', id: 's', person: ann.id, createdAt: now, seenAt: now, expiresAt: later };
      await store.addSession({ session: { ...session, browser: '', address: '' }, note });
      const token = createToken(ann, 'CI');
      await store.addToken({ token, note });
      await damage(`UPDATE people SET content = '${text}' WHERE name_key = 'ann'`);
      const refused = { code: 'damaged', message: expect.stringContaining('"ann" in the table "people"') };
      for (const ask of [
        () => store.person({ id: ann.id }),
        () => store.person({ name: 'Ann' }),
        () => store.session({ hash: 's', now }),
        () => store.token(token.hash),
        () => store.changePerson({ id: ann.id, change: { role: 'viewer' }, now, note }),
      ])
        await expect(ask()).rejects.toMatchObject(refused);
      expect(await store.person({ name: 'bob' })).toEqual(bob);
      expect(await store.people()).toMatchObject([{ id: ann.id, name: 'ann', isDamaged: true }, bob]);
      for (const person of [createPerson('ANN'), createPerson('Cid', { email: 'Ann@example.com' })])
        expect(await store.addPerson({ person, now, note })).not.toEqual({ kind: 'done', person });
      // A person who cannot sign in does not count as an owner.
      expect(await store.removePerson({ id: bob.id, by: bob.id, note })).toEqual({ kind: 'last-owner' });
      expect(await store.removePerson({ id: ann.id, by: bob.id, note })).toMatchObject({ kind: 'done' });
      expect(await store.people()).toEqual([bob]);
    });

    it('of the only owner is mended by the password that the environment gives', async () => {
      const { store, damage } = await fresh();
      const owner = { ...createPerson('owner'), password: 'one' };
      await store.setGivenPassword({ person: owner, mark: 'm', now, note });
      await damage(`UPDATE people SET content = '{'`);
      expect(await store.ownership()).toEqual({ hasOwner: false, mark: 'm' });
      const given = { ...createPerson('owner'), password: 'two' };
      await store.setGivenPassword({ person: given, mark: 'n', now, note });
      expect(await store.people()).toEqual([{ ...given, id: owner.id }]);
    });

    it.each(damages)('of a token or a link opens nothing, and can be ended: %s', async (text) => {
      const { store, damage } = await fresh();
      const ann = createPerson('Ann');
      await store.addPerson({ person: ann, now, note });
      const [token, other] = [createToken(ann, 'CI'), createToken(ann, 'other')];
      for (const one of [token, other]) await store.addToken({ token: one, note });
      const word = { hash: 'w', id: 'w', use: 'invitation', createdAt: now, expiresAt: later } as const;
      await store.addOneTimeToken({
        word: { ...word, invitation: { email: 'x@y.example', by: 'Ann', role: 'viewer' } },
      });
      await damage(
        `UPDATE tokens SET content = '${text}' WHERE id = '${token.id}'`,
        `UPDATE words SET content = '${text}'`,
      );
      await expect(store.token(token.hash)).rejects.toMatchObject({ code: 'damaged' });
      await expect(store.word({ hash: 'w', use: 'invitation', now })).rejects.toMatchObject({
        code: 'damaged',
      });
      const damaged = { id: 'w', hash: 'w', email: 'x@y.example', expiresAt: later, isDamaged: true };
      expect(await store.invitations({ now })).toMatchObject([damaged]);
      for (const more of [{}, { id: 'x', invitation: { email: 'x@y.example', by: 'Ann', role: 'viewer' } }]) {
        await damage(`UPDATE words SET content = '${JSON.stringify({ ...word, ...more })}'`);
        expect(await store.invitations({ now })).toMatchObject([damaged]);
      }
      expect(await store.token(other.hash)).toMatchObject({ token: other });
      const listed = await store.tokens({});
      expect(listed.map(({ id, isDamaged = false }) => [id, isDamaged]).toSorted()).toEqual(
        [[token.id, true] as const, [other.id, false] as const].toSorted(),
      );
      expect(await store.endToken({ id: token.id, note })).toBe(true);
    });

    it.each([
      ['are no JSON', `UPDATE version_documents SET documents = '{' WHERE number = `],
      ['are gone', 'DELETE FROM version_documents WHERE number = '],
    ])(
      'of a version is listed, and takes no place and keeps none, where its documents %s',
      async (_how, sql) => {
        const { store, damage } = await fresh();
        const version = { hash: 'h', documents: {}, origin: 'studio', by: 'Ann', note: '' } as const;
        /** Adds a version, live at once unless `more` has a time `goesLiveAt`. */
        const add = (more = {}) => store.addVersion({ version: { ...version, ...more }, now });
        for (const more of [{}, { goesLiveAt: now }, { goesLiveAt: now }]) await add(more);
        await damage(`${sql}1`, `${sql}2`);
        for (const number of [1, 2])
          await expect(store.version(number)).rejects.toMatchObject({ code: 'damaged' });
        expect((await store.versions({ limit: 9 })).map(({ number }) => number)).toEqual([3, 2, 1]);
        const refused = { number: 2, refused: { reason: 'damaged' }, note, now } as const;
        expect(await store.cancelVersion(refused)).toMatchObject({
          isCancelled: true,
          version: { number: 2 },
        });
        expect(await store.audit({ limit: 9 })).toMatchObject([{ about: '2' }]);
        expect(await store.goLive({ number: 3, after: 1, now })).toMatchObject({ state: 'live' });
      },
    );

    it.each(damages)('of a mail is sent to nobody, and those behind it are: %s', async (text) => {
      const { store, damage } = await fresh();
      const [first, second] = [createEntry(), createEntry()];
      await store.accept(first);
      await damage(`UPDATE mails SET content = '${text}'`);
      await store.accept(second);
      await store.becomeSender();
      const due = await store.dueMails({ now, limit: 9 });
      expect(due.map(({ enquiryId, content }) => [enquiryId, content])).toEqual([
        [first.id, undefined],
        [second.id, second.mail.content],
      ]);
      expect(await store.resend({ id: first.id, now })).toEqual({ kind: 'not-worded' });
      expect(await store.enquiryDetails(first.id)).not.toHaveProperty('content');
    });

    it.each([
      ['is missing', 'DROP TABLE notification_events'],
      [
        'refuses a row',
        'DROP TABLE notification_events',
        'CREATE TABLE notification_events (enquiry TEXT CHECK (enquiry IS NULL), kind TEXT, at TEXT, due_at TEXT)',
      ],
    ])(
      'of the events to notify people of does not stop enquiries: the table %s',
      async (_how, ...statements) => {
        const { store, damage } = await fresh();
        await damage(...statements);
        const [first, suspected, limited] = [
          createEntry(),
          createEntry({ suspicion: 'honeypot' }),
          createEntry({ capacity: { since: 0, count: 9 } }),
        ];
        const eventFault = expect.any(String);
        expect(await store.accept(first)).toMatchObject({ kind: 'accepted', eventFault });
        expect(await store.accept(suspected)).not.toHaveProperty('eventFault');
        expect(await store.accept(limited)).toMatchObject({ kind: 'accepted', eventFault });
        expect((await store.page({ limit: 9 })).enquiries).toHaveLength(3);
        await store.becomeSender();
        expect(await store.dueMails({ now, limit: 9 })).toHaveLength(2);
      },
    );

    // SQLite computes columns from this text and accepts only valid JSON.
    it.each(['null', '5', '[]', '{}'])('of an enquiry is listed as that: %s', async (text) => {
      const { store, damage } = await fresh();
      const [first, second] = [createEntry(), createEntry()];
      await store.accept(first);
      const by = { id: 'a', name: 'Ann' };
      await store.commentOnEnquiry({ id: first.id, by, now, text: 'One' });
      await damage(
        `UPDATE enquiries SET content = '${text}'`,
        `UPDATE enquiry_events SET content = '${text}'`,
      );
      await store.accept(second);
      const found = await store.findEnquiries({ filter: {}, limit: 9 });
      expect(found.map(({ id, isDamaged = false }) => [id, isDamaged])).toEqual([
        [second.id, false],
        [first.id, true],
      ]);
      expect((await store.page({ limit: 9 })).enquiries).toHaveLength(2);
      expect(await store.enquiryDetails(first.id)).toMatchObject({
        enquiry: { isDamaged: true, values: {} },
        events: [{ isDamaged: true }],
      });
      expect(await store.commentOnEnquiry({ id: first.id, by, now, text: 'Two' })).toBe(true);
      expect(await store.personData({ email: 'ada@example.org' })).toMatchObject({ enquiries: 1 });
    });

    it.each(damages)('of the audit log is listed, and where the chain breaks: %s', async (text) => {
      const { store, damage } = await fresh();
      for (let entry = 0; entry < 3; entry += 1) await store.addAuditEntry(note);
      await damage(unlockAudit, `UPDATE audit SET content = '${text}' WHERE number = 2`);
      const entries = await store.audit({ limit: 9 });
      expect(entries.map(({ number, isDamaged = false }) => [number, isDamaged])).toEqual([
        [3, false],
        [2, true],
        [1, false],
      ]);
      expect(await store.auditFault({ after: 0, limit: 9 })).toEqual({ brokenAt: 2 });
    });

    it.each([...damages, '[{"enquiries":0}]', '[{"enquiries":-5}]'])(
      'of how long things are kept erases nothing: %s',
      async (text) => {
        const { store, damage } = await fresh();
        await store.accept(createEntry());
        await store.setRetention({ rules: [{ enquiries: 1 }], seen: [], note });
        await damage(`UPDATE retention SET content = '${text}'`);
        expect(await store.retention()).toEqual([]);
        expect(await store.eraseDue({ now: now + 1e12, limit: 9 })).toMatchObject({ enquiries: 0 });
      },
    );

    it.each(damages)('of saved answers opens nothing: %s', async (text) => {
      const { store, damage } = await fresh();
      const answers = { savedAt: now, expiresAt: later, path: '/x', enquiryType: 6, values: {} };
      for (const hash of ['h', 'i']) await store.saveAnswers({ hash, email: 'ada@example.org', ...answers });
      await damage(`UPDATE saved_answers SET content = '${text}' WHERE hash = 'h'`);
      expect(await store.savedAnswers({ hash: 'h', now })).toBeUndefined();
      expect(await store.personAnswers({ email: 'ada@example.org' })).toHaveLength(1);
    });
  });
}
