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
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { serverSettings } from '../../platform/config/settings.ts';
import { createLog } from '../../platform/log/log.ts';
import { lockFile } from '../../store/sqlite/lock-file.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import type { Store } from '../../store/store.ts';
import { createTemporaryFolder } from '../../store/testing/temporary-folder.ts';
import { createTestDrafts, createUiChange } from '../testing/drafts-suite.ts';
import { DraftFault } from './draft-fault.ts';
import { createImportingStorage, getDraftPath } from './draft-file.ts';
import { openDraftTables } from './draft-tables.ts';

// Renames files, unless a test lets it fail: root can rename any file.
vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>();
  return { ...original, rename: vi.fn(original.rename) };
});

/** Opens the store of a data folder until the end of the running test. */
function openStore(dataFolder: string): Store {
  const store = openSqliteStore({ dataFolder, settings: serverSettings, whenAbsent: 'make' });
  onTestFinished(store.close);
  return store;
}

/**
 * Returns the drafts of a data folder as servers open them that share it, its draft file, and what they have
 * logged.
 * @param dataFolder Absent: a new folder without a file.
 */
function inFolder(dataFolder = createTemporaryFolder()) {
  const path = getDraftPath(dataFolder);
  mkdirSync(dirname(path), { recursive: true });
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line), now: Date.now });
  const store = openStore(dataFolder);
  return {
    path,
    store,
    /** Returns the logged events. */
    events: () => lines.map((line) => JSON.parse(line).event),
    /** Returns the names of the files beside the draft file, and its own. */
    files: () => readdirSync(dirname(path)).filter((name) => !name.endsWith('.lock')),
    ...createTestDrafts(() => createImportingStorage(openDraftTables(store), { path, log })),
  };
}

const changes = [
  createUiChange('0', 'email', 'b', 'B'),
  createUiChange('1', 'name', 'a', 'A'),
  createUiChange('2', 'name', 'A', 'AA'),
];

/** Returns the lines of a file of an earlier release: the head, three changes and a decided collision. */
async function createFileLines(): Promise<readonly string[]> {
  const store = openStore(createTemporaryFolder());
  const place = openDraftTables(store);
  const drafts = await createTestDrafts(() => place).openDrafts();
  const { id: draft } = drafts.current();
  for (const change of changes) await drafts.applyChange({ draft, by: 'one', change });
  const stored = await store.draftSince({});
  return [stored?.head ?? '', ...(stored?.further ?? []), JSON.stringify({ settled: 'decided' })];
}

const toText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

const getId = (head = '') => (JSON.parse(head) as { readonly id: string }).id;

