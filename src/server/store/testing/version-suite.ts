import { describe, expect, it, onTestFinished } from 'vitest';
import type { Consequence } from '#engine/compare/index.ts';
import type { NewAuditEntry } from '../records/people-entry.ts';
import type { NewVersion } from '../records/version-entry.ts';
import type { Store } from '../store.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

/** Returns a version that goes live at once; `changes` replaces properties. Stores nothing. */
const newVersion = (changes: Partial<NewVersion> = {}): NewVersion => ({
  hash: 'a',
  origin: 'studio',
  by: 'Ada',
  note: 'why',
  documents: { 'texts/en.json': { send: 'Zoë "<b>' } },
  ...changes,
});

const note: NewAuditEntry = { at: 1, action: 'published', who: { name: 'Ada' } };

/** Returns consequences of these kinds. The store treats them as plain JSON. */
const createConsequences = (...kinds: readonly string[]) =>
  kinds.map((kind) => ({ kind })) as unknown as readonly Consequence[];

/**
 * Defines the tests of the calls about versions, for any store.
 * @param name The name of the store, in the titles of the tests.
 * @param open Opens the store of a folder.
 */
export function describeVersions(name: string, open: (folder: string) => Store | Promise<Store>): void {
  /**
   * Opens the store of a folder, to be closed at the end of the running test. Without a folder, it is a new
   * one.
   */
  async function fresh(folder = createTemporaryFolder()): Promise<Store> {
    const store = await open(folder);
    onTestFinished(() => store.close());
    return store;
  }
  /**
   * Adds a version at a time, if `after` is the number of the live version or is absent, and returns the
   * outcome.
   */
  const add = (store: Store, version: NewVersion, now: number, after?: number) =>
    store.addVersion({ version, now, ...(after !== undefined && { after }) });

  describe(`${name}: versions`, () => {
    it('are kept for good, as they were made, with numbers without a gap', async () => {
      const folder = createTemporaryFolder();
      const store = await fresh(folder);
      const draft = { id: 'd', version: 3 };
      await add(store, newVersion({ draft, consequences: createConsequences('x', 'y') }), 10);
      await add(store, newVersion({ hash: 'b', restores: 1, origin: 'restore' }), 20);
      await store.close();

      const again = await fresh(folder);
      const replaced = { number: 1, hash: 'a', state: 'replaced', at: 10, liveAt: 10, replacedAt: 20 };
      const live = { number: 2, hash: 'b', state: 'live', at: 20, liveAt: 20, after: 1 };
      expect(await again.versions({ limit: 5 })).toEqual([
        { ...live, origin: 'restore', restores: 1, by: 'Ada', note: 'why' },
        { ...replaced, origin: 'studio', by: 'Ada', note: 'why', consequenceCount: 2 },
      ]);
      expect(await again.version(1)).toMatchObject({
        ...replaced,
        draft,
        documents: newVersion().documents,
        consequences: [{ kind: 'x' }, { kind: 'y' }],
      });
      expect(await again.version('live')).toMatchObject(live);
      expect(await again.version(3)).toBeUndefined();
    });

    it('are listed page by page, the newest first', async () => {
      const store = await fresh();
      for (let at = 1; at <= 5; at += 1) await add(store, newVersion(), at);
      /** Returns the numbers of the two newest versions below `before`, or of all if it is absent. */
      const numbers = async (before?: number) =>
        (await store.versions({ limit: 2, ...(before && { before }) })).map(({ number }) => number);
      expect([await numbers(), await numbers(4), await numbers(2)]).toEqual([[5, 4], [3, 2], [1]]);
    });

    it('go live at once in place of another, one of two that were made upon the same', async () => {
      const folder = createTemporaryFolder();
      const [one, other] = [await fresh(folder), await fresh(folder)];
      await add(one, newVersion(), 10);
      const both = await Promise.all([
        add(one, newVersion({ hash: 'b' }), 20, 1),
        add(other, newVersion({ hash: 'c' }), 20, 1),
      ]);
      expect(both.map(({ kind }) => kind).toSorted()).toEqual(['added', 'other-live']);
      expect(await one.versionPulse()).toEqual({ live: 2 });
      expect(await one.versions({ limit: 5 })).toHaveLength(2);
    });

    it('are numbered without a gap, however many are made at once', async () => {
      const folder = createTemporaryFolder();
      const stores = [await fresh(folder), await fresh(folder)];
      const versions = Array.from({ length: 8 }, (_each, at) => newVersion({ hash: `hash ${at}` }));
      await Promise.all(
        versions.flatMap((version, at) =>
          stores.map((store) => store.addVersion({ version, now: at, note })),
        ),
      );
      const made = await stores[0]?.versions({ limit: 99 });
      expect(made?.map(({ number }) => number)).toEqual(Array.from({ length: 16 }, (_each, at) => 16 - at));
      expect(made?.map(({ state }) => state)).toEqual(['live', ...Array(15).fill('replaced')]);
      expect(made?.slice(0, -1).every(({ number, after }) => after === number - 1)).toBe(true);
      expect((await stores[1]?.audit({ limit: 99, after: 0 }))?.map(({ about }) => about)).toEqual(
        Array.from({ length: 16 }, (_each, at) => String(at + 1)),
      );
    });

    it('go live or are cancelled, whichever is first', async () => {
      const folder = createTemporaryFolder();
      const [one, other] = [await fresh(folder), await fresh(folder)];
      await add(one, newVersion(), 10);
      await add(one, newVersion({ goesLiveAt: 20 }), 10);
      const [live, cancelled] = await Promise.all([
        one.goLive({ number: 2, now: 30 }),
        other.cancelVersion({ number: 2, now: 30 }),
      ]);
      expect(cancelled?.isCancelled).toBe(live === undefined);
      expect(await one.version(2)).toMatchObject({ state: live ? 'live' : 'cancelled' });
      expect(await one.versionPulse()).toEqual({ live: live ? 2 : 1 });
    });

    it('wait for their time, and go live once', async () => {
      const folder = createTemporaryFolder();
      const [one, other] = [await fresh(folder), await fresh(folder)];
      await add(one, newVersion(), 10);
      await add(one, newVersion({ hash: 'late', goesLiveAt: 900 }), 20);
      await add(one, newVersion({ hash: 'soon', goesLiveAt: 500 }), 30);
      expect(await other.versionPulse()).toEqual({ live: 1, next: { number: 3, goesLiveAt: 500 } });
      expect(await other.goLive({ number: 3, now: 499 })).toBeUndefined();
      const both = await Promise.all([one, other].map((store) => store.goLive({ number: 3, now: 501 })));
      expect(both.filter((version) => version !== undefined)).toMatchObject([{ state: 'live', liveAt: 501 }]);
      expect(await one.versionPulse()).toEqual({ live: 3, next: { number: 2, goesLiveAt: 900 } });
      expect(await one.version(1)).toMatchObject({ state: 'replaced', replacedAt: 501 });
    });

    it('go live in place of the one alone that was looked at, where one was', async () => {
      const store = await fresh();
      await add(store, newVersion(), 10);
      await add(store, newVersion({ hash: 'b', goesLiveAt: 50, byId: 'ada' }), 20);
      await add(store, newVersion({ hash: 'c' }), 30);
      expect(await store.goLive({ number: 2, after: 1, now: 60, note })).toBeUndefined();
      expect(await store.versionPulse()).toMatchObject({ live: 3, next: { number: 2 } });
      expect(await store.version(2)).toMatchObject({ state: 'scheduled', byId: 'ada' });
      expect(await store.goLive({ number: 2, after: 3, now: 60 })).toMatchObject({ state: 'live' });
      expect((await store.audit({ limit: 9, after: 0 })).length).toBe(0);
    });

    it('are refused for good, with why', async () => {
      const store = await fresh();
      const refused = { reason: 'outside-reach', outside: ['texts/en.json: "submit"'] } as const;
      await add(store, newVersion(), 10);
      await add(store, newVersion({ goesLiveAt: 50, byId: 'ada', draft: { id: 'd', version: 1 } }), 20);
      expect(await store.cancelVersion({ number: 2, refused, now: 60 })).toMatchObject({
        isCancelled: true,
        version: { state: 'cancelled', refused, note: 'why' },
      });
      expect(await store.version(2)).toMatchObject({ refused, byId: 'ada', draft: { id: 'd', version: 1 } });
      // A decision is not changed by a later one.
      await store.cancelVersion({ number: 2, refused: { reason: 'not-allowed' }, now: 70 });
      const [summary] = await store.versions({ limit: 1 });
      expect(summary).toMatchObject({ refused });
      expect(summary).not.toHaveProperty('byId');
    });

    it('go live one after the other, whatever the clocks of their servers say', async () => {
      const store = await fresh();
      await add(store, newVersion(), 400_000);
      await add(store, newVersion({ hash: 'b' }), 100_000);
      await add(store, newVersion({ hash: 'c', goesLiveAt: 100_500 }), 100_100);
      await store.goLive({ number: 3, now: 101_000 });
      expect(await store.versions({ limit: 5 })).toMatchObject([
        { number: 3, liveAt: 400_000 },
        { number: 2, liveAt: 400_000, replacedAt: 400_000 },
        { number: 1, liveAt: 400_000, replacedAt: 400_000 },
      ]);
    });

    it('that wait are told in the order of their times, however many were made since', async () => {
      const store = await fresh();
      await add(store, newVersion({ goesLiveAt: 9000 }), 10);
      await add(store, newVersion({ goesLiveAt: 8000 }), 10);
      for (let at = 20; at < 80; at += 1) await add(store, newVersion(), at);
      expect((await store.waitingVersions()).map(({ number }) => number)).toEqual([2, 1]);
    });

    it('are cancelled as long as they wait', async () => {
      const store = await fresh();
      await add(store, newVersion(), 10);
      await add(store, newVersion({ goesLiveAt: 500 }), 20);
      expect(await store.cancelVersion({ number: 2, now: 30 })).toMatchObject({
        isCancelled: true,
        version: { state: 'cancelled' },
      });
      expect(await store.goLive({ number: 2, now: 600 })).toBeUndefined();
      for (const number of [1, 2])
        expect(await store.cancelVersion({ number, now: 40 })).toMatchObject({ isCancelled: false });
      expect(await store.cancelVersion({ number: 3, now: 40 })).toBeUndefined();
      expect(await store.versionPulse()).toEqual({ live: 1 });
    });

    it('are found by every hash that was noted of them, that which is live or was last first', async () => {
      const store = await fresh();
      for (const [at, hash] of ['a', 'b', 'a', 'b'].entries()) await add(store, newVersion({ hash }), at);
      await store.recordVersionHash({ number: 1, hash: 'z' });
      await store.recordVersionHash({ number: 1, hash: 'z' });
      const found = await Promise.all(['a', 'b', 'z', 'y'].map((hash) => store.versionByHash(hash)));
      expect(found.map((version) => version?.number)).toEqual([3, 4, 1, undefined]);
      await add(store, newVersion({ hash: 'w', goesLiveAt: 900 }), 9);
      expect(await store.versionByHash('w')).toBeUndefined();
    });

    it('keep the consequences that were first told of them', async () => {
      const store = await fresh();
      await add(store, newVersion(), 10);
      await store.recordConsequences({ number: 1, consequences: createConsequences('x') });
      await store.recordConsequences({ number: 1, consequences: createConsequences('y', 'z') });
      expect(await store.version(1)).toMatchObject({ consequences: [{ kind: 'x' }], consequenceCount: 1 });
    });

    it('count what their visitors see of it, whatever characters it has', async () => {
      const store = await fresh();
      const odd = ['\0', '\0\0', '\\u0000', '\\\0', '\ud800', '\udc00\ud800', '"', '\\'];
      const consequences = [
        ...odd.map((text) => ({ kind: 'x', text })),
        { kind: 'documents-only', text: '\0' },
      ];
      await add(store, newVersion({ consequences: consequences as unknown as readonly Consequence[] }), 10);
      expect(await store.version(1)).toMatchObject({ consequences, consequenceCount: odd.length });
    });

    it('note a deployment once, and upon what its server knew', async () => {
      const store = await fresh();
      const version = newVersion({ origin: 'folder' });
      const first = await store.deploy({ digest: 'one', version, now: 10 });
      expect(first).toMatchObject({ kind: 'added', version: { number: 1, state: 'live' } });
      expect(await store.deploy({ digest: 'one', version, now: 20 })).toEqual({ kind: 'known' });
      const late = await store.deploy({ digest: 'two', version, now: 30 });
      expect(late).toMatchObject({ kind: 'other-live', live: { number: 1 } });
      expect(await store.deploy({ digest: 'two', after: 1, now: 30 })).toEqual({ kind: 'noted' });
      expect(await store.deploy({ digest: 'two', version, after: 1, now: 40 })).toEqual({ kind: 'known' });
      expect(await store.versionPulse()).toEqual({ live: 1 });
    });

    it('note a deployment once, whichever of two servers brings it', async () => {
      const folder = createTemporaryFolder();
      const stores = [await fresh(folder), await fresh(folder)];
      const deployment = { digest: 'one', version: newVersion({ origin: 'folder' }), note, now: 10 };
      const both = await Promise.all(stores.map((store) => store.deploy(deployment)));
      expect(both.map(({ kind }) => kind).toSorted()).toEqual(['added', 'known']);
      expect(await stores[0]?.deployedDigest()).toBe('one');
      expect(await stores[0]?.audit({ limit: 9 })).toMatchObject([{ about: '1' }]);
    });

    it('are taken up from files where there are none', async () => {
      const store = await fresh();
      const versions = [
        { ...newVersion(), liveAt: 5, replacedAt: 9 },
        { ...newVersion({ hash: 'b' }), liveAt: 9 },
      ];
      expect(await store.adoptVersions({ versions, digest: 'one' })).toBe(true);
      expect(await store.adoptVersions({ versions })).toBe(false);
      expect(await store.deploy({ digest: 'one', now: 20 })).toEqual({ kind: 'known' });
      expect(await store.versions({ limit: 5 })).toMatchObject([
        { number: 2, state: 'live', liveAt: 9, after: 1 },
        { number: 1, state: 'replaced', replacedAt: 9 },
      ]);
    });
  });
}
