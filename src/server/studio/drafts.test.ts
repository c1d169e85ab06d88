import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '#engine/editing/index.ts';
import { openDraftFile } from './draft-file.ts';
import { type Drafts, openDrafts } from './drafts.ts';

let folder = '';
const damaged: string[] = [];
beforeEach(() => {
  damaged.length = 0;
  folder = mkdtempSync(join(tmpdir(), 'slipway-drafts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function opened(
  hash = 'one',
  documents: object = { 'ui.json': { name: 'a', email: 'b' } },
): Promise<Drafts> {
  const onDamage = (copy: string) => void damaged.push(copy);
  const file = await openDraftFile(path(), onDamage);
  return openDrafts({
    file,
    published: () => ({ hash, documents: { ...documents } }),
    now: () => 0,
    onDamage,
  });
}

const path = () => join(folder, 'draft.jsonl');

function change(id: string, key: string, before: string, after: string): Change {
  return { id, title: { key: 'text' }, patches: [{ file: 'ui.json', path: [key], before, after }] };
}

describe('a draft', () => {
  it('keeps what was taken while an earlier version was published', async () => {
    const drafts = await opened();
    const { id: draft, documents } = drafts.current();
    await drafts.take({ draft, by: 'one', change: change('1', 'name', 'a', 'A') });
    const published = { version: 1, documents: drafts.current().documents, hash: 'two', page: 'one' };
    await drafts.take({ draft, by: 'two', change: change('2', 'email', 'b', 'B') });
    expect(drafts.documentsAt(1)).toEqual(published.documents);
    expect(drafts.documentsAt(0)).toEqual(documents);
    expect(drafts.documentsAt(3)).toBeUndefined();
    await drafts.begin(published);
    expect(documents).toEqual({ 'ui.json': { name: 'a', email: 'b' } });
    expect(drafts.current()).toMatchObject({
      baseHash: 'two',
      documents: { 'ui.json': { name: 'A', email: 'B' } },
    });
    expect(drafts.current().changes).toMatchObject([{ id: '2', version: 1, by: 'two' }]);
    expect((await opened('two')).current()).toEqual(drafts.current());
  });

  it('takes what is out of date along to the next, and over a deployment', async () => {
    const texts = (en: string, de: string) => ({
      'texts/en.json': { send: en },
      'texts/de.json': { send: de },
    });
    const drafts = await opened('one', texts('Send', 'Senden'));
    const patch = { file: 'texts/en.json', path: ['send'], before: 'Send', after: 'Send it' };
    const made: Change = { id: '1', title: { key: 'text' }, patches: [patch] };
    await drafts.take({ draft: drafts.current().id, by: 'one', change: made });
    expect(drafts.current().outdated).toEqual({});
    await drafts.begin({ version: 1, documents: drafts.current().documents, hash: 'two', page: 'one' });
    expect(drafts.current().outdated).toEqual({ de: { send: 'Send' } });
    const same = await opened('two', texts('Send it', 'Senden'));
    expect(same.current().outdated).toEqual({ de: { send: 'Send' } });
    const translated = await opened('three', texts('Send it', 'Abschicken'));
    expect(translated.current().outdated).toEqual({});
    const changed = await opened('four', texts('Off', 'Abschicken'));
    expect(changed.current().outdated).toEqual({ de: { send: 'Send it' } });
  });

  it('takes changes that come at once one after the other', async () => {
    const drafts = await opened();
    const { id: draft } = drafts.current();
    const answers = await Promise.all([
      drafts.take({ draft, by: 'one', change: change('1', 'name', 'a', 'A') }),
      drafts.take({ draft, by: 'two', change: change('2', 'name', 'a', 'Z') }),
      drafts.take({ draft, by: 'one', change: change('3', 'email', 'b', 'B') }),
    ]);
    expect(answers.map(({ kind }) => kind)).toEqual(['taken', 'conflict', 'taken']);
    expect(drafts.current().documents).toEqual({ 'ui.json': { name: 'A', email: 'B' } });
  });

  it('in which nothing was changed begins with what is published now; one with changes stays', async () => {
    await opened();
    const fresh = await opened('two', { 'ui.json': { name: 'new', email: 'b' } });
    expect(fresh.current().documents).toEqual({ 'ui.json': { name: 'new', email: 'b' } });
    await fresh.take({ draft: fresh.current().id, by: 'one', change: change('1', 'name', 'new', 'mine') });
    const later = await opened('three', { 'ui.json': { name: 'newer', email: 'b' } });
    expect(later.current()).toMatchObject({ baseHash: 'two', documents: { 'ui.json': { name: 'mine' } } });
  });

  it('goes on behind what an append that failed has left', async () => {
    const drafts = await opened();
    const { id: draft } = drafts.current();
    await drafts.take({ draft, by: 'one', change: change('1', 'name', 'a', 'A') });
    appendFileSync(path(), '{"id":"half a line, as a full disk leaves it"');
    await drafts.take({ draft, by: 'one', change: change('2', 'email', 'b', 'B') });
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
    const drafts = await opened();
    const { id: draft } = drafts.current();
    await drafts.take({ draft, by: 'one', change: change('0', 'email', 'b', 'B') });
    await drafts.take({ draft, by: 'one', change: change('1', 'name', 'a', 'A') });
    await drafts.take({ draft, by: 'one', change: change('2', 'name', 'A', 'AA') });
    const text = damage(readFileSync(path(), 'utf8').split('\n')).join('\n');
    writeFileSync(path(), text);
    const { changes } = (await opened()).current();
    expect(changes.map(({ id }) => id)).toEqual(what.startsWith('a beginning') ? [] : ['0']);
    expect(damaged.map((copy) => readFileSync(copy, 'utf8'))).toEqual([text]);
    // What stands is whole: the next one to open it finds nothing to complain of.
    expect((await opened()).current().changes).toEqual(changes);
    expect(readdirSync(folder)).toHaveLength(2);
  });
});
