import { describe, expect, it, onTestFinished } from 'vitest';
import type { Store } from '../store.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const claim = { key: 'k', list: 'offices', now: 1000, until: 2000 };
const details = { count: 1, goodAt: 1500, etag: '"1"' };

/**
 * Declares the tests of the calls about copies of lists of the content, for any store.
 * @param name The name of the store in the titles.
 * @param open Opens an empty store in a folder.
 */
export function describeContentCopies(name: string, open: (folder: string) => Store | Promise<Store>): void {
  async function openEmpty(): Promise<Store> {
    const store = await open(createTemporaryFolder());
    onTestFinished(() => store.close());
    return store;
  }

  describe(`${name}: copies of lists of the content`, () => {
    it('are requested by one server at a time', async () => {
      const store = await openEmpty();
      const claims = await Promise.all([store.claimContentCopy(claim), store.claimContentCopy(claim)]);
      expect(claims.filter((one) => one !== undefined)).toEqual([
        { key: 'k', list: 'offices', revision: 0, dueAt: 2000, details: {} },
      ]);
      expect(await store.claimContentCopy({ ...claim, now: 2000, until: 3000 })).toBeDefined();
    });

    it('have a new revision for each change of their entries, and stay while the answers are bad', async () => {
      const store = await openEmpty();
      await store.claimContentCopy(claim);
      expect(await store.contentCopyEntries('k')).toBeUndefined();
      await store.saveContentCopy({ key: 'k', dueAt: 5000, details, entries: [{ id: 1 }] });
      const fault = { code: 'timeout', values: { seconds: 20 }, problems: [], since: 1, at: 2 } as const;
      await store.saveContentCopy({ key: 'k', dueAt: 6000, details: { ...details, fault } });
      expect(await store.contentCopies()).toEqual([
        { key: 'k', list: 'offices', revision: 1, dueAt: 6000, details: { ...details, fault } },
      ]);
      expect(await store.contentCopyEntries('k')).toEqual([{ id: 1 }]);
    });

    it('are due at once where a person asks, and remember what a person accepts', async () => {
      const store = await openEmpty();
      await store.requestContentCopy({ key: 'unknown', now: 1 });
      await store.claimContentCopy(claim);
      await store.requestContentCopy({ key: 'k', now: 1200, accepted: 'hash' });
      expect(await store.contentCopies()).toMatchObject([{ dueAt: 1200, details: { accepted: 'hash' } }]);
    });

    it('are deleted where nothing uses them any more', async () => {
      const store = await openEmpty();
      for (const key of ['old', 'used', 'new'])
        await store.claimContentCopy({ ...claim, key, until: key === 'new' ? 9000 : 2000 });
      await store.forgetContentCopies({ dueBefore: 5000, except: ['used'] });
      expect((await store.contentCopies()).map(({ key }) => key)).toEqual(['new', 'used']);
    });
  });
}
