import { describe, expect, it } from 'vitest';
import { compile } from '../compile/index.ts';
import type { Form } from '../model/types.ts';
import {
  type FormDocument,
  isFormDocument,
  renameFormDocument,
  toFormDocumentProblem,
} from './form-document.ts';

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Registration',
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Your name' },
    role: { type: 'string', title: 'You are', enum: ['pupil', 'parent'] },
    class: { type: 'string', title: 'Class' },
  },
  required: ['name'],
};

const rule = {
  id: 'class-of-pupils',
  description: 'Pupils have a class.',
  when: { '==': [{ var: 'values.role' }, 'pupil'] },
  then: { show: ['class'] },
};

function compileForm(document: FormDocument): Form {
  const compiled = compile(document);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.form;
}

/** Returns the position and the code of each problem. */
function listProblems(document: unknown): readonly string[] {
  const compiled = compile(document as FormDocument);
  return compiled.ok ? [] : compiled.problems.map(({ file, pointer, code }) => `${file}#${pointer} ${code}`);
}

describe('a form in one file', () => {
  it('needs a schema only', () => {
    const { types, texts, settings, rules } = compileForm({ schema });
    expect(types.map(({ id, key, names }) => ({ id, key, names }))).toEqual([
      { id: 1, key: 'form', names: { en: 'Registration' } },
    ]);
    expect(rules).toEqual([]);
    expect(Object.keys(texts)).toEqual(['en']);
    expect(settings).toMatchObject({ fallbackLocale: 'en', summaryAbove: 2 });
    expect(settings.failureField).toBeUndefined();
  });

  it('is the form of a folder with the same documents', () => {
    const ui = { name: { 'ui:wide': true } };
    const texts = { en: { 'fields.class.hint': 'As on the timetable' } };
    const folder = compile({
      'enquiry-types.json': {
        enquiryTypes: [{ id: 1, key: 'form', folder: 'form', names: { en: 'Registration' } }],
      },
      'forms/form/schema.json': schema,
      'forms/form/ui.json': ui,
      'rules.json': { rules: [rule] },
      'texts/en.json': texts.en,
      'settings.json': { summaryAbove: 5 },
    });
    const { hash } = compileForm({ schema, ui, rules: [rule], texts, settings: { summaryAbove: 5 } });
    expect(folder).toMatchObject({ ok: true, form: { hash } });
  });

  it('speaks the only language that it has texts of', () => {
    const { texts, settings } = compileForm({ schema, texts: { fr: { submit: 'S’inscrire' } } });
    expect(settings.fallbackLocale).toBe('fr');
    expect(texts.fr).toMatchObject({ submit: 'S’inscrire', close: 'Fermer' });
  });

  it('has its problems at positions of the file', () => {
    expect(listProblems({ schema: { type: 'object', properties: { a: { type: 'sting' } } } })).toEqual([
      'form.json#/schema/properties/a/type bad-schema',
    ]);
    expect(listProblems({ schema, ui: { name: { 'ui:widget': 'txet' } } })).toEqual([
      'form.json#/ui/name/ui:widget unknown-widget',
    ]);
    expect(listProblems({ schema, rules: [rule, { ...rule, id: 'b', then: { show: ['clas'] } }] })).toEqual([
      'form.json#/rules/1/then/show/0 unknown-field',
    ]);
    expect(listProblems({ schema, texts: { de: { submit: '' } } })).toEqual([
      'form.json#/texts/de/submit malformed-document',
    ]);
    expect(listProblems({ schema, settings: { recipient: 'the office' } })).toEqual([
      'form.json#/settings/recipient malformed-document',
    ]);
    expect(listProblems({ schema, settings: { failureField: 'nam' } })).toEqual([
      'form.json#/settings/failureField unknown-field',
    ]);
  });

  it('tells of all members that it cannot have, and of the rest as well', () => {
    expect(
      listProblems({
        schema,
        rulez: [],
        rules: { rules: [] },
        texts: { 'a/b': {}, en: 'Hello' },
        settings: { fallbackLocale: 'no tongue' },
        ui: [],
      }),
    ).toEqual([
      'form.json#/rulez malformed-document',
      'form.json#/rules malformed-document',
      'form.json#/ui malformed-document',
      'form.json#/texts/a~1b unknown-locale',
      'form.json#/texts/en malformed-document',
    ]);
    expect(listProblems({ schema: [] })[0]).toBe('form.json#/schema malformed-document');
    expect(listProblems({ schema, settings: { fallbackLocale: 'no tongue' } })).toEqual([
      'form.json#/settings/fallbackLocale unknown-locale',
    ]);
  });

  it.each<[string, object, string]>([
    [
      'a format that is a widget',
      { schema: { type: 'object', properties: { a: { type: 'string', format: 'color' } } } },
      'use "ui:widget": "color" in form.json#/ui',
    ],
    [
      'an option in the schema',
      { schema: { type: 'object', properties: { a: { type: 'string', 'ui:widget': 'textarea' } } } },
      'move it to form.json#/ui',
    ],
    [
      'a shared field',
      { schema: { type: 'object', properties: { a: { $ref: '../../fields.json#/$defs/b' } } } },
      'a form refers to itself ("#/...") or to fields.json of a folder',
    ],
    [
      'a widget of the program',
      { schema, ui: { name: { 'ui:widget': 'Stars' } } },
      'declare one of the program\'s own in form.json#/settings, "widgets"',
    ],
    [
      'a language without texts',
      { schema, texts: { de: {} }, settings: { fallbackLocale: 'fr' } },
      'there is no form.json#/texts/fr',
    ],
  ])('has sentences that name its members: %s', (_what, document, sentence) => {
    const compiled = compile(document as FormDocument);
    const problems = compiled.ok ? [] : compiled.problems;
    expect(problems.map(({ reason }) => reason)).toContainEqual(expect.stringContaining(sentence));
    for (const problem of problems) expect(toFormDocumentProblem(problem)).toEqual(problem);
  });

  it('has problems that name a file of another name', () => {
    const problem = { file: 'form.json', pointer: '/ui', code: 'x', reason: 'see form.json#/settings' };
    expect(renameFormDocument(problem, 'club.json')).toEqual({
      ...problem,
      file: 'club.json',
      reason: 'see club.json#/settings',
    });
    const untested = { file: 'scenarios.json', pointer: '', code: 'x', reason: 'add one to scenarios.json' };
    expect(renameFormDocument(toFormDocumentProblem(untested), 'club.json')).toMatchObject({
      file: 'club.scenarios.json',
      reason: 'add one to club.scenarios.json',
    });
    const shipped = 'the English texts are in node_modules/slipway/engine/documents/texts/en.json';
    expect(toFormDocumentProblem({ ...problem, reason: shipped }).reason).toBe(shipped);
  });

  it('is told from documents by their paths', () => {
    expect(isFormDocument({ schema })).toBe(true);
    expect(isFormDocument({ 'rules.json': { rules: [] } })).toBe(false);
    expect([null, [], 'schema', { title: 'A' }].some(isFormDocument)).toBe(false);
  });
});
