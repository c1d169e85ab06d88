import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Documents } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { schemasFolder } from '#schemas';
import type { VersionSummary } from '../../../api/versions.ts';
import { serverSettings } from '../../platform/config/settings.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { StoreError } from '../../store/store-error.ts';
import { createTemporaryFolder } from '../../store/testing/temporary-folder.ts';
import { refuseDue } from '../../studio/refuse-due.ts';
import { compileFormSchemas, type FormVersion } from './compiled-form.ts';
import type { FormStore, FormStoreOptions, PublishedVersion } from './form-store.ts';
import { loadFormFolder } from './load-form.ts';
import { openTestFormStore } from './testing/open-test-form-store.ts';

const retainedMs = 1000;
const loaded = await loadFormFolder(fileURLToPath(schemasFolder));
if (!loaded.ok) throw new Error(loaded.lines.join('\n'));
const { documents } = loaded;

/** A version of the form with a word of its own. */
function version(word: string): FormVersion {
  const texts = { ...(documents['texts/en.json'] as object), 'send-message': word };
  const changed: Documents = { ...documents, 'texts/en.json': texts };
  const compiled = compile(changed);
  if (!compiled.ok) throw new Error(compiled.problems.map(({ reason }) => reason).join('\n'));
  return { ready: compileFormSchemas(compiled.form), documents: changed };
}

const [first, second, third] = [version('Send one'), version('Send two'), version('Send three')];
const hashOf = ({ ready }: FormVersion) => ready.form.hash;

let folder: string;
let now: number;
beforeEach(() => {
  folder = createTemporaryFolder();
  now = 5000;
});

/** An instance with a database connection of its own. */
function open(
  refuseDue?: FormStoreOptions['refuseDue'],
  given: Partial<Pick<FormStoreOptions, 'compileInThread'>> = {},
): FormStore {
  const store = openSqliteStore({ dataFolder: folder, settings: serverSettings });
  onTestFinished(() => store.close());
  return openTestFormStore(store, {
    folder,
    retainedMs,
    now: () => now,
    ...(refuseDue && { refuseDue }),
    ...given,
  });
}

function publish(forms: FormStore, { ready, documents }: FormVersion, given: Partial<PublishedVersion> = {}) {
  return forms.publish(ready, { documents, origin: 'studio', by: 'Ada', note: 'why', ...given });
}

