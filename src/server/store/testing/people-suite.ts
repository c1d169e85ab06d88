import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AuditEntry } from '../../../api/people.ts';
import type {
  NewAuditEntry,
  OneTimeToken,
  PersonEntry,
  SessionEntry,
  TokenEntry,
} from '../records/people-entry.ts';
import type { Store } from '../store.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const now = Date.UTC(2026, 10, 23, 9);
const later = now + 1000;

/** Returns an audit entry by Ann about a subject. Stores nothing. */
const note = (about = 'x'): NewAuditEntry => ({
  at: now,
  action: 'person-changed',
  who: { id: 'a', name: 'Ann' },
  from: '192.0.2.1',
  about,
});

/** Returns an owner with a new id and this name; `more` replaces properties. Stores nothing. */
function createPerson(name: string, more: Partial<PersonEntry> = {}): PersonEntry {
  return { id: randomUUID(), name, role: 'owner', createdAt: now, ...more };
}

/**
 * Returns a session of a person with a new id and hash, valid for a second from `now`; `more` replaces
 * properties.
 */
function createSession(person: PersonEntry, more: Partial<SessionEntry> = {}): SessionEntry {
  const times = { createdAt: now, seenAt: now, expiresAt: later };
  const id = randomUUID();
  return { hash: `hash-${id}`, id, person: person.id, ...times, browser: '', address: '192.0.2.1', ...more };
}

/**
 * Returns a one-time token for a use with a new id and hash, valid for a second from `now`; `more` replaces
 * properties.
 */
function createOneTimeToken(use: OneTimeToken['use'], more: Partial<OneTimeToken> = {}): OneTimeToken {
  const id = randomUUID();
  return { hash: `hash-${id}`, id, use, createdAt: now, expiresAt: later, ...more };
}

/**
 * Returns an API token of a person with a new id and hash, valid for a second from `now`; `more` replaces
 * properties.
 */
function createToken(person: PersonEntry, more: Partial<TokenEntry> = {}): TokenEntry {
  const id = randomUUID();
  const details = { purpose: 'CI', start: 'slipway_abcd', role: 'editor' as const };
  return { hash: `hash-${id}`, id, person: person.id, ...details, createdAt: now, expiresAt: later, ...more };
}

/**
 * Defines the tests of the calls about people, their credentials and the audit log, for any store.
 * @param name The name of the store, in the titles of the tests.
 * @param open Opens the store of a folder.
 */
