import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../platform/config/settings.ts';
import { createLog } from '../platform/log/log.ts';
import { openPostgresStore } from '../store/postgres/postgres-store.ts';
import {
  createTemporaryDatabase,
  getFolderDatabase,
  runStatements,
} from '../store/postgres/testing/temporary-database.ts';
import type { SharedCalls } from '../store/store.ts';
import { StoreError } from '../store/store-error.ts';
import { createTemporaryFolder } from '../store/testing/temporary-folder.ts';
import { openDraftFile } from './draft-file.ts';
import { openDraftTables } from './draft-tables.ts';
import { migrateFileDraft } from './migrate-file-draft.ts';
import { createTestDrafts, createUiChange, describeDrafts } from './testing/drafts-suite.ts';

async function storeOf(url: string): Promise<SharedCalls> {
  const store = await openPostgresStore({ url, settings: serverSettings });
  onTestFinished(store.close);
  return store.shared;
}

describeDrafts('openDraftTables', async (folder) =>
  openDraftTables(await storeOf(await getFolderDatabase(folder))),
);

/** A fresh database with drafts in it. */
async function there() {
  const url = await createTemporaryDatabase();
  return { url, ...createTestDrafts(async () => openDraftTables(await storeOf(url))) };
}

describe('the tables of a draft', () => {
  it('have a change once that a server could not be told of', async () => {
    const url = await createTemporaryDatabase();
    const store = await storeOf(url);
    let isLost = true;
    const losing: typeof store.appendToDraft = async (request) => {
      const isTaken = await store.appendToDraft(request);
      if (!isLost) return isTaken;
      isLost = false;
      throw new StoreError('broken', 'Cannot write to the database: Connection terminated');
    };
    const { openDrafts } = createTestDrafts(async () => openDraftTables({ ...store, appendToDraft: losing }));
    const drafts = await openDrafts();
    const asked = { draft: drafts.current().id, by: 'one', change: createUiChange('1', 'name', 'a', 'A') };
    await expect(drafts.applyChange(asked)).rejects.toThrow('Connection terminated');
    expect(await drafts.applyChange(asked)).toMatchObject({ kind: 'taken', change: { id: '1', version: 1 } });
    expect(await runStatements(url, 'SELECT number FROM draft_lines')).toEqual([{ number: 1 }]);
  });

  it('keep a copy of what cannot be made again, and have what is left as a draft that others see', async () => {
    const { url, openDrafts, faults } = await there();
    const drafts = await openDrafts();
    const { id: draft } = drafts.current();
    const changes = [
      createUiChange('0', 'email', 'b', 'B'),
      createUiChange('1', 'name', 'a', 'A'),
      createUiChange('2', 'name', 'A', 'AA'),
    ];
    for (const change of changes) await drafts.applyChange({ draft, by: 'one', change });
    await runStatements(
      url,
      `UPDATE draft_lines SET content = replace(content, '"a"', '"x"') WHERE number = 2`,
    );
    const broken = await openDrafts();
    expect(broken.fault()?.message).toContain('change 2 does not fit');
    expect(await broken.repair()).toBe('draft_copies 1');
    expect(broken.current().changes.map(({ id }) => id)).toEqual(['0']);
    expect(faults).toHaveLength(1);
    const [copy] = (await runStatements(url, 'SELECT content FROM draft_copies')) as { content: string }[];
    expect(copy?.content.split('\n').map((line) => JSON.parse(line).id)).toEqual([draft, '0', '1', '2']);
    await drafts.refresh();
    expect(drafts.current().changes.map(({ id }) => id)).toEqual(['0']);
  });

  it.each([
    [`UPDATE drafts SET head = 'nonsense'`, 'the head in the table "drafts" is not JSON', []],
    [`UPDATE draft_lines SET content = '{"undoes":5}' WHERE number = 2`, 'line 2 in the table', ['0']],
    [`DELETE FROM draft_lines WHERE number = 3`, 'has 2 lines of it, but "drafts" counts 3', ['0', '1']],
  ])(
    'opens nothing that is stored otherwise, until an owner goes on: %s',
    async (statement, reason, readable) => {
      const { url, openDrafts } = await there();
      const drafts = await openDrafts();
      const { id: draft } = drafts.current();
      const changes = [
        ['0', 'email', 'b', 'B'] as const,
        ['1', 'name', 'a', 'A'] as const,
        ['2', 'name', 'A', 'AA'] as const,
      ];
      for (const [id, key, before, after] of changes)
        await drafts.applyChange({ draft, by: 'one', change: createUiChange(id, key, before, after) });
      await runStatements(url, statement);
      const broken = await openDrafts();
      expect(broken.fault()?.message).toContain(reason);
      await expect(broken.refresh()).rejects.toThrow(reason);
      await broken.repair();
      expect(broken.current().changes.map(({ id }) => id)).toEqual(readable);
      expect((await openDrafts()).fault()).toBeUndefined();
    },
  );

  it('take up a draft that lies in a data folder, where there is none yet', async () => {
    const { url, openDrafts } = await there();
    const lines: string[] = [];
    const adopt = async () => {
      const path = join(createTemporaryFolder(), 'draft.jsonl');
      const left = await createTestDrafts(() => openDraftFile(path)).openDrafts();
      const { id: draft } = left.current();
      await left.applyChange({ draft, by: 'one', change: createUiChange(draft, 'name', 'a', 'A') });
      await migrateFileDraft(openDraftTables(await storeOf(url)), {
        path,
        log: createLog({ write: (line) => lines.push(line), now: Date.now }),
      });
      expect([existsSync(path), existsSync(`${path}.left`)]).toEqual([false, true]);
      return draft;
    };
    const [first] = [await adopt(), await adopt()];
    expect((await openDrafts()).current()).toMatchObject({ id: first, changes: [{ id: first }] });
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(['draft-taken-up', 'draft-left']);
  });
});
