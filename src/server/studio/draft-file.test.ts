import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../store/testing/temporary-folder.ts';
import { DraftFault } from './draft-fault.ts';
import { openDraftFile } from './draft-file.ts';
import { buildDraft } from './draft-storage.ts';
import { createTestDrafts, createUiChange, describeDrafts } from './testing/drafts-suite.ts';

/** A fresh folder with drafts in it. */
function there() {
  const folder = createTemporaryFolder();
  const path = fileIn(folder);
  return { folder, path, ...createTestDrafts(() => openDraftFile(path)) };
}

/** Puts something else where a file is, or was to be; gives what puts the file back. */
function instead(path: string, put: (path: string) => unknown): () => void {
  const aside = `${path}.aside`;
  const isThere = existsSync(path);
  if (isThere) renameSync(path, aside);
  put(path);
  return () => {
    rmSync(path, { recursive: true });
    if (isThere) renameSync(aside, path);
  };
}

const fileIn = (folder: string) => join(folder, 'draft.jsonl');

describeDrafts('openDraftFile', (folder) => openDraftFile(fileIn(folder)));

describe('the file of a draft', () => {
  it('goes on behind what an append that failed has left', async () => {
    const { path, openDrafts, faults } = there();
    const drafts = await openDrafts();
    const { id: draft } = drafts.current();
    await drafts.applyChange({ draft, by: 'one', change: createUiChange('1', 'name', 'a', 'A') });
    appendFileSync(path, '{"id":"half a line, as a full disk leaves it"');
    await drafts.applyChange({ draft, by: 'one', change: createUiChange('2', 'email', 'b', 'B') });
    expect((await openDrafts()).current().documents).toEqual({ 'ui.json': { name: 'A', email: 'B' } });
    expect(faults).toEqual([]);
  });

  const half = '{"id":"2","vers';
  const withMembers = (line: string | undefined, members: object) =>
    JSON.stringify({ ...JSON.parse(line ?? ''), ...members });
  it.each<readonly [string, string, readonly string[], (lines: string[]) => readonly string[]]>([
    ['a line amid it that is not JSON', 'line 3 of', ['0'], (lines) => lines.with(2, half)],
    [
      'a change that cannot be made again',
      'change 2 does not fit',
      ['0'],
      (lines) => lines.with(2, lines[2]?.replace('"a"', '"x"') ?? ''),
    ],
    ['a change that is left out', 'line 3 of', ['0'], (lines) => lines.toSpliced(2, 1)],
    ...[{ undoes: 5 }, { undoes: true }, { redoes: {} }, { group: 5 }, { inverse: null }, { by: 5 }].map(
      (members) =>
        [
          `a change with ${JSON.stringify(members)}`,
          `line 3 of`,
          ['0'],
          (lines: string[]) => lines.with(2, withMembers(lines[2], members)),
        ] as const,
    ),
    [
      'a change whose title has an object',
      '/title/values/field must be string,number',
      ['0'],
      (lines) =>
        lines.with(2, withMembers(lines[2], { title: { key: 'text', values: { field: { a: 1 } } } })),
    ],
    ['a beginning that is not JSON', 'line 1 of', [], (lines) => lines.with(0, '{')],
    [
      'a beginning without documents',
      '/base is missing',
      [],
      (lines) => lines.with(0, '{"id":"1","baseHash":"x"}'),
    ],
    [
      'collisions that are none',
      '/collisions/0 must be object',
      [],
      (lines) => lines.with(0, withMembers(lines[0], { collisions: [5] })),
    ],
    ['something else without an end of line', 'line 1 of', [], () => ['nonsense']],
    ['bytes', 'line 1 of', [], () => ['\u0000\ufffd\u0001', '\u0002', '']],
  ])('is left as it is, and told, with %s; an owner goes on with what can be read', async (...row) => {
    const [, reason, readable, damage] = row;
    const { folder, path, openDrafts, faults } = there();
    const drafts = await openDrafts();
    const { id: draft } = drafts.current();
    await drafts.applyChange({ draft, by: 'one', change: createUiChange('0', 'email', 'b', 'B') });
    await drafts.applyChange({ draft, by: 'one', change: createUiChange('1', 'name', 'a', 'A') });
    await drafts.applyChange({ draft, by: 'one', change: createUiChange('2', 'name', 'A', 'AA') });
    const text = damage(readFileSync(path, 'utf8').split('\n')).join('\n');
    writeFileSync(path, text);

    const [broken, another] = [await openDrafts(), drafts];
    for (const one of [broken, another]) {
      const change = createUiChange('3', 'name', 'a', 'Z');
      await expect(one.applyChange({ draft, by: 'one', change })).rejects.toThrow(reason);
      await expect(one.refresh()).rejects.toThrow(DraftFault);
      expect(() => one.current()).toThrow('Cannot open the draft');
      expect(one.fault()?.message).toContain(reason);
    }
    expect(faults).toHaveLength(2);
    expect(readFileSync(path, 'utf8')).toBe(text);

    const aside = await broken.repair();
    expect(readFileSync(String(aside), 'utf8')).toBe(text);
    expect(broken.current().changes.map(({ id }) => id)).toEqual(readable);
    await another.refresh();
    expect(another.current()).toEqual(broken.current());
    expect(await another.repair()).toBeUndefined();
    // What stands is whole: the next one to open it finds nothing to complain of.
    expect((await openDrafts()).current().changes).toEqual(broken.current().changes);
    expect(faults).toHaveLength(2);
    expect(readdirSync(folder).filter((name) => !name.endsWith('.lock'))).toHaveLength(2);
  });

  it('goes on by itself once somebody has mended it by hand, or what was in its way is gone', async () => {
    const { path, openDrafts, faults } = there();
    const drafts = await openDrafts();
    const { id: draft } = drafts.current();
    await drafts.applyChange({ draft, by: 'one', change: createUiChange('1', 'name', 'a', 'A') });
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, 'nonsense\n');
    const broken = await openDrafts();
    writeFileSync(path, text);
    await broken.refresh();
    expect(broken.current()).toEqual(drafts.current());

    rmSync(`${path}.lock`);
    mkdirSync(`${path}.lock`);
    const locked = await openDrafts();
    await expect(locked.repair()).rejects.toThrow();
    expect(locked.fault()?.isStored).toBe(false);
    rmdirSync(`${path}.lock`);
    await locked.refresh();
    expect(locked.current()).toEqual(drafts.current());
    expect(faults).toHaveLength(2);
  });

  it('is put upon the version that is live once it can be written again', async () => {
    const path = fileIn(createTemporaryFolder());
    const place = createTestDrafts(() => openDraftFile(path));
    const drafts = await place.openDrafts();
    await drafts.applyChange({
      draft: drafts.current().id,
      by: 'one',
      change: createUiChange('1', 'name', 'a', 'A'),
    });
    mkdirSync(`${path}.lock-journal`);
    place.liveNow = 2;
    const live = { hash: 'two', number: 2, documents: { 'ui.json': { name: 'a', email: 'B' } } };
    await expect(drafts.rebase(live)).rejects.toMatchObject({ name: 'StoreError', code: 'full' });
    await expect(drafts.refresh()).rejects.toMatchObject({ code: 'full' });
    expect(drafts.current().baseHash).toBe('one');
    rmdirSync(`${path}.lock-journal`);
    await drafts.refresh();
    expect(drafts.current()).toMatchObject({
      baseHash: 'two',
      documents: { 'ui.json': { name: 'A', email: 'B' } },
    });
  });

  it.each<readonly [string, (path: string) => () => void]>([
    ['its folder', (path) => instead(dirname(path), (folder) => writeFileSync(folder, 'x'))],
    ['its lock', (path) => instead(`${path}.lock`, mkdirSync)],
    ['the next draft', (path) => instead(`${path}.new`, mkdirSync)],
  ])('goes on once it can be written, where something else was in the way of %s', async (_what, put) => {
    const path = join(createTemporaryFolder(), 'studio', 'draft.jsonl');
    const place = createTestDrafts(() => openDraftFile(path));
    const drafts = await place.openDrafts();
    await drafts.applyChange({
      draft: drafts.current().id,
      by: 'one',
      change: createUiChange('1', 'name', 'a', 'A'),
    });
    const takeAway = put(path);
    place.liveNow = 2;
    const live = { hash: 'two', number: 2, documents: { 'ui.json': { name: 'a', email: 'B' } } };
    const fault = { name: 'DraftFault', isStored: false, message: expect.stringContaining(path) };
    await expect(drafts.rebase(live)).rejects.toMatchObject(fault);
    await expect(drafts.refresh()).rejects.toMatchObject(fault);
    takeAway();
    await drafts.refresh();
    expect(drafts.current()).toMatchObject({
      baseVersion: 2,
      documents: { 'ui.json': { name: 'A', email: 'B' } },
    });
  });

  it('is put upon a version that becomes live while it is put upon the one before', async () => {
    const file = openDraftFile(fileIn(createTemporaryFolder()));
    let meanwhile = async () => {};
    const begin: typeof file.begin = async (draft) => {
      await meanwhile();
      return file.begin(draft);
    };
    const place = createTestDrafts(() => ({ ...file, begin }));
    const drafts = await place.openDrafts();
    const liveOf = (number: number, name: string) => ({
      hash: name,
      number,
      documents: { 'ui.json': { name, email: 'b' } },
    });
    let later = Promise.resolve();
    meanwhile = async () => {
      meanwhile = async () => {};
      place.liveNow = 3;
      later = drafts.rebase(liveOf(3, 'three'));
    };
    place.liveNow = 2;
    await drafts.rebase(liveOf(2, 'two'));
    await later;
    expect(drafts.current()).toMatchObject({ baseVersion: 3, documents: { 'ui.json': { name: 'three' } } });
  });

  it.runIf(process.platform === 'linux')(
    'throws a StoreError where no file can be made, even by root',
    async () => {
      const place = openDraftFile('/sys/slipway/draft.jsonl');
      const full = { name: 'StoreError', code: 'full' };
      await expect(place.runExclusively(async () => undefined)).rejects.toMatchObject(full);
      const beside = openDraftFile('/sys/slipway-draft.jsonl');
      await expect(beside.begin({ id: '1', base: {}, baseHash: 'one', changes: [] })).rejects.toMatchObject(
        full,
      );
      await expect(beside.append({ settled: '1' })).rejects.toMatchObject(full);
    },
  );

  it('is a folder: it is put aside', async () => {
    const { path, openDrafts } = there();
    mkdirSync(path);
    const drafts = await openDrafts();
    expect(drafts.fault()?.message).toContain('is a folder');
    await drafts.repair();
    expect(drafts.current().changes).toEqual([]);
  });
});

describe('buildDraft', () => {
  it('reads no line behind the first that is damaged', () => {
    let count = 0;
    function* lines() {
      for (; count < 1000; count += 1) yield undefined;
    }
    const head = { id: 'a', baseHash: 'h', base: {} };
    expect(() => buildDraft({ head, lines: lines(), describeLine: (line) => `line ${line}` })).toThrow(
      /line 1 is not JSON/,
    );
    expect(count).toBe(0);
  });
});