describe('createImportingStorage', () => {
  it('continues the draft of an earlier release, and keeps its file under another name', async () => {
    const { path, store, openDrafts, events, files } = inFolder();
    const lines = await createFileLines();
    const text = `${toText(lines)}{"id":"half a line, as a killed server leaves it"`;
    writeFileSync(path, text);
    const drafts = await openDrafts();
    expect(drafts.current()).toMatchObject({
      id: getId(lines[0]),
      changes: [
        { id: '0', version: 1 },
        { id: '1', version: 2 },
        { id: '2', version: 3 },
      ],
      documents: { 'ui.json': { name: 'AA', email: 'B' } },
    });
    expect((await store.draftSince({}))?.further).toEqual(lines.slice(1));
    expect([files(), readFileSync(`${path}.left`, 'utf8')]).toEqual([['draft.jsonl.left'], text]);
    const another = await openDrafts();
    const change = createUiChange('3', 'name', 'AA', 'AAA');
    await another.applyChange({ draft: getId(lines[0]), by: 'one', change });
    await drafts.refresh();
    expect(drafts.current()).toEqual(another.current());
    expect(events()).toEqual(['draft-taken-up']);
  });

  it('repeats an import that failed before the draft was stored', async () => {
    const folder = createTemporaryFolder();
    const { path, store, openDrafts } = inFolder(folder);
    const lines = await createFileLines();
    writeFileSync(path, toText(lines));
    const failing = { ...store, beginDraft: () => Promise.reject(new Error('killed')) };
    const log = createLog({ write: () => undefined, now: Date.now });
    const place = createImportingStorage(openDraftTables(failing), { path, log });
    await expect(place.runExclusively(place.read)).rejects.toThrow('killed');
    expect([readFileSync(path, 'utf8'), await store.draftPoint()]).toEqual([toText(lines), undefined]);
    expect((await openDrafts()).current()).toMatchObject({ id: getId(lines[0]), changes: [{}, {}, {}] });
  });

  it('finishes an import that was interrupted before the file was renamed, also after further changes', async () => {
    const { path, openDrafts, events, files } = inFolder();
    const lines = await createFileLines();
    writeFileSync(path, toText(lines));
    const drafts = await openDrafts();
    const change = createUiChange('3', 'name', 'AA', 'AAA');
    await drafts.applyChange({ draft: getId(lines[0]), by: 'one', change });
    renameSync(`${path}.left`, path);
    const again = await openDrafts();
    expect(again.current()).toEqual(drafts.current());
    expect(again.current().changes).toHaveLength(4);
    expect([files(), events()]).toEqual([['draft.jsonl.left'], ['draft-taken-up', 'draft-taken-up']]);
  });

  it('imports the file once if several servers start at once', async () => {
    const { path, openDrafts, events, files } = inFolder();
    const lines = await createFileLines();
    writeFileSync(path, toText(lines));
    const servers = await Promise.all([1, 2, 3].map(() => openDrafts()));
    for (const drafts of servers)
      expect(drafts.current()).toMatchObject({ id: getId(lines[0]), changes: [{}, {}, {}] });
    expect([files(), events()]).toEqual([['draft.jsonl.left'], ['draft-taken-up']]);
  });

  it('adds what a server of an earlier release has added to the same draft meanwhile', async () => {
    const { path, openDrafts, events } = inFolder();
    const lines = await createFileLines();
    writeFileSync(path, toText(lines.slice(0, 3)));
    await openDrafts();
    // That server writes the whole draft again, since its file is gone, and then its change.
    writeFileSync(path, toText(lines));
    const later = await openDrafts();
    expect(later.current().changes.map(({ id }) => id)).toEqual(['0', '1', '2']);
    expect([existsSync(path), events()]).toEqual([false, ['draft-taken-up', 'draft-taken-up']]);
  });

  it('adds that while it runs, too, and keeps one file for the way back', async () => {
    const { path, openDrafts, events, files } = inFolder();
    const lines = await createFileLines();
    writeFileSync(path, toText(lines.slice(0, 3)));
    const drafts = await openDrafts();
    for (const text of [toText(lines.slice(0, 3)), toText(lines), toText(lines)]) {
      writeFileSync(path, text);
      await drafts.refresh();
      expect([files(), readFileSync(`${path}.left`, 'utf8')]).toEqual([['draft.jsonl.left'], text]);
    }
    expect(drafts.current().changes.map(({ id }) => id)).toEqual(['0', '1', '2']);
    expect(events()).toEqual(['draft-taken-up', 'draft-taken-up']);
  });

  it('does not warn of a draft that is written again after it was imported and published', async () => {
    const { path, openDrafts, events } = inFolder();
    const text = toText(await createFileLines());
    writeFileSync(path, text);
    const { id: imported } = (await openDrafts()).current();
    const openPublished = () => openDrafts('two', { 'ui.json': { name: 'AA', email: 'B' } });
    const drafts = await openPublished();
    const { id } = drafts.current();
    expect(id).not.toBe(imported);
    writeFileSync(path, text);
    await drafts.refresh();
    expect([existsSync(path), drafts.current().id]).toEqual([false, id]);
    writeFileSync(path, text);
    expect((await openPublished()).current().id).toBe(id);
    expect([existsSync(path), events()]).toEqual([false, ['draft-taken-up']]);
  });

  it('takes the place of a draft without changes on the same version, but not of one on another', async () => {
    const { path, openDrafts, events } = inFolder();
    const drafts = await openDrafts();
    const lines = await createFileLines();
    writeFileSync(path, toText(lines));
    expect((await openDrafts()).current()).toMatchObject({ id: getId(lines[0]), changes: [{}, {}, {}] });
    await drafts.refresh();
    expect(drafts.current().id).toBe(getId(lines[0]));

    const other = inFolder();
    const { id } = (await other.openDrafts('two')).current();
    writeFileSync(other.path, toText(lines));
    expect((await other.openDrafts('two')).current()).toMatchObject({ id, changes: [] });
    expect([events(), other.events()]).toEqual([['draft-taken-up'], ['draft-left']]);
  });

  it('continues if the file cannot be renamed, and adds nothing of it again that was removed since', async () => {
    const { path, store, openDrafts, events } = inFolder();
    const lines = await createFileLines();
    writeFileSync(path, toText(lines));
    vi.mocked(rename).mockRejectedValue(Object.assign(new Error('EACCES: rename'), { code: 'EACCES' }));
    onTestFinished(() => void vi.mocked(rename).mockReset());
    const drafts = await openDrafts();
    await drafts.refresh();
    expect([drafts.current().changes.length, events()]).toEqual([
      3,
      ['imported-file-not-renamed', 'draft-taken-up'],
    ]);
    const stored = await openDraftTables(store);
    const { settled: _settled, ...draft } = (await stored.read()) ?? expect.fail();
    await stored.begin({ ...draft, changes: draft.changes.slice(0, 1) });
    expect((await openDrafts()).current().changes.map(({ id }) => id)).toEqual(['0']);
    expect(readFileSync(path, 'utf8')).toBe(toText(lines));
  });

  it('leaves the draft of the database, and keeps each file with other changes', async () => {
    const { path, openDrafts, events, files } = inFolder();
    const drafts = await openDrafts();
    const { id } = drafts.current();
    await drafts.applyChange({ draft: id, by: 'one', change: createUiChange('own', 'name', 'a', 'Z') });
    const texts = [toText(await createFileLines()), toText(await createFileLines())];
    for (const text of texts) {
      writeFileSync(path, text);
      expect((await openDrafts()).current()).toMatchObject({ id, changes: [{ id: 'own' }] });
    }
    // Nothing is lost without a warning, and without changes nothing is lost.
    writeFileSync(path, toText((await createFileLines()).slice(0, 1)));
    await openDrafts();
    expect(events()).toEqual(['draft-left', 'draft-left']);
    expect(files().map((name) => name.replace(/\d{5,}$/, 'time'))).toEqual(
      expect.arrayContaining(['draft.jsonl.left', 'draft.jsonl.left-time']),
    );
    const contents = files().map((name) => readFileSync(join(dirname(path), name), 'utf8'));
    for (const text of texts) expect(contents).toContain(text);
  });

  const half = '{"id":"2","vers';
  const withMembers = (line: string | undefined, members: object) =>
    JSON.stringify({ ...JSON.parse(line ?? ''), ...members });
  it.each<readonly [string, string, readonly string[], (lines: string[]) => readonly string[]]>([
    ['a line in it that is not JSON', 'line 3 of', ['0'], (lines) => lines.with(2, half)],
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
  ])('leaves and reports a file with %s; an owner continues with what can be read', async (...row) => {
    const [, reason, readable, damage] = row;
    const { path, openDrafts, faults, files } = inFolder();
    const text = damage([...(await createFileLines()), '']).join('\n');
    writeFileSync(path, text);

    const [broken, another] = [await openDrafts(), await openDrafts()];
    for (const one of [broken, another]) {
      const change = createUiChange('3', 'name', 'a', 'Z');
      await expect(one.applyChange({ draft: 'any', by: 'one', change })).rejects.toThrow(reason);
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
    // The stored draft is complete: the next server that opens it finds no fault.
    expect((await openDrafts()).current().changes).toEqual(broken.current().changes);
    expect(faults).toHaveLength(2);
    expect(files()).toHaveLength(1);
  });

  it('continues by itself once somebody has repaired the file, or removed what was in its way', async () => {
    const { path, openDrafts, faults } = inFolder();
    const lines = await createFileLines();
    writeFileSync(path, 'nonsense\n');
    mkdirSync(`${path}.lock`);
    const locked = await openDrafts();
    await expect(locked.repair()).rejects.toThrow();
    expect(locked.fault()).toMatchObject({ isStored: false, message: expect.stringContaining('.lock') });
    rmdirSync(`${path}.lock`);
    await expect(locked.refresh()).rejects.toThrow('line 1 of');
    writeFileSync(path, toText(lines));
    await locked.refresh();
    expect(locked.current()).toMatchObject({ id: getId(lines[0]), changes: [{}, {}, {}] });
    expect(faults).toHaveLength(2);
  });

  it('waits while a server of an earlier release writes', async () => {
    const { path, openDrafts } = inFolder();
    const lines = await createFileLines();
    writeFileSync(path, toText(lines.slice(0, 3)));
    const unlock = lockFile(`${path}.lock`);
    let isOpen = false;
    const opening = openDrafts().finally(() => {
      isOpen = true;
    });
    // Takes longer than the import would.
    const { openDrafts: openOthers } = inFolder();
    for (let round = 0; round < 5; round += 1) await openOthers();
    expect(isOpen).toBe(false);
    appendFileSync(path, toText(lines.slice(3)));
    unlock?.();
    expect((await opening).current().changes.map(({ id }) => id)).toEqual(['0', '1', '2']);
  });

  it('is a folder: it is moved away', async () => {
    const { path, openDrafts } = inFolder();
    mkdirSync(path);
    const drafts = await openDrafts();
    expect(drafts.fault()?.message).toContain('is a folder');
    await drafts.repair();
    expect(drafts.current().changes).toEqual([]);
  });

  it('does not disturb a draft in the database with a file that cannot be read', async () => {
    const { path, openDrafts, events } = inFolder();
    const before = (await openDrafts()).current();
    writeFileSync(path, 'nonsense\n');
    const drafts = await openDrafts();
    const change = createUiChange('1', 'name', 'a', 'A');
    expect(await drafts.applyChange({ draft: before.id, by: 'one', change })).toMatchObject({
      kind: 'taken',
    });
    expect([events(), readFileSync(path, 'utf8')]).toEqual([['draft-not-taken-up'], 'nonsense\n']);
  });

  it.each<readonly [string, (path: string) => void, (path: string) => void]>([
    [
      'its folder',
      (path) => {
        renameSync(dirname(path), `${dirname(path)}.aside`);
        writeFileSync(dirname(path), 'x');
      },
      (path) => {
        rmSync(dirname(path));
        renameSync(`${dirname(path)}.aside`, dirname(path));
      },
    ],
    ['its lock', (path) => mkdirSync(`${path}.lock`), (path) => rmdirSync(`${path}.lock`)],
  ])('continues once it can be imported, if something else was in the place of %s', async (...row) => {
    const [, put, remove] = row;
    const { path, openDrafts } = inFolder();
    writeFileSync(path, toText(await createFileLines()));
    put(path);
    const drafts = await openDrafts();
    expect(drafts.fault()).toMatchObject({ isStored: false, message: expect.stringContaining(path) });
    await expect(drafts.refresh()).rejects.toMatchObject({ name: 'DraftFault', isStored: false });
    remove(path);
    await drafts.refresh();
    expect(drafts.current().changes).toHaveLength(3);
  });
});
