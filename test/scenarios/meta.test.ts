import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { getValueAt, parsePointer } from '#engine/json-schema/pointers.ts';
import { readShippedDocuments } from '../support/forms.ts';
import { metaNames, metaWidgetProperties } from '../support/meta-names.ts';

const all = readShippedDocuments();
const described = Object.keys(all).filter((file) => !file.startsWith('meta/'));

/**
 * Returns the meta document of a file: the target of its `$schema`, or for a form's schema the one that
 * describes forms.
 */
function metaOf(file: string): string {
  if (file.endsWith('/schema.json')) return 'meta/form.schema.json';
  const { $schema } = all[file] as { readonly $schema?: string };
  return posix.join(posix.dirname(file), String($schema));
}

function mistakesIn(meta: string, document: unknown): readonly string[] {
  const check = new Ajv2020({ allErrors: true, strict: false, validateFormats: false }).compile(
    all[meta] as object,
  );
  return check(document)
    ? []
    : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** The meta schema of a form in one file, which the shipped forms are not. */
const oneFile = 'meta/form-document.schema.json';

/** Returns the mistakes in a form in one file. Its meta schema refers to the others by the names of their files. */
function listMistakesInForm(document: unknown): readonly string[] {
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
  for (const name of ['ui', 'rules', 'texts', 'settings'])
    ajv.addSchema({ ...(all[`meta/${name}.schema.json`] as object), $id: `${name}.schema.json` });
  const check = ajv.compile(all[oneFile] as object);
  return check(document) ? [] : (check.errors ?? []).map(({ instancePath }) => instancePath);
}

const template = JSON.parse(
  readFileSync(new URL('../../engine/templates/event/form.json', import.meta.url), 'utf8'),
);

describe('the meta schema of a form in one file', () => {
  it('describes what "slipway init" writes', () => {
    expect(listMistakesInForm(template)).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['ui', { name: { 'ui:widget': 'txet' } }, '/ui/name/ui:widget'],
    ['rules', [{ id: 'a', description: 'A.', then: { hdie: ['name'] } }], '/rules/0/then'],
    ['texts', { en: { close: '' } }, '/texts/en/close'],
    ['settings', { summaryAbove: -1 }, '/settings/summaryAbove'],
    ['schema', { type: 'object' }, '/schema'],
  ])('refuses mistakes in "%s"', (member, value, at) => {
    expect(listMistakesInForm({ ...template, [member]: value })).toContain(at);
  });
});

describe('the meta schemas', () => {
  it.each(described)('describe %s', (file) => {
    expect(all).toHaveProperty([metaOf(file)]);
    expect(mistakesIn(metaOf(file), all[file])).toEqual([]);
  });

  it('are each used by a document', () => {
    const metas = Object.keys(all).filter((file) => file.startsWith('meta/') && file !== oneFile);
    expect([...new Set(described.map(metaOf))].sort()).toEqual(metas.sort());
  });

  it.each<[string, string, unknown]>([
    ['an effect that there is not', 'meta/rules.schema.json', withRule({ then: { hdie: ['name'] } })],
    ['an operator that there is not', 'meta/rules.schema.json', withRule({ when: { '===': [1, 1] } })],
    ['a fact that there is not', 'meta/rules.schema.json', withRule({ when: { var: 'office.servces' } })],
    ['an option set that is no name', 'meta/rules.schema.json', withRule({ then: { options: { name: 7 } } })],
    ['a rule without effect', 'meta/rules.schema.json', withRule({ then: {} })],
    ['a widget that there is not', 'meta/ui.schema.json', { name: { 'ui:widget': 'txet' } }],
    ['a UI key that there is not', 'meta/ui.schema.json', { name: { 'ui:widgte': 'text' } }],
    ['a text that is no text', 'meta/texts.schema.json', { loading: 7 }],
    ['an empty text', 'meta/texts.schema.json', { anything: '' }],
    ['a setting that there is not', 'meta/settings.schema.json', { failureFeild: 'name' }],
    ['an id that is no whole number', 'meta/enquiry-types.schema.json', withType({ id: '3' })],
    ['a field that is no JSON Schema', 'meta/fields.schema.json', { $defs: { name: { type: 'sting' } } }],
    ['a form without an example', 'meta/form.schema.json', withForm({ examples: [] })],
    [
      'an example that names its office',
      'meta/form.schema.json',
      withForm({ examples: [{ office_location: 1 }] }),
    ],
    ['a field with a name that is taken', 'meta/form.schema.json', withForm({ properties: { domain: {} } })],
    ['an expectation that there is not', 'meta/scenarios.schema.json', withScenario({ tpyes: [] })],
    ['a scenario that expects nothing', 'meta/scenarios.schema.json', withScenario({})],
  ])('refuse %s', (_what, meta, document) => {
    expect(mistakesIn(meta, document)).not.toEqual([]);
  });

  it('have the options that only some widgets have', () => {
    expect(getValueAt(all['meta/ui.schema.json'], ['$defs', 'field', 'properties'])).toMatchObject(
      metaWidgetProperties,
    );
  });

  it.each(metaNames)('have the names that the engine knows: $file $pointer', ({ file, pointer, names }) => {
    expect(getValueAt(all[file], parsePointer(pointer))).toEqual(names);
  });
});

function withRule(rule: object): unknown {
  return { rules: [{ id: 'planted', description: 'A planted mistake.', then: { hide: ['name'] }, ...rule }] };
}

function withType(entry: object): unknown {
  return { enquiryTypes: [{ id: 3, key: 'general', folder: 'general', ...entry }] };
}

function withForm(part: object): unknown {
  return { ...(all['forms/general/schema.json'] as object), ...part };
}

function withScenario(expected: object): unknown {
  return { offices: {}, usual: {}, scenarios: [{ name: 'planted', on: {}, expect: expected }] };
}
