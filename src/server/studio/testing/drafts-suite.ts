import { describe, expect, it } from 'vitest';
import type { Change } from '#engine/editing/index.ts';
import type { DraftMark } from '../../store/records/version-entry.ts';
import { createTemporaryFolder } from '../../store/testing/temporary-folder.ts';
import type { EditScope } from '../draft/change-documents.ts';
import type { DraftEvent } from '../draft/current-draft.ts';
import type { DraftStorage } from '../draft/draft-storage.ts';
import { type Drafts, openDrafts } from '../draft/drafts.ts';
import type { ChangeRequest, DraftBase } from '../draft/studio-draft.ts';

const unlimited: EditScope = {};

/** The drafts of one test. */
export interface OpenedDrafts {
  /**
   * The number of the live version in the store, whatever a server believes. `openDrafts` sets it to its live
   * version; a test may set it.
   */
  liveNow: number;
  /** The messages of all faults so far. */
  readonly faults: string[];
  /**
   * Opens the drafts as another server would.
   * @param hash The hash of the live version that this server knows: `one`, `two`, `three` or `four`, which
   * are the versions 1 to 4. Absent: `one`.
   * @param documents The documents of that version. Absent: a `ui.json` with a `name` and an `email`.
   */
  readonly openDrafts: (
    hash?: string,
    documents?: object,
    more?: { readonly mostBytes: number },
  ) => Promise<TestDrafts>;
}

/** Drafts whose calls have an unlimited scope by default. */
export interface TestDrafts extends Omit<Drafts, 'take' | 'settle'> {
  readonly applyChange: (
    request: Omit<ChangeRequest, 'scope'> & Partial<Pick<ChangeRequest, 'scope'>>,
  ) => ReturnType<Drafts['applyChange']>;
  readonly resolveCollision: (id: string, scope?: EditScope) => ReturnType<Drafts['resolveCollision']>;
}

/** Creates the drafts of a test. `open` is called once for each server and returns its storage. */
export function createTestDrafts(open: () => DraftStorage | Promise<DraftStorage>): OpenedDrafts {
  const faults: string[] = [];
  const drafts: OpenedDrafts = {
    liveNow: 1,
    faults,
    async openDrafts(hash = 'one', documents = { 'ui.json': { name: 'a', email: 'b' } }, more = undefined) {
      const made = await openDrafts({
        ...more,
        place: await open(),
        live: () => {
          drafts.liveNow = createLiveVersion(hash, documents).number;
          return createLiveVersion(hash, documents);
        },
        liveNumber: async () => drafts.liveNow,
        now: () => 0,
        onFault: ({ message }) => faults.push(message),
      });
      return {
        ...made,
        applyChange: ({ scope = unlimited, ...request }) => made.applyChange({ ...request, scope }),
        resolveCollision: (id, scope = unlimited) => made.resolveCollision(id, scope),
      };
    },
  };
  return drafts;
}

/** Creates a live version. Its number follows from the hash: `one` is 1, `four` is 4. */
function createLiveVersion(hash: string, documents: object, draft?: DraftMark): DraftBase {
  const number = ['one', 'two', 'three', 'four'].indexOf(hash) + 1;
  return { hash, number, documents: { ...documents }, ...(draft && { draft }) };
}

/** Creates a change of one member of `ui.json` from one value to another. */
export function createUiChange(id: string, key: string, before: string, after: string): Change {
  return { id, title: { key: 'text' }, patches: [{ file: 'ui.json', path: [key], before, after }] };
}

/** Creates a change of one English text from one value to another. Its id is made of key and new value. */
function createTextChange(key: string, before: string, after: string): Change {
  const patch = { file: 'texts/en.json', path: [key], before, after };
  return { id: `${key} ${after}`, title: { key: 'text' }, patches: [patch] };
}

/**
 * Declares the tests of the behaviour of drafts in any storage.
 * @param name The name of the storage, in the titles of the tests.
 * @param open Opens the draft of a folder, as one more server.
 */