export function describePeople(name: string, open: (folder: string) => Store | Promise<Store>): void {
  /**
   * Opens the store of a folder, to be closed at the end of the running test. Without a folder, it is a new
   * one.
   */
  async function fresh(folder = createTemporaryFolder()): Promise<Store> {
    const store = await open(folder);
    onTestFinished(() => store.close());
    return store;
  }
  /** Opens two stores of the same new database, as two servers do. */
  async function two(): Promise<readonly [Store, Store]> {
    const folder = createTemporaryFolder();
    return [await fresh(folder), await fresh(folder)];
  }
  /** Returns the kinds of the outcomes, sorted. */
  const kinds = (outcomes: readonly { readonly kind: string }[]) =>
    outcomes.map(({ kind }) => kind).toSorted();
  /** Creates an account and expects the outcome `done`. Returns the person. */
  const add = async (store: Store, person: PersonEntry) => {
    expect(await store.addPerson({ person, now, note: note(person.name) })).toEqual({ kind: 'done', person });
    return person;
  };
  /** Returns the number of audit entries, at most 100. */
  const actions = async (store: Store) => (await store.audit({ limit: 100 })).length;

  describe(`${name}: people`, () => {
    it('finds somebody by id, by name and by mail address whatever their case, and by what the provider calls them', async () => {
      const store = await fresh();
      const ann = await add(store, createPerson('Ann Ünal', { email: 'Ann@example.com', subject: 'i s' }));
      for (const key of [
        { id: ann.id },
        { name: 'ann ÜNAL ' },
        { email: 'ANN@example.com' },
        { subject: 'i s' },
      ])
        expect(await store.person(key)).toEqual(ann);
      expect(await store.person({ name: 'Ann' })).toBeUndefined();
      expect(await store.people()).toEqual([ann]);
    });

    it('lets no two have one name or one mail address, and notes nothing of what it does not do', async () => {
      const store = await fresh();
      const ann = await add(store, createPerson('Ann', { email: 'ann@example.com' }));
      const bob = await add(store, createPerson('Bob'));
      const taken = { now, note: note() };
      expect(await store.addPerson({ ...taken, person: createPerson('ANN') })).toEqual({
        kind: 'name-taken',
      });
      expect(
        await store.addPerson({ ...taken, person: createPerson('Cid', { email: 'ANN@example.com' }) }),
      ).toEqual({ kind: 'mail-taken' });
      expect(await store.changePerson({ ...taken, id: bob.id, change: { name: 'ann' } })).toEqual({
        kind: 'name-taken',
      });
      expect(await store.changePerson({ ...taken, id: 'nobody', change: {} })).toEqual({ kind: 'unknown' });
      expect(
        await store.changePerson({ ...taken, id: ann.id, change: { name: 'ANN', email: null } }),
      ).toMatchObject({ kind: 'done', person: { name: 'ANN' } });
      expect(await store.person({ email: 'ann@example.com' })).toBeUndefined();
      expect(await actions(store)).toBe(3);
    });

    it('keeps an owner, whoever removes whom at once', async () => {
      const [store, other] = await two();
      const [ann, bob] = [await add(store, createPerson('Ann')), await add(store, createPerson('Bob'))];
      const results = await Promise.all([
        store.removePerson({ id: bob.id, by: ann.id, note: note() }),
        other.removePerson({ id: ann.id, by: bob.id, note: note() }),
      ]);
      expect(kinds(results)).toEqual(['done', 'not-owner']);
      const [left] = await store.people();
      const by = { id: left?.id ?? '', by: left?.id ?? '', note: note() };
      const less = { ...by, change: { role: 'publisher' as const }, now };
      expect(await store.changePerson(less)).toEqual({ kind: 'last-owner' });
      expect(await store.removePerson(by)).toEqual({ kind: 'last-owner' });
      expect(await store.ownership()).toEqual({ hasOwner: true });
    });

    it('keeps an owner, where each of two gives it up at once', async () => {
      const [store, other] = await two();
      const [ann, bob] = [await add(store, createPerson('Ann')), await add(store, createPerson('Bob'))];
      const less = { change: { role: 'viewer' as const }, now, note: note() };
      const results = await Promise.all([
        store.changePerson({ ...less, id: ann.id }),
        other.changePerson({ ...less, id: bob.id }),
      ]);
      expect(kinds(results)).toEqual(['done', 'last-owner']);
      expect((await store.people()).map(({ role }) => role).toSorted()).toEqual(['owner', 'viewer']);
    });

    it('gives a name and a mail address to one of two who ask for it at once', async () => {
      const stores = await two();
      const added = await Promise.all(
        [createPerson('Ann'), createPerson('ANN')].map((person, at) =>
          stores[at]?.addPerson({ person, now, note: note() }),
        ),
      );
      expect(kinds(added.flatMap((outcome) => outcome ?? []))).toEqual(['done', 'name-taken']);
      const bob = await add(stores[0], createPerson('Bob'));
      const [ann] = await stores[0].people();
      const change = { change: { email: 'one@example.com' }, now, note: note() };
      const changed = await Promise.all([
        stores[0].changePerson({ ...change, id: bob.id }),
        stores[1].changePerson({ ...change, id: ann?.id ?? '' }),
      ]);
      expect(kinds(changed)).toEqual(['done', 'mail-taken']);
      expect(await actions(stores[1])).toBe(3);
    });

    it('finds nobody by what no name has', async () => {
      const store = await fresh();
      const ann = await add(store, createPerson('Ann'));
      for (const key of [{ id: `${ann.id}\0` }, { name: 'Ann\0' }, { email: '\0' }, { subject: '\0' }])
        expect(await store.person(key)).toBeUndefined();
      expect(await store.audit({ limit: 9, search: '\0' })).toEqual([]);
    });

    it('limits an owner to nothing', async () => {
      const store = await fresh();
      await add(store, createPerson('Ann'));
      const bob = await add(store, createPerson('Bob', { role: 'editor', types: ['service'] }));
      const outcome = await store.changePerson({ id: bob.id, change: { role: 'owner' }, now, note: note() });
      expect(outcome).toMatchObject({ kind: 'done', person: { role: 'owner' } });
      expect(await store.person({ id: bob.id })).not.toHaveProperty('types');
    });

    it('removes with somebody all that lets them in', async () => {
      const store = await fresh();
      const [ann, bob] = [await add(store, createPerson('Ann')), await add(store, createPerson('Bob'))];
      const [session, token] = [createSession(bob), createToken(bob)];
      const word = createOneTimeToken('reset', { person: bob.id });
      await store.addSession({ session, note: note() });
      await store.addToken({ token, note: note() });
      await store.addOneTimeToken({ word });
      expect(await store.removePerson({ id: bob.id, by: ann.id, note: note() })).toMatchObject({
        kind: 'done',
      });
      expect(await store.session({ hash: session.hash, now })).toBeUndefined();
      expect(await store.token(token.hash)).toBeUndefined();
      expect(await store.word({ hash: word.hash, use: 'reset', now })).toBeUndefined();
    });

    it('removes with somebody what is stored for them: saved views, settings of notifications, the guide', async () => {
      const store = await fresh();
      const [ann, bob] = [await add(store, createPerson('Ann')), await add(store, createPerson('Bob'))];
      const views = [{ id: randomUUID(), name: 'Mine', query: 'state=new', isCounted: false }];
      const [zone, origin] = ['Europe/Paris', 'https://forms.example'];
      const settings = { rules: [], hour: 8, zone, locale: 'en', origin };
      for (const { id: person } of [ann, bob]) {
        await store.setInboxViews({ person, seen: 0, views });
        await store.setNotificationSettings({ person, settings });
        await store.changeGuide({ person, done: 'look' });
      }
      const readStored = async (person: string) => [
        (await store.inboxViews(person)).views.length,
        (await store.notificationSettings({ person })).length,
        (await store.guide(person)).done.length,
      ];
      expect(await readStored(bob.id)).toEqual([1, 1, 1]);
      await store.removePerson({ id: bob.id, by: ann.id, note: note() });
      expect(await readStored(bob.id)).toEqual([0, 0, 0]);
      expect(await readStored(ann.id)).toEqual([1, 1, 1]);
    });

    it('removes with somebody the session that begins at the same time', async () => {
      const [store, other] = await two();
      const ann = await add(store, createPerson('Ann'));
      for (let round = 0; round < 10; round += 1) {
        const bob = await add(store, createPerson('Bob'));
        const session = createSession(bob);
        const [, removed] = await Promise.allSettled([
          store.addSession({ session, note: note() }),
          other.removePerson({ id: bob.id, by: ann.id, note: note() }),
        ]);
        expect(removed).toMatchObject({ status: 'fulfilled', value: { kind: 'done' } });
        expect(await store.listSessions({ person: bob.id, now })).toEqual([]);
        expect(await store.session({ hash: session.hash, now })).toBeUndefined();
      }
    });

    it('ends links for a new password where the mail address changes, and where nothing else does', async () => {
      const store = await fresh();
      const { id } = await add(store, createPerson('Ann', { email: 'ann@example.com' }));
      const word = createOneTimeToken('reset', { person: id });
      await store.addOneTimeToken({ word });
      /** Returns the stored one-time token, without consuming it; undefined if it is not valid any more. */
      const found = () => store.word({ hash: word.hash, use: 'reset', now });
      await store.changePerson({ id, change: { name: 'Anna' }, now, note: note() });
      expect(await found()).toMatchObject({ id: word.id });
      await store.changePerson({ id, change: { email: 'anna@example.com' }, now, note: note() });
      expect(await found()).toBeUndefined();
    });

    it('takes no code of a second factor twice, and none from before it', async () => {
      const [store, other] = await two();
      const secondFactor = { secret: 's', since: now, lastStep: 10, recoveryCodes: ['r1', 'r2'] };
      const { id } = await add(store, createPerson('Ann', { secondFactor }));
      /**
       * Consumes the codes at once, in turn in both stores, and returns the number of those that were
       * accepted.
       */
      const countOf = async (
        ...codes: readonly ({ readonly step: number } | { readonly recoveryCode: string })[]
      ) =>
        (
          await Promise.all(codes.map((code, at) => (at % 2 ? other : store).consumeCode({ id, ...code })))
        ).filter(Boolean).length;
      expect(await countOf({ step: 10 })).toBe(0);
      expect(await countOf({ step: 11 }, { step: 11 }, { step: 11 })).toBe(1);
      expect(await countOf({ step: 10 }, { step: 11 })).toBe(0);
      expect(await countOf({ recoveryCode: 'r1' }, { recoveryCode: 'r1' })).toBe(1);
      expect((await store.person({ id }))?.secondFactor?.recoveryCodes).toEqual(['r2']);
    });

    it('sets the password that the environment gives, and ends the sessions of the one before', async () => {
      const store = await fresh();
      const owner = { ...createPerson('owner'), password: 'one' };
      await store.setGivenPassword({ person: owner, mark: 'first', now, note: note() });
      const session = createSession(owner);
      await store.addSession({ session, note: note() });
      const second = { ...createPerson('owner'), password: 'two' };
      await store.setGivenPassword({ person: second, mark: 'second', now, note: note() });
      expect(await store.person({ name: 'owner' })).toEqual({ ...owner, password: 'two' });
      expect(await store.session({ hash: session.hash, now })).toBeUndefined();
      expect(await store.ownership()).toEqual({ hasOwner: true, mark: 'second' });
    });
  });

  describe(`${name}: what lets people in`, () => {
    it('keeps sessions until they expire or are ended, each for its person alone', async () => {
      const store = await fresh();
      const [ann, bob] = [await add(store, createPerson('Ann')), await add(store, createPerson('Bob'))];
      const [one, two, theirs] = [createSession(ann), createSession(ann), createSession(bob)];
      for (const session of [one, two, theirs]) await store.addSession({ session, note: note() });
      expect(await store.session({ hash: one.hash, now })).toEqual({ session: one, person: ann });
      expect(await store.session({ hash: one.hash, now: later })).toBeUndefined();
      await store.recordSessionUse({ hash: two.hash, seenAt: now + 5, address: '192.0.2.9' });
      const seen = { ...two, seenAt: now + 5, address: '192.0.2.9' };
      expect(await store.listSessions({ person: ann.id, now })).toEqual([seen, one]);
      expect((await store.people())[0]?.seenAt).toBe(now + 5);
      expect(await store.endSessions({ person: ann.id, only: theirs.id, note: note() })).toBe(0);
      expect(await store.endSessions({ person: ann.id, except: two.id, note: note() })).toBe(1);
      expect(await store.listSessions({ person: ann.id, now })).toEqual([seen]);
      expect(await store.forgetEnded({ now: later, tokensBefore: 0 })).toBe(2);
    });

    it('takes a word once, for what it is for, while it holds', async () => {
      const store = await fresh();
      const word = createOneTimeToken('reset', { person: 'a' });
      await store.addOneTimeToken({ word, note: note() });
      expect(await store.word({ hash: word.hash, use: 'invitation', now })).toBeUndefined();
      expect(await store.word({ hash: word.hash, use: 'reset', now: later })).toBeUndefined();
      const { id } = await add(store, createPerson('Ann'));
      const change = { id, change: { password: 'new' }, word: word.hash, note: note() };
      expect(await store.changePerson({ ...change, now: later })).toEqual({ kind: 'word-ended' });
      const twice = await Promise.all([
        store.changePerson({ ...change, now }),
        store.changePerson({ ...change, now }),
      ]);
      expect(kinds(twice)).toEqual(['done', 'word-ended']);
    });

    it('has one word at a time for a person, or a mail address', async () => {
      const store = await fresh();
      const invitation = { email: 'Cid@example.com', role: 'viewer' as const, by: 'Ann' };
      const [first, second] = [
        createOneTimeToken('invitation', { invitation }),
        createOneTimeToken('invitation', { invitation }),
      ];
      await store.addOneTimeToken({ word: first, note: note() });
      await store.addOneTimeToken({ word: second, note: note() });
      expect(await store.invitations({ now })).toEqual([second]);
      expect(await store.endInvitation({ id: first.id, note: note() })).toBe(false);
      expect(await store.endInvitation({ id: second.id, note: note() })).toBe(true);
      expect(await store.invitations({ now })).toEqual([]);
    });

    it('has one word for somebody, of many that are asked for at once', async () => {
      const stores = await two();
      const words = Array.from({ length: 6 }, () => createOneTimeToken('reset', { person: 'a' }));
      await Promise.all(words.map((word, at) => stores[at % 2]?.addOneTimeToken({ word })));
      const held = await Promise.all(words.map(({ hash }) => stores[0].word({ hash, use: 'reset', now })));
      expect(held.filter((word) => word !== undefined)).toHaveLength(1);
    });

    it('makes one first owner, whichever of the words was taken, and none afterwards', async () => {
      const stores = await two();
      const [store] = stores;
      const words = [createOneTimeToken('first-owner'), createOneTimeToken('first-owner')];
      for (const word of words) await store.addOneTimeToken({ word });
      const made = await Promise.all(
        words.map(({ hash }, index) =>
          (stores[index] ?? store).addPerson({
            person: createPerson(`owner ${index}`),
            word: hash,
            now,
            note: note(),
          }),
        ),
      );
      expect(kinds(made)).toEqual(['done', 'word-ended']);
      const late = createOneTimeToken('first-owner');
      await store.addOneTimeToken({ word: late });
      expect(
        await store.addPerson({ person: createPerson('late'), word: late.hash, now, note: note() }),
      ).toEqual({ kind: 'word-ended' });
    });

    it('keeps tokens after their end, so that it can be told', async () => {
      const store = await fresh();
      const [ann, bob] = [await add(store, createPerson('Ann')), await add(store, createPerson('Bob'))];
      const token = createToken(ann);
      await store.addToken({ token, note: note() });
      await store.recordTokenUse({ hash: token.hash, usedAt: now + 3 });
      const used = { ...token, usedAt: now + 3 };
      expect(await store.token(token.hash)).toEqual({ token: used, person: ann });
      expect(await store.tokens({})).toEqual([used]);
      expect(await store.tokens({ person: bob.id })).toEqual([]);
      expect(await store.forgetEnded({ now: later + 5, tokensBefore: later })).toBe(0);
      expect(await store.endToken({ id: token.id, person: bob.id, note: note() })).toBe(false);
      expect(await store.endToken({ id: token.id, note: note() })).toBe(true);
      expect(await store.token(token.hash)).toBeUndefined();
    });
  });

  describe(`${name}: the audit log`, () => {
    it('numbers what was done without a gap, and gives it by what is asked', async () => {
      const store = await fresh();
      const entries = [
        note('one'),
        { ...note('two'), at: now + 5, action: 'published' as const, who: { id: 'b', name: 'Zoë' } },
        { ...note('three'), at: now + 9, details: { count: 3, list: ['a'] } },
      ];
      const added: AuditEntry[] = [];
      for (const entry of entries) added.push(await store.addAuditEntry(entry));
      expect(added.map(({ number }) => number)).toEqual([1, 2, 3]);
      expect(new Set(added.map(({ hash }) => hash)).size).toBe(3);
      /** Returns the numbers of the audit entries that match a query, at most 10 by default. */
      const asked = async (query: object) =>
        (await store.audit({ limit: 10, ...query })).map(({ number }) => number);
      expect(await store.audit({ limit: 10, after: 0 })).toEqual(added);
      expect(await asked({})).toEqual([3, 2, 1]);
      expect(await asked({ before: 3 })).toEqual([2, 1]);
      expect(await asked({ limit: 1 })).toEqual([3]);
      expect(await asked({ action: 'published' })).toEqual([2]);
      expect(await asked({ person: 'a' })).toEqual([3, 1]);
      expect(await asked({ from: now + 5, until: now + 9 })).toEqual([2]);
      expect(await asked({ search: 'ZOË' })).toEqual([2]);
      expect(await asked({ search: '%' })).toEqual([]);
      expect(await store.auditFault({ after: 0, limit: 2 })).toEqual({ next: 2 });
      expect(await store.auditFault({ after: 2, limit: 2 })).toEqual({});
    });

    it('is one chain, however many note at once', async () => {
      const stores = await two();
      const added = await Promise.all(
        Array.from({ length: 20 }, (_each, at) =>
          (stores[at % 2] ?? stores[0]).addAuditEntry(note(String(at))),
        ),
      );
      expect(added.map(({ number }) => number).toSorted((one, next) => one - next)).toEqual(
        Array.from({ length: 20 }, (_each, at) => at + 1),
      );
      expect(await stores[1].auditFault({ after: 0, limit: 99 })).toEqual({});
      expect(new Set((await stores[0].audit({ limit: 99 })).map(({ about }) => about)).size).toBe(20);
    });
  });

  describe(`the guide in ${name}`, () => {
    it('begins at its beginning for each person, and stores their steps in order', async () => {
      const [store, other] = await two();
      expect(await store.guide('a')).toEqual({ done: [], isDismissed: false });
      await Promise.all([
        store.changeGuide({ person: 'a', done: 'publish' }),
        other.changeGuide({ person: 'a', done: 'look' }),
      ]);
      const closed = { done: ['look', 'publish'], isDismissed: true };
      expect(await store.changeGuide({ person: 'a', isDismissed: true })).toEqual(closed);
      expect(await other.guide('a')).toEqual(closed);
      expect(await store.guide('b')).toEqual({ done: [], isDismissed: false });
    });

    it('goes with its account', async () => {
      const store = await fresh();
      const [ann, bo] = [createPerson('Ann'), createPerson('Bo')];
      for (const person of [ann, bo]) await store.addPerson({ person, now, note: note() });
      await store.changeGuide({ person: ann.id, isDismissed: true });
      await store.removePerson({ id: ann.id, by: bo.id, note: note() });
      expect(await store.guide(ann.id)).toEqual({ done: [], isDismissed: false });
    });
  });
}
