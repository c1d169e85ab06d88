import { describe, expect, it, onTestFinished } from 'vitest';
import type { Store } from '../../store/store.ts';
import { StoreError } from '../../store/store-error.ts';
import { createTemporaryFolder } from '../../store/testing/temporary-folder.ts';
import { openDraftTables } from '../draft/draft-tables.ts';
import { createTestDrafts, createUiChange, describeDrafts } from './drafts-suite.ts';

/** A database whose rows are read and changed without the calls of its store. */
export interface DraftDatabase {
  /** Opens the store of a folder, as one more server; creates its database if it is missing. */
  readonly open: (folder: string) => Store | Promise<Store>;
  /** Runs an SQL statement on the database of a folder, and returns its rows. */
  readonly run: (folder: string, statement: string) => Promise<readonly unknown[]>;
}

/**
 * Declares the tests of the draft in the tables of a database.
 * @param name The name of the database, in the titles of the tests.
 */
export function describeDraftTables(name: string, { open, run }: DraftDatabase): void {
  /** Opens the store of a folder until the end of the running test. */
  async function openStore(folder: string): Promise<Store> {
    const store = await open(folder);
    onTestFinished(store.close);
    return store;
  }

  describeDrafts(`openDraftTables in ${name}`, async (folder) => openDraftTables(await openStore(folder)));

  /** Returns the drafts of a new database, and a function that runs a statement on it. */
  function inDatabase() {
    const folder = createTemporaryFolder();
    return {
      folder,
      run: (statement: string) => run(folder, statement),
      ...createTestDrafts(async () => openDraftTables(await openStore(folder))),
    };
  }

  describe(`the tables of a draft in ${name}`, () => {
    it('are written only at the position that the caller knows', async () => {
      const store = await openStore(createTemporaryFolder());
      const first = { id: 'a', head: 'head', lines: ['1'] };
      const next = { ...first, id: 'b' };
      expect([await store.draftPoint(), await store.draftSince({})]).toEqual([undefined, undefined]);
      expect(await store.copyDraft({ now: 1 })).toBe(0);
      expect(await store.beginDraft({ draft: first, after: { id: 'a', lines: 0 } })).toBe(false);
      expect(await store.beginDraft({ draft: first })).toBe(true);
      expect(await store.beginDraft({ draft: next })).toBe(false);
      expect(await store.appendToDraft({ line: '2', after: { id: 'a', lines: 1 } })).toBe(true);
      expect(await store.appendToDraft({ line: '3', after: { id: 'a', lines: 1 } })).toBe(false);
      expect(await store.beginDraft({ draft: next, after: { id: 'a', lines: 1 } })).toBe(false);
      const whole = { id: 'a', lines: 2, head: 'head', further: ['1', '2'] };
      expect(await store.draftPoint()).toEqual({ id: 'a', lines: 2 });
      expect(await store.draftSince({})).toEqual(whole);
      expect(await store.draftSince({ since: { id: 'b', lines: 1 } })).toEqual(whole);
      expect(await store.draftSince({ since: { id: 'a', lines: 1 } })).toEqual({
        id: 'a',
        lines: 2,
        further: ['2'],
      });
      expect(await store.beginDraft({ draft: next, after: { id: 'a', lines: 2 } })).toBe(true);
      expect(await store.draftSince({ since: { id: 'a', lines: 2 } })).toEqual({
        id: 'b',
        lines: 1,
        head: 'head',
        further: ['1'],
      });
    });

    it('have a change once whose answer a server did not get', async () => {
      const folder = createTemporaryFolder();
      const store = await openStore(folder);
      let isLost = true;
      const losing: typeof store.appendToDraft = async (request) => {
        const isTaken = await store.appendToDraft(request);
        if (!isLost) return isTaken;
        isLost = false;
        throw new StoreError('broken', 'Cannot write to the database: Connection terminated');
      };
      const { openDrafts } = createTestDrafts(() => openDraftTables({ ...store, appendToDraft: losing }));
      const drafts = await openDrafts();
      const asked = { draft: drafts.current().id, by: 'one', change: createUiChange('1', 'name', 'a', 'A') };
      await expect(drafts.applyChange(asked)).rejects.toThrow('Connection terminated');
      expect(await drafts.applyChange(asked)).toMatchObject({
        kind: 'taken',
        change: { id: '1', version: 1 },
      });
      expect(await run(folder, 'SELECT number FROM draft_lines')).toEqual([{ number: 1 }]);
    });

    it('keep a copy of what cannot be applied again, and have the rest as a draft that others see', async () => {
      const { run: runHere, openDrafts, faults } = inDatabase();
      const drafts = await openDrafts();
      const { id: draft } = drafts.current();
      const changes = [
        createUiChange('0', 'email', 'b', 'B'),
        createUiChange('1', 'name', 'a', 'A'),
        createUiChange('2', 'name', 'A', 'AA'),
      ];
      for (const change of changes) await drafts.applyChange({ draft, by: 'one', change });
      await runHere(`UPDATE draft_lines SET content = replace(content, '"a"', '"x"') WHERE number = 2`);
      const broken = await openDrafts();
      expect(broken.fault()?.message).toContain('change 2 does not fit');
      expect(await broken.repair()).toBe('draft_copies 1');
      expect(broken.current().changes.map(({ id }) => id)).toEqual(['0']);
      expect(faults).toHaveLength(1);
      const [copy] = (await runHere('SELECT content FROM draft_copies')) as { content: string }[];
      expect(copy?.content.split('\n').map((line) => JSON.parse(line).id)).toEqual([draft, '0', '1', '2']);
      await drafts.refresh();
      expect(drafts.current().changes.map(({ id }) => id)).toEqual(['0']);
    });

    it.each([
      [`UPDATE drafts SET head = 'nonsense'`, 'the head in the table "drafts" is not JSON', []],
      [`UPDATE draft_lines SET content = '{"undoes":5}' WHERE number = 2`, 'line 2 in the table', ['0']],
      [`DELETE FROM draft_lines WHERE number = 3`, 'has 2 lines of it, but "drafts" counts 3', ['0', '1']],
    ])('are not opened while they are damaged, until an owner continues: %s', async (...row) => {
      const [statement, reason, readable] = row;
      const { run: runHere, openDrafts } = inDatabase();
      const drafts = await openDrafts();
      const { id: draft } = drafts.current();
      const changes = [
        createUiChange('0', 'email', 'b', 'B'),
        createUiChange('1', 'name', 'a', 'A'),
        createUiChange('2', 'name', 'A', 'AA'),
      ];
      for (const change of changes) await drafts.applyChange({ draft, by: 'one', change });
      await runHere(statement);
      const broken = await openDrafts();
      expect(broken.fault()?.message).toContain(reason);
      await expect(broken.refresh()).rejects.toThrow(reason);
      await broken.repair();
      expect(broken.current().changes.map(({ id }) => id)).toEqual(readable);
      expect((await openDrafts()).fault()).toBeUndefined();
    });

    it('have the draft again after somebody has removed it', async () => {
      const { run: runHere, openDrafts } = inDatabase();
      const drafts = await openDrafts();
      const { id: draft } = drafts.current();
      await drafts.applyChange({ draft, by: 'one', change: createUiChange('1', 'name', 'a', 'A') });
      await runHere('DELETE FROM drafts');
      expect(await runHere('SELECT * FROM draft_lines')).toEqual([]);
      await drafts.refresh();
      expect((await openDrafts()).current()).toEqual(drafts.current());
    });

    it('have the draft rebased to the live version once they can be written again', async () => {
      const store = await openStore(createTemporaryFolder());
      let isFull = false;
      /** Begins a draft, unless the disk is full. */
      const beginDraft: typeof store.beginDraft = async (request) => {
        if (isFull) throw new StoreError('full', 'Cannot write to the database: the disk is full');
        return store.beginDraft(request);
      };
      const there = createTestDrafts(() => openDraftTables({ ...store, beginDraft }));
      const drafts = await there.openDrafts();
      const { id: draft } = drafts.current();
      await drafts.applyChange({ draft, by: 'one', change: createUiChange('1', 'name', 'a', 'A') });
      isFull = true;
      there.liveNow = 2;
      const live = { hash: 'two', number: 2, documents: { 'ui.json': { name: 'a', email: 'B' } } };
      await expect(drafts.rebase(live)).rejects.toMatchObject({ name: 'StoreError', code: 'full' });
      await expect(drafts.refresh()).rejects.toMatchObject({ code: 'full' });
      expect(drafts.current().baseHash).toBe('one');
      isFull = false;
      await drafts.refresh();
      expect(drafts.current()).toMatchObject({
        baseHash: 'two',
        documents: { 'ui.json': { name: 'A', email: 'B' } },
      });
    });

    it('have the draft rebased to a version that goes live while it is rebased to the one before', async () => {
      const place = openDraftTables(await openStore(createTemporaryFolder()));
      let meanwhile = async () => {};
      const begin: typeof place.begin = async (draft) => {
        await meanwhile();
        return place.begin(draft);
      };
      const there = createTestDrafts(() => ({ ...place, begin }));
      const drafts = await there.openDrafts();
      const liveOf = (number: number, text: string) => ({
        hash: text,
        number,
        documents: { 'ui.json': { name: text, email: 'b' } },
      });
      let later = Promise.resolve();
      meanwhile = async () => {
        meanwhile = async () => {};
        there.liveNow = 3;
        later = drafts.rebase(liveOf(3, 'three'));
      };
      there.liveNow = 2;
      await drafts.rebase(liveOf(2, 'two'));
      await later;
      expect(drafts.current()).toMatchObject({ baseVersion: 3, documents: { 'ui.json': { name: 'three' } } });
    });
  });
}
