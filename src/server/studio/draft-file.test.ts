import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../store/testing/temporary-folder.ts';
import { openDraftFile } from './draft-file.ts';
import { changeOf, describeDrafts, draftsIn } from './testing/drafts-suite.ts';

/** A fresh folder with drafts in it. */
function there() {
  const folder = temporaryFolder();
  const path = fileIn(folder);
  return { folder, path, ...draftsIn((onDamage) => openDraftFile(path, onDamage)) };
}

const fileIn = (folder: string) => join(folder, 'draft.jsonl');

describeDrafts('openDraftFile', (folder, onDamage) => openDraftFile(fileIn(folder), onDamage));

describe('the file of a draft', () => {
  it('goes on behind what an append that failed has left', async () => {
    const { path, opened, damaged } = there();
    const drafts = await opened();
    const { id: draft } = drafts.current();
    await drafts.take({ draft, by: 'one', change: changeOf('1', 'name', 'a', 'A') });
    appendFileSync(path, '{"id":"half a line, as a full disk leaves it"');
    await drafts.take({ draft, by: 'one', change: changeOf('2', 'email', 'b', 'B') });
    expect((await opened()).current().documents).toEqual({ 'ui.json': { name: 'A', email: 'B' } });
    expect(damaged).toEqual([]);
  });

  it.each([
    ['a line amid it that cannot be read', (lines: string[]) => lines.with(2, '{"id":"2","vers')],
    [
      'a change that cannot be made again',
      (lines: string[]) => lines.with(2, lines[2]?.replace('"a"', '"x"') ?? ''),
    ],
    ['a beginning that cannot be read', (lines: string[]) => lines.with(0, '{')],
  ])('is copied before anything of it goes: %s', async (what, damage) => {
    const { folder, path, opened, damaged } = there();
    const drafts = await opened();
    const { id: draft } = drafts.current();
    await drafts.take({ draft, by: 'one', change: changeOf('0', 'email', 'b', 'B') });
    await drafts.take({ draft, by: 'one', change: changeOf('1', 'name', 'a', 'A') });
    await drafts.take({ draft, by: 'one', change: changeOf('2', 'name', 'A', 'AA') });
    const text = damage(readFileSync(path, 'utf8').split('\n')).join('\n');
    writeFileSync(path, text);
    const { changes } = (await opened()).current();
    expect(changes.map(({ id }) => id)).toEqual(what.startsWith('a beginning') ? [] : ['0']);
    expect(damaged.map((copy) => readFileSync(copy, 'utf8'))).toEqual([text]);
    // What stands is whole: the next one to open it finds nothing to complain of.
    expect((await opened()).current().changes).toEqual(changes);
    expect(readdirSync(folder).filter((name) => !name.endsWith('.lock'))).toHaveLength(2);
  });
});
