import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Documents } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { schemasFolder } from '#schemas';
import { compileSchemas } from './compiled-form.ts';
import { type FormStore, type FormVersion, openFormStore } from './form-store.ts';
import { loadForm } from './load-form.ts';

const retainedMs = 1000;
const loaded = await loadForm(fileURLToPath(schemasFolder));
if (!loaded.ok) throw new Error(loaded.lines.join('\n'));
const { documents } = loaded;

/** A version of the form with a word of its own. */
function version(word: string): FormVersion {
  const texts = { ...(documents['texts/en.json'] as object), 'send-message': word };
  const changed: Documents = { ...documents, 'texts/en.json': texts };
  const compiled = compile(changed);
  if (!compiled.ok) throw new Error(compiled.problems.map(({ reason }) => reason).join('\n'));
  return { ready: compileSchemas(compiled.form), documents: changed };
}

const [first, second] = [version('Send one'), version('Send two')];
const hashOf = ({ ready }: FormVersion) => ready.form.hash;

let folder: string;
let now: number;
const open = (): Promise<FormStore> => openFormStore({ folder, retainedMs, now: () => now });
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-forms-'));
  now = 5000;
});
afterEach(() => rm(folder, { recursive: true }));

describe('openFormStore', () => {
  it('finds the current version, and the one before for as long as it is kept', async () => {
    const store = await open();
    await store.publish(first);
    await store.publish(second);
    expect(store.current()).toBe(second.ready);
    expect(await store.find(hashOf(second))).toBe(second.ready);
    now += retainedMs;
    expect((await store.find(hashOf(first)))?.form).toEqual(first.ready.form);
    now += 1;
    expect(await store.find(hashOf(first))).toBeUndefined();
  });

  it('knows them after a restart, the time counted from when the newer one was published', async () => {
    await (await open()).publish(first);
    now += 10 * retainedMs;
    const store = await open();
    await store.publish(second);
    expect((await store.find(hashOf(first)))?.form).toEqual(first.ready.form);
    now += retainedMs + 1;
    expect(await (await open()).find(hashOf(first))).toBeUndefined();
  });

  it('keeps a version that came back', async () => {
    const store = await open();
    for (const each of [first, second, first]) await store.publish(each);
    now += 10 * retainedMs;
    expect(store.current()).toBe(first.ready);
    expect(await store.find(hashOf(first))).toBe(first.ready);
    expect(await store.find(hashOf(second))).toBeUndefined();
  });

  it('removes the files of versions that are over, and passes over what is none of its own', async () => {
    await writeFile(join(folder, `${'a'.repeat(64)}.json`), '{"half": ');
    await writeFile(join(folder, 'notes.txt'), 'mine');
    const store = await open();
    await store.publish(first);
    now += 1;
    await store.publish(second);
    now += 2 * retainedMs;
    await store.publish(version('Send three'));
    const files = await readdir(folder);
    expect(files).not.toContain(`${hashOf(first)}.json`);
    expect(files).toContain('notes.txt');
    expect(await store.find('a'.repeat(64))).toBeUndefined();
  });
});
