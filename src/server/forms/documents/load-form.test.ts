import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemasFolder } from '#schemas';
import { type LoadedFormFolder, loadFormFolder } from './load-form.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-documents-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The documents that ship with some files written over. */
async function loadWith(files: Readonly<Record<string, string>>): Promise<LoadedFormFolder> {
  await cp(fileURLToPath(schemasFolder), folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  return loadFormFolder(folder);
}

function linesOf(loaded: LoadedFormFolder): readonly string[] {
  return loaded.ok ? [] : loaded.lines;
}

describe('loadFormFolder', () => {
  it('makes the form that ships, ready to judge every type', async () => {
    const loaded = await loadFormFolder(fileURLToPath(schemasFolder));
    if (!loaded.ok) throw new Error(loaded.lines.join('\n'));
    const { form, compiledOf, moduleOf } = loaded.ready;
    for (const type of form.types) {
      expect(compiledOf(type).check({}).length).toBeGreaterThan(0);
      expect(compiledOf(type)).toBe(compiledOf(type));
      expect(moduleOf(type.key, '/runtime.js')).toMatch(/^import .* from "\/runtime.js"/);
    }
    expect(moduleOf('unheard-of', '/runtime.js')).toBeUndefined();
  });

  it('says in one line that a folder is not there, or has no form', async () => {
    const [there, file, empty] = ['nowhere', 'file', 'empty'].map((name) => join(folder, name));
    await writeFile(String(file), '{}');
    await mkdir(String(empty));
    await writeFile(join(String(empty), 'person.json'), '{}');
    expect(linesOf(await loadFormFolder(String(there)))).toEqual([
      `Cannot read the documents in "${there}": there is no such folder; name the form, or the folder of the documents, with SLIPWAY_SCHEMAS or --schemas`,
    ]);
    expect(linesOf(await loadFormFolder(String(file)))).toEqual([
      expect.stringMatching(/^Cannot find a form in ".*file": it has no "schema"; name the form/),
    ]);
    expect(linesOf(await loadFormFolder(String(empty)))).toEqual([
      expect.stringMatching(/^Cannot find a form in/),
    ]);
    for (const each of [file, empty]) await rm(String(each), { recursive: true });
  });

  it('makes the form of one file, also of a folder that has it', async () => {
    const path = join(folder, 'one');
    await mkdir(path);
    const form = {
      schema: { type: 'object', properties: { name: { type: 'string', title: 'Name' } } },
      texts: { de: { submit: 'Los' } },
    };
    await writeFile(join(path, 'form.json'), JSON.stringify(form, undefined, 2));
    for (const each of [path, join(path, 'form.json')]) {
      const loaded = await loadFormFolder(each);
      if (!loaded.ok) throw new Error(loaded.lines.join('\n'));
      const { types, texts } = loaded.ready.form;
      expect(types.map(({ key }) => key)).toEqual(['form']);
      expect(texts.de).toMatchObject({ submit: 'Los', close: 'Schließen' });
      // The studio edits documents of a folder, with what they had left out.
      expect(Object.keys(loaded.documents)).toEqual(
        expect.arrayContaining(['enquiry-types.json', 'rules.json', 'forms/form/ui.json', 'texts/de.json']),
      );
    }
    const again = await loadFormFolder(path);
    expect(again.ok && Object.keys(again.written)).toEqual(['forms/form/schema.json', 'texts/de.json']);
    await writeFile(join(path, 'form.json'), JSON.stringify({ ...form, rules: [{}] }, undefined, 2));
    expect(linesOf(await loadFormFolder(path))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^form\.json:\d+:\d+ \/rules\/0: "id" is missing; add it$/),
      ]),
    );
    await writeFile(join(path, 'form.json'), '{,}');
    expect(linesOf(await loadFormFolder(path))).toEqual([expect.stringMatching(/^form\.json:1:2: expected/)]);
    await rm(path, { recursive: true });
  });

  it('tells where each document that is not JSON breaks, before anything else', async () => {
    const loaded = await loadWith({
      'rules.json': '{\n  "rules": [,]\n}',
      'ui.json': '',
      'texts/en.json': '{"a": 1, "a": 2}',
    });
    expect(linesOf(loaded)).toEqual([
      'schemas/rules.json:2:13 /rules/0: expected a value',
      'schemas/texts/en.json:1:10 /a: the key "a" is here a second time',
      'schemas/ui.json:1:1: expected a value, but the document ends here',
    ]);
  });

  it('gives problems of meaning their line and column', async () => {
    const rules = {
      rules: [
        { id: 'one', description: 'A rule.', when: { var: 'office.servces' }, then: { hideSection: true } },
      ],
    };
    const [line] = linesOf(await loadWith({ 'rules.json': JSON.stringify(rules, undefined, 2) }));
    expect(line).toMatch(
      /^schemas\/rules\.json:7:\d+ \/rules\/0\/when\S*: unknown fact "office\.servces"; the nearest is "office\.services"/,
    );
  });
});