export function describeDrafts(
  name: string,
  open: (folder: string) => DraftStorage | Promise<DraftStorage>,
): void {
  /** Creates the drafts of a test in a new temporary folder. Nothing is opened yet. */
  const inFolder = () => {
    const folder = createTemporaryFolder();
    return createTestDrafts(() => open(folder));
  };

  describe(`${name}: a draft`, () => {
    it('keeps what was taken while an earlier version was published', async () => {
      const there = inFolder();
      const drafts = await there.openDrafts();
      const { id: draft, documents } = drafts.current();
      await drafts.applyChange({ draft, by: 'one', change: createUiChange('1', 'name', 'a', 'A') });
      const mark = { id: draft, version: 1, page: 'one' };
      const published = createLiveVersion('two', drafts.current().documents, mark);
      await drafts.applyChange({ draft, by: 'two', change: createUiChange('2', 'email', 'b', 'B') });
      expect(drafts.getDocumentsAt(1)).toEqual(published.documents);
      expect(drafts.getDocumentsAt(0)).toEqual(documents);
      expect(drafts.getDocumentsAt(3)).toBeUndefined();
      there.liveNow = published.number;
      await drafts.rebase(published);
      await drafts.rebase(published);
      expect(documents).toEqual({ 'ui.json': { name: 'a', email: 'b' } });
      expect(drafts.current()).toMatchObject({
        baseHash: 'two',
        documents: { 'ui.json': { name: 'A', email: 'B' } },
      });
      expect(drafts.current().changes).toMatchObject([{ id: '2', version: 1, by: 'two' }]);
      expect((await there.openDrafts('two')).current()).toEqual(drafts.current());
    });

    it('takes what is out of date along to the next, and over a deployment', async () => {
      const there = inFolder();
      /** Returns documents with one text in English and German. */
      const texts = (en: string, de: string) => ({
        'texts/en.json': { send: en },
        'texts/de.json': { send: de },
      });
      const drafts = await there.openDrafts('one', texts('Send', 'Senden'));
      const patch = { file: 'texts/en.json', path: ['send'], before: 'Send', after: 'Send it' };
      const made: Change = { id: '1', title: { key: 'text' }, patches: [patch] };
      await drafts.applyChange({ draft: drafts.current().id, by: 'one', change: made });
      expect(drafts.current().outdated).toEqual({});
      const { id, documents } = drafts.current();
      there.liveNow = 2;
      await drafts.rebase(createLiveVersion('two', documents, { id, version: 1 }));
      expect(drafts.current().outdated).toEqual({ de: { send: 'Send' } });
      const same = await there.openDrafts('two', texts('Send it', 'Senden'));
      expect(same.current().outdated).toEqual({ de: { send: 'Send' } });
      const translated = await there.openDrafts('three', texts('Send it', 'Abschicken'));
      expect(translated.current().outdated).toEqual({});
      const changed = await there.openDrafts('four', texts('Off', 'Abschicken'));
      expect(changed.current().outdated).toEqual({ de: { send: 'Send it' } });
    });

    it('takes changes that come at once one after the other', async () => {
      const there = inFolder();
      const drafts = await there.openDrafts();
      const { id: draft } = drafts.current();
      const answers = await Promise.all([
        drafts.applyChange({ draft, by: 'one', change: createUiChange('1', 'name', 'a', 'A') }),
        drafts.applyChange({ draft, by: 'two', change: createUiChange('2', 'name', 'a', 'Z') }),
        drafts.applyChange({ draft, by: 'one', change: createUiChange('3', 'email', 'b', 'B') }),
      ]);
      expect(answers.map(({ kind }) => kind)).toEqual(['taken', 'conflict', 'taken']);
      expect(drafts.current().documents).toEqual({ 'ui.json': { name: 'A', email: 'B' } });
    });

    it('holds a change against the scope of its maker in the documents that it changes', async () => {
      const there = inFolder();
      const documents = { 'texts/en.json': { 'forms.service.title': 'A', submit: 'Send' } };
      const [drafts, other] = [
        await there.openDrafts('one', documents),
        await there.openDrafts('one', documents),
      ];
      const { id: draft } = drafts.current();
      const scope = { types: ['service'] };
      const inside = createTextChange('forms.service.title', 'A', 'B');
      // The second change applies only after the first. Then it exceeds the scope of its author.
      const tricky = { ...createTextChange('forms.service.title', 'B', 'C'), id: 'tricky' };
      const patches = [...tricky.patches, ...createTextChange('submit', 'Send', 'EVIL').patches];
      const asked = { draft, by: 'one', scope };
      expect(
        await Promise.all([
          drafts.applyChange({ ...asked, change: inside }),
          drafts.applyChange({ ...asked, change: { ...tricky, patches } }),
          other.applyChange({ ...asked, change: { ...tricky, patches, id: 'on another server' } }),
        ]),
      ).toMatchObject([
        { kind: 'taken' },
        { kind: 'outside-reach', outside: ['texts/en.json: submit'] },
        { kind: expect.stringMatching('outside-reach|conflict') },
      ]);
      await drafts.refresh();
      expect(drafts.current().documents).toMatchObject({ 'texts/en.json': { submit: 'Send' } });
      expect(
        await other.applyChange({ ...asked, change: { ...tricky, patches, id: 'once more' } }),
      ).toMatchObject({
        kind: 'outside-reach',
      });
    });

    it('takes nothing of whoever has lost their right by the time their turn comes', async () => {
      const drafts = await inFolder().openDrafts();
      const { id: draft } = drafts.current();
      let isRemoved = false;
      /** Throws once `isRemoved` is true. */
      const requireRight = async () => {
        if (isRemoved) throw new Error('removed');
      };
      /** Applies a change whose author may lose their right. */
      const asks = (change: Change) => drafts.applyChange({ draft, by: 'one', change, requireRight });
      const first = asks(createUiChange('1', 'name', 'a', 'A')).then((answer) => {
        isRemoved = true;
        return answer;
      });
      const second = asks(createUiChange('2', 'email', 'b', 'B'));
      await expect(second).rejects.toThrow('removed');
      expect(await first).toMatchObject({ kind: 'taken' });
      expect(drafts.current().changes).toMatchObject([{ id: '1' }]);
    });

    it('has no collision decided by whoever may not change what it is about', async () => {
      const there = inFolder();
      const documents = { 'texts/en.json': { 'forms.service.title': 'A', submit: 'Send' } };
      const drafts = await there.openDrafts('one', documents);
      const { id } = drafts.current();
      await drafts.applyChange({ draft: id, by: 'one', change: createTextChange('submit', 'Send', 'Go') });
      there.liveNow = 2;
      await drafts.rebase(
        createLiveVersion('two', { 'texts/en.json': { 'forms.service.title': 'A', submit: 'Off' } }),
      );
      const settles = drafts.current().collisions[0]?.change.id ?? '';
      const scope = { types: ['service'] };
      const deciding = { ...createTextChange('forms.service.title', 'A', 'B'), settles };
      const outside = { kind: 'outside-reach', outside: ['texts/en.json: submit'] };
      expect(await drafts.resolveCollision(settles, scope)).toEqual(outside);
      expect(
        await drafts.applyChange({ draft: drafts.current().id, by: 'one', change: deciding, scope }),
      ).toEqual(outside);
      expect(drafts.current()).toMatchObject({ changes: [], collisions: [{ change: { id: settles } }] });
      expect(await drafts.resolveCollision(settles)).toBeUndefined();
      expect(drafts.current().collisions).toEqual([]);
    });

    it('takes no more changes than it may hold, and of one person half of that', async () => {
      const there = inFolder();
      const drafts = await there.openDrafts('one', undefined, { mostBytes: 10_000 });
      const { id: draft } = drafts.current();
      /** Applies a long change by a person, and returns the kind of the answer. */
      const takes = async (id: string, name: string) => {
        const texts = { before: drafts.current().documents, after: 'x'.repeat(1_000) };
        const before =
          (texts.before as { readonly [file: string]: { readonly name: string } })['ui.json']?.name ?? '';
        const change = createUiChange(id, 'name', before, `${texts.after} ${id}`);
        return (await drafts.applyChange({ draft, by: 'one', name, change })).kind;
      };
      const kinds: string[] = [];
      for (const id of ['1', '2', '3', '4']) kinds.push(await takes(id, 'Ann'));
      expect(kinds).toEqual(['taken', 'refused', 'refused', 'refused']);
      expect(await takes('5', 'Bea')).toBe('taken');
      expect(drafts.current().changes.map(({ id }) => id)).toEqual(['1', '5']);
      expect(
        await drafts.applyChange({
          draft,
          by: 'one',
          name: 'Ann',
          change: createUiChange('6', 'email', 'b', 'B'),
        }),
      ).toMatchObject({
        kind: 'taken',
      });
    });

    it('is one where several servers open it at once, and loses nothing where all of them take changes', async () => {
      const there = inFolder();
      const keys = Array.from({ length: 12 }, (_each, at) => `key ${at}`);
      const documents = { 'ui.json': Object.fromEntries(keys.map((key) => [key, 'a'])) };
      const servers = await Promise.all([1, 2, 3].map(() => there.openDrafts('one', documents)));
      const ids = new Set(servers.map((drafts) => drafts.current().id));
      expect(ids.size).toBe(1);
      const [draft = ''] = ids;
      const answers = await Promise.all(
        keys.map((key, at) => {
          const [first, ...others] = servers;
          const drafts = others[at % 3] ?? first;
          return drafts?.applyChange({ draft, by: 'one', change: createUiChange(key, key, 'a', 'b') });
        }),
      );
      expect(answers.map((answer) => answer?.kind)).toEqual(keys.map(() => 'taken'));
      for (const drafts of [...servers, await there.openDrafts('one', documents)]) {
        await drafts.refresh();
        const { changes } = drafts.current();
        expect(changes.map(({ version }) => version)).toEqual(keys.map((_key, at) => at + 1));
        expect(changes.map(({ id }) => id).toSorted()).toEqual(keys.toSorted());
        expect(drafts.current()).toEqual(servers[0]?.current());
      }
    });

    it('answers a change that comes again, by another server, as it did before', async () => {
      const there = inFolder();
      const [one, other] = [await there.openDrafts(), await there.openDrafts()];
      const asked = {
        draft: one.current().id,
        by: 'one',
        change: createUiChange('1', 'name', 'a', 'A'),
      };
      const answer = await one.applyChange(asked);
      expect(await other.applyChange(asked)).toEqual(answer);
      expect(await one.applyChange(asked)).toEqual(answer);
    });

    it('in which nothing was changed begins with what is live now; in one with changes somebody decides', async () => {
      const there = inFolder();
      await there.openDrafts();
      const fresh = await there.openDrafts('two', { 'ui.json': { name: 'new', email: 'b' } });
      expect(fresh.current().documents).toEqual({ 'ui.json': { name: 'new', email: 'b' } });
      await fresh.applyChange({
        draft: fresh.current().id,
        by: 'one',
        change: createUiChange('1', 'name', 'new', 'mine'),
      });
      const later = await there.openDrafts('three', { 'ui.json': { name: 'newer', email: 'b' } });
      const patch = { file: 'ui.json', path: ['name'], before: 'new', after: 'mine' };
      expect(later.current()).toMatchObject({
        baseHash: 'three',
        changes: [],
        documents: { 'ui.json': { name: 'newer' } },
        collisions: [{ change: { patches: [patch] }, conflicts: [{ patch, current: 'newer' }] }],
      });
    });

    it('stays upon what is live, where a server still takes an earlier version for that', async () => {
      const there = inFolder();
      const drafts = await there.openDrafts('two');
      await drafts.applyChange({
        draft: drafts.current().id,
        by: 'one',
        change: createUiChange('1', 'name', 'a', 'A'),
      });
      await drafts.rebase(createLiveVersion('one', { 'ui.json': { name: 'old', email: 'old' } }));
      expect(drafts.current()).toMatchObject({ baseHash: 'two', documents: { 'ui.json': { name: 'A' } } });
    });

    it('takes up what went live, field by field, and is one draft on two servers', async () => {
      const there = inFolder();
      const documents = { 'ui.json': { name: 'a', email: 'b', phone: 'c' } };
      const [one, other] = [
        await there.openDrafts('one', documents),
        await there.openDrafts('one', documents),
      ];
      expect(other.current()).toEqual(one.current());
      const heard: DraftEvent[] = [];
      other.onChange((event) => heard.push(event));
      const { id: draft } = one.current();
      await one.applyChange({ draft, by: 'one', change: createUiChange('1', 'name', 'a', 'A') });
      await other.applyChange({ draft, by: 'two', change: createUiChange('2', 'email', 'b', 'B') });
      expect(heard.map((event) => event.kind === 'change' && event.change.id)).toEqual(['1', '2']);
      await one.applyChange({ draft, by: 'one', change: createUiChange('3', 'phone', 'c', 'C') });

      const live = createLiveVersion('two', {
        'ui.json': { name: 'a', email: 'live', phone: 'live', fax: 'live' },
      });
      there.liveNow = live.number;
      await other.rebase(live);
      await Promise.all([one.rebase(live), other.rebase(live)]);
      expect(one.current()).toEqual(other.current());
      expect(heard.at(-1)).toEqual({ kind: 'other-draft', page: '' });
      const { documents: now, changes, collisions } = one.current();
      expect(now).toEqual({ 'ui.json': { name: 'A', email: 'live', phone: 'live', fax: 'live' } });
      expect(changes).toMatchObject([{ id: '1', version: 1, by: 'one' }]);
      expect(collisions.map(({ change: { patches } }) => patches)).toEqual([
        [{ file: 'ui.json', path: ['email'], before: 'b', after: 'B' }],
        [{ file: 'ui.json', path: ['phone'], before: 'c', after: 'C' }],
      ]);

      // One person decides for the draft's value, another for the current value.
      const [email, phone] = collisions.map(({ change: { id } }) => id);
      const mine = { ...createUiChange('4', 'email', 'live', 'B'), settles: String(email) };
      await one.applyChange({ draft: one.current().id, by: 'one', change: mine });
      await other.resolveCollision(String(phone));
      await one.refresh();
      for (const drafts of [one, other, await there.openDrafts('two', live.documents)])
        expect(drafts.current()).toMatchObject({
          collisions: [],
          changes: [{ id: '1' }, { id: '4' }],
          documents: { 'ui.json': { name: 'A', email: 'B', phone: 'live', fax: 'live' } },
        });
    });

    it('keeps what cannot be made again as it was made in one change', async () => {
      const there = inFolder();
      const documents = { 'ui.json': { order: ['x', 'y'], name: 'a' } };
      const drafts = await there.openDrafts('one', documents);
      const patch = {
        file: 'ui.json',
        path: [],
        before: documents['ui.json'],
        after: { order: ['x', 'y', 'z'], name: 'b' },
      };
      const whole: Change = {
        id: '1',
        title: { key: 'json', values: { file: 'ui.json' } },
        patches: [patch],
      };
      await drafts.applyChange({ draft: drafts.current().id, by: 'one', change: whole });
      there.liveNow = 2;
      await drafts.rebase(createLiveVersion('two', { 'ui.json': { order: ['w', 'x', 'y'], name: 'a' } }));
      expect(drafts.current()).toMatchObject({
        documents: { 'ui.json': { order: ['w', 'x', 'y', 'z'], name: 'b' } },
        changes: [{ version: 1, title: { key: 'followed', values: { version: 2 } } }],
        collisions: [],
      });
    });
  });
}
