import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';

function run(folder: string, ...args: readonly string[]) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, SLIPWAY_DATA: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/server/audit.ts', ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

/** A data folder with a log, and its export. */
async function logged(count = 3) {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-audit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const store = openSqliteStore({ dataFolder: folder, settings: serverSettings, whenAbsent: 'make' });
  for (let index = 0; index < count; index++)
    await store.addAuditEntry({
      at: index,
      action: 'published',
      who: { name: 'Ann' },
      about: `one\u2028${index}`,
    });
  const lines = (await store.audit({ after: 0, limit: 5000 })).map((entry) => `${JSON.stringify(entry)}\n`);
  await store.close();
  const file = join(folder, 'export.jsonl');
  writeFileSync(file, lines.join(''));
  const past = (sql: string) => {
    const db = new DatabaseSync(join(folder, 'slipway.db'));
    db.exec(`DROP TRIGGER audit_unchanged; DROP TRIGGER audit_kept; ${sql}`);
    db.close();
  };
  return { folder, file, past };
}

describe('npm run audit', () => {
  it('tells a log and an export that are as they were written', async () => {
    const { folder, file } = await logged(1200);
    for (const args of [[], [file]]) {
      const { status, said } = run(folder, ...args);
      expect([status, said]).toEqual([0, expect.stringMatching(/^1200 entries, unchanged; .*\n$/)]);
    }
  });

  it('tells a log that was changed past the server', async () => {
    const { folder, past } = await logged();
    past(`UPDATE audit SET content = replace(content, 'Ann', 'Eve') WHERE number = 2`);
    expect(run(folder)).toEqual({
      status: 1,
      said: expect.stringContaining('Entry 2 of the log was changed'),
    });
  });

  it('tells by an export what the log alone does not show', async () => {
    const { folder, file, past } = await logged();
    past('DELETE FROM audit WHERE number = 3');
    expect(run(folder).status).toBe(0);
    expect(run(folder, file)).toEqual({
      status: 1,
      said: expect.stringContaining('Entry 3, which was exported, is missing'),
    });
    const another = await logged();
    // Rewritten from the first entry on, the chain is consistent.
    another.past('DELETE FROM audit');
    const store = openSqliteStore({ dataFolder: another.folder, settings: serverSettings });
    for (let index = 0; index < 3; index++)
      await store.addAuditEntry({ at: index, action: 'published', who: { name: 'Eve' }, about: 'two' });
    await store.close();
    expect(run(another.folder).status).toBe(0);
    expect(run(another.folder, another.file).said).toContain('Entry 3 differs from the exported one');
  });

  it.each([
    ['a line that was changed', (text: string) => text.replace('"at":1', '"at":7'), 'Line 2'],
    ['a line that was taken out', (text: string) => text.split('\n').toSpliced(1, 1).join('\n'), 'Line 2'],
    ['something else', () => 'number,time\n', 'Line 1'],
  ])('tells an export that is not as it was written: %s', async (_what, change, line) => {
    const { folder, file } = await logged();
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    expect(run(folder, file)).toEqual({ status: 1, said: expect.stringContaining(line) });
  });

  it('says what it needs', async () => {
    const { folder } = await logged();
    expect(run(folder, 'a', 'b').status).toBe(2);
    expect(run(folder, join(folder, 'nothing'))).toMatchObject({ status: 1 });
    expect(run(join(folder, 'nothing'))).toMatchObject({ status: 1 });
  });
});