describe('openFormStore', () => {
  it('takes the folder of documents for the first version', async () => {
    const forms = open();
    await forms.deploy(first);
    expect(forms.current()).toBe(first.ready);
    expect(forms.live()).toMatchObject({ number: 1, origin: 'folder', by: 'deployment', state: 'live' });
  });

  it('finds the live version, and the one before for as long as it is valid', async () => {
    const forms = open();
    await forms.deploy(first);
    await publish(forms, second);
    expect(forms.current()).toBe(second.ready);
    expect(await forms.find(hashOf(second))).toBe(second.ready);
    now += retainedMs;
    const before = await forms.find(hashOf(first));
    expect(before?.form).toEqual(first.ready.form);
    expect(before && forms.findNumber(before)).toBe(1);
    now += 1;
    expect(await forms.find(hashOf(first))).toBeUndefined();
  });

  it('keeps some of them in memory, and finds the others again', async () => {
    const store = openSqliteStore({ dataFolder: folder, settings: serverSettings });
    onTestFinished(() => store.close());
    const forms = openTestFormStore(store, { folder, retainedMs, mostKnown: 1, now: () => now });
    await forms.deploy(first);
    await publish(forms, second);
    await publish(forms, third);
    expect(await forms.find(hashOf(second))).toBe(second.ready);
    const again = await forms.find(hashOf(first));
    expect(again).not.toBe(first.ready);
    expect(again?.form).toEqual(first.ready.form);
    expect(again && forms.findNumber(again)).toBe(1);
    expect(await forms.find(hashOf(first))).toBe(again);
    expect(await forms.find(hashOf(second))).not.toBe(second.ready);
  });

  it('knows them after a restart, the time counted from when the newer one was published', async () => {
    await open().deploy(first);
    now += 10 * retainedMs;
    const forms = open();
    await forms.deploy(second);
    expect((await forms.find(hashOf(first)))?.form).toEqual(first.ready.form);
    now += retainedMs + 1;
    expect(await open().find(hashOf(first))).toBeUndefined();
  });

  it('lets what was published stand until the folder is another one', async () => {
    await open().deploy(first);
    await publish(await deployed(first), second);
    expect(hashOf(second)).toBe((await deployed(first)).current().form.hash);
    const later = await deployed(third);
    expect(later.current()).toBe(third.ready);
    expect(later.live()).toMatchObject({ number: 3, origin: 'folder', after: 2 });
  });

  it('makes no version of a folder that says what is live, and takes it for the deployed one from then on', async () => {
    await publish(await deployed(first), second);
    expect((await deployed(second)).live().number).toBe(2);
    expect((await deployed(first)).live().number).toBe(3);
  });

  it('keeps a version valid that came back, under the number that it has now', async () => {
    const forms = await deployed(first);
    await publish(forms, second);
    await publish(forms, first, { origin: 'restore', restores: 1 });
    now += 10 * retainedMs;
    expect(await forms.find(hashOf(first))).toBe(first.ready);
    expect(forms.findNumber(first.ready)).toBe(3);
    expect(await forms.find(hashOf(second))).toBeUndefined();
  });

  it('takes up what another instance has made live, and what that has replaced', async () => {
    const [one, other] = [await deployed(first), await deployed(first)];
    await publish(one, second);
    expect((await other.find(hashOf(second)))?.form.hash).toBe(hashOf(second));
    await other.refresh();
    expect(other.current().form.hash).toBe(hashOf(second));
    expect(other.live().number).toBe(2);
    expect((await other.find(hashOf(first)))?.form.hash).toBe(hashOf(first));
  });

  it('tries a version again that could not be compiled for a reason that passes', async () => {
    const other = open();
    await other.deploy(first);
    let failures = 2;
    const forms = open(undefined, {
      async compileInThread() {
        failures -= 1;
        if (failures >= 0) throw new Error('no thread could be started');
        return second.ready;
      },
    });
    await forms.deploy(first);
    await publish(other, second);
    await forms.refresh();
    expect(await forms.find(hashOf(second))).toBeUndefined();
    expect(failures).toBe(0);
    await forms.refresh();
    expect(await forms.find(hashOf(second))).toBeUndefined();
    expect(hashOf(first)).toBe(forms.current().form.hash);
    now += 30_000;
    expect(await forms.find(hashOf(second))).toBe(second.ready);
    await forms.refresh();
    expect(forms.current()).toBe(second.ready);
  });

  it('refuses the later of two who publish upon the same version, and says what is live', async () => {
    const [one, other] = [await deployed(first), await deployed(first)];
    const both = await Promise.all([publish(one, second, { after: 1 }), publish(other, third, { after: 1 })]);
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['added', 'other-live']);
    expect(both.find(({ kind }) => kind === 'other-live')).toMatchObject({ live: { number: 2 } });
  });

  it('makes live what is due, once, on whichever instance looks first, also where none did at its time', async () => {
    const [one, other] = [await deployed(first), await deployed(first)];
    await publish(one, second, { goesLiveAt: now + 500 });
    await Promise.all([one.refresh(), other.refresh()]);
    expect(one.live().number).toBe(1);
    now += 60_000;
    await Promise.all([one.refresh(), other.refresh()]);
    for (const each of [one, other, await deployed(first)])
      expect(each.live()).toMatchObject({ number: 2, state: 'live', goesLiveAt: 5500, liveAt: 65_000 });
  });

  it('keeps what is live where what is due is refused, tells of it, and makes live what is due next', async () => {
    const asked: (number | undefined)[][] = [];
    const forms = open(async ({ number, live }) => {
      asked.push([number, live]);
      return number === 2 ? { reason: 'outside-reach', outside: ['ui.json'] } : undefined;
    });
    await forms.deploy(first);
    const heard: VersionSummary[] = [];
    forms.onRefused((refused) => heard.push(refused));
    await publish(forms, second, { goesLiveAt: now + 500 });
    await publish(forms, third, { goesLiveAt: now + 700 });
    now += 600;
    await forms.refresh();
    expect(forms.live()).toMatchObject({ number: 1 });
    const cancelled = { number: 2, state: 'cancelled', refused: { outside: ['ui.json'] } };
    expect(heard).toMatchObject([cancelled]);
    now += 600;
    await forms.refresh();
    expect(forms.live()).toMatchObject({ number: 3 });
    expect(heard).toHaveLength(1);
    expect(asked).toEqual([
      [2, 1],
      [3, 1],
    ]);
  });

  it('asks again where another version has become live while it was decided', async () => {
    const other = await deployed(first);
    const forms = open(async ({ number, live }) => {
      if (live === 1) await publish(other, third);
      return live === 1 ? undefined : { reason: 'outside-reach', outside: [`${number} upon ${live}`] };
    });
    await forms.deploy(first);
    await publish(forms, second, { goesLiveAt: now + 500 });
    now += 600;
    await forms.refresh();
    expect(forms.live()).toMatchObject({ number: 3, hash: hashOf(third) });
  });

  it('starts, and takes up what another instance has made live, while it is not known whether what is due may', async () => {
    await publish(await deployed(first), second, { goesLiveAt: now + 500 });
    let isKnown = false;
    const forms = open(async () => {
      if (isKnown) return undefined;
      throw new StoreError('broken', 'Cannot read the account');
    });
    const other = open(async () => ({ reason: 'not-allowed' }));
    now += 600;
    await forms.deploy(first);
    expect(forms.live().number).toBe(1);
    await other.deploy(first);
    await publish(other, third, { goesLiveAt: now + 1 });
    await publish(other, second);
    now += 1;
    await expect(forms.refresh()).rejects.toThrow('Cannot read the account');
    expect(forms.live().number).toBe(4);
    isKnown = true;
    await forms.refresh();
    expect(forms.live().number).toBe(3);
  });

  it('goes on with the folder where what was published is no form any more', async () => {
    const forms = await deployed(first);
    await forms.publish(second.ready, { documents: {}, origin: 'studio', by: 'Ada', note: '' });
    const later = await deployed(first);
    expect(later.current()).toBe(first.ready);
    expect(later.live()).toMatchObject({ number: 3, origin: 'folder' });
  });
});

describe('a version whose row is damaged', () => {
  it.each([
    ['no JSON', '{"rules.json":'],
    ['a list', '[]'],
    ['nothing', 'null'],
    ['nesting without end', `{"a":${'['.repeat(500)}${']'.repeat(500)}}`],
    ['documents of no kind', JSON.stringify({ 'rules.json': 5, 'texts/en.json': null, 'fields.json': [] })],
    [
      'documents of another kind',
      JSON.stringify({
        ...documents,
        'enquiry-types.json': { types: [5, null] },
        'fields.json': { $defs: 5 },
      }),
    ],
  ])('leaves visitors the folder at a start, and what they have while it runs: %s', async (_what, stored) => {
    const forms = await deployed(first);
    const other = await deployed(first);
    await publish(other, second);
    const db = new DatabaseSync(join(folder, 'slipway.db'));
    db.prepare('UPDATE version_documents SET documents = ? WHERE number = 2').run(stored);
    db.close();
    await forms.refresh();
    expect(forms.current()).toBe(first.ready);
    expect(await forms.find(hashOf(second))).toBeUndefined();
    const later = await deployed(first);
    expect(later.current()).toBe(first.ready);
    expect(later.live()).toMatchObject({ number: 3, origin: 'folder' });
  });
});

describe('a version whose documents are gone', () => {
  it.each([1, 2])('lets the others go live at their time: version %s', async (gone) => {
    const store = openSqliteStore({ dataFolder: folder, settings: serverSettings });
    onTestFinished(() => store.close());
    const forms = openTestFormStore(store, {
      folder,
      now: () => now,
      refuseDue: (due) => refuseDue(store, due),
    });
    await forms.deploy(first);
    await store.addPerson({
      person: { id: 'ada', name: 'Ada', role: 'publisher', createdAt: 0 },
      now,
      note: { at: 0, action: 'person-invited', who: { name: 'Ada' } },
    });
    for (const next of [second, third]) await publish(forms, next, { byId: 'ada', goesLiveAt: now + 1 });
    const db = new DatabaseSync(join(folder, 'slipway.db'));
    db.prepare('DELETE FROM version_documents WHERE number = ?').run(gone);
    db.close();
    now += 1;
    await forms.refresh();
    expect(forms.live().number).toBe(3);
    const state = gone === 1 ? 'replaced' : 'cancelled';
    const { length, [length - gone]: of } = await store.versions({ limit: 9 });
    expect(of).toMatchObject({ number: gone, state });
  });
});

describe('the versions of a release that kept them in files', () => {
  const leave = (name: string, content: unknown) => {
    mkdirSync(join(folder, 'forms'), { recursive: true });
    writeFileSync(join(folder, 'forms', name), JSON.stringify(content));
  };

  it('are taken up once: what is valid, and what the studio published', async () => {
    leave(`${hashOf(first)}.json`, { replacedAt: 4500, documents: first.documents });
    leave(`${hashOf(second)}.json`, { replacedAt: null, documents: second.documents });
    leave('standing.json', { hash: hashOf(second), folderHash: hashOf(first) });
    const forms = await deployed(first);
    expect(forms.current().form.hash).toBe(hashOf(second));
    expect(forms.live()).toMatchObject({ number: 2, origin: 'studio' });
    expect((await forms.find(hashOf(first)))?.form).toEqual(first.ready.form);
    now += retainedMs;
    expect(await forms.find(hashOf(first))).toBeUndefined();
    expect(existsSync(join(folder, 'forms'))).toBe(false);
    expect((await deployed(first)).live().number).toBe(2);
  });

  it('are replaced by a folder that changed with the release', async () => {
    leave(`${hashOf(first)}.json`, { replacedAt: null, documents: first.documents });
    leave(`${'a'.repeat(64)}.json`, 'half');
    leave('notes.txt', 'mine');
    const forms = await deployed(second);
    expect(forms.live()).toMatchObject({ number: 2, after: 1 });
    expect((await forms.find(hashOf(first)))?.form).toEqual(first.ready.form);
    expect(readdirSync(join(folder, 'forms'))).toEqual(['notes.txt']);
    expect(await forms.find('a'.repeat(64))).toBeUndefined();
  });
});

async function deployed(version: FormVersion): Promise<FormStore> {
  const forms = open();
  await forms.deploy(version);
  return forms;
}
