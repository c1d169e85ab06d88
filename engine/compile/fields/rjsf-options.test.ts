import { describe, expect, it } from 'vitest';
import { listFindings } from '../../../test/cli/checking.ts';
import { createSampleDocuments } from '../../../test/support/sample-documents.ts';
import type { JsonSchema } from '../../model/types.ts';
import { compile } from '../index.ts';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name' },
    box: { type: 'object', title: 'Box', properties: { inner: { type: 'string', title: 'Inner' } } },
  },
};

describe('options that only RJSF knows', () => {
  const ui = {
    'ui:submitButtonOptions': { norender: true },
    'ui:globalOptions': { copyable: true },
    name: { 'ui:autofocus': true, 'ui:classNames': 'wide', 'ui:options': { inline: true, label: false } },
    box: { inner: { 'ui:emptyValue': '', 'ui:hideError': true, 'ui:style': { color: 'red' } } },
  };
  const places = [
    '/ui:submitButtonOptions',
    '/ui:globalOptions',
    '/name/ui:autofocus',
    '/name/ui:classNames',
    '/name/ui:options/inline',
    '/name/ui:options/label',
    '/box/inner/ui:emptyValue',
    '/box/inner/ui:hideError',
    '/box/inner/ui:style',
  ];

  it('compile, and are told as warnings', () => {
    const documents = createSampleDocuments(schema, ui);
    expect(compile(documents)).toMatchObject({ ok: true });
    const found = listFindings(documents).filter(({ code }) => code === 'ignored-option');
    expect(found.map(({ pointer, severity }) => [pointer, severity]).sort()).toEqual(
      places.map((place) => [place, 'warning']).sort(),
    );
  });

  it('leave the form as it is without them', () => {
    const hashes = [ui, { name: { 'ui:options': {} }, box: { inner: {} } }].map((each) => {
      const compiled = compile(createSampleDocuments(schema, each));
      return compiled.ok ? compiled.form.hash : undefined;
    });
    expect(hashes[0]).toBe(hashes[1]);
  });

  it('are left to a widget of the program, and unknown ones are refused still', () => {
    const own = createSampleDocuments(schema, {
      name: { 'ui:widget': 'Stars', 'ui:options': { inline: true } },
    });
    const settings = { ...(own['settings.json'] as object), widgets: ['Stars'] };
    expect(compile({ ...own, 'settings.json': settings })).toMatchObject({ ok: true, warnings: [] });
    const slip = compile(createSampleDocuments(schema, { name: { 'ui:autofucus': true } }));
    expect(slip.ok).toBe(false);
  });

  it('are warnings of compile, with the reason', () => {
    expect(compile({ schema, ui: { name: { 'ui:emptyValue': '' } } })).toMatchObject({
      ok: true,
      warnings: [
        {
          file: 'form.json',
          pointer: '/ui/name/ui:emptyValue',
          code: 'ignored-option',
          reason: expect.stringContaining('has no effect here: an empty answer is absent; remove it'),
        },
      ],
    });
  });
});

describe('what RJSF calls something else', () => {
  const { fields, title } = compileFields(
    {
      type: 'object',
      description: 'Of the schema',
      properties: {
        about: { type: 'string' },
        phone: { type: 'string' },
        count: { type: 'integer' },
        born: { type: 'string', format: 'date' },
        day: { type: 'string' },
        rig: { enum: ['sloop', 'ketch', 'yawl', 'cat'] },
        extras: { type: 'array', items: { enum: ['sail', 'crew'] }, uniqueItems: true },
        papers: { type: 'array', items: { type: 'string' } },
      },
    },
    {
      'ui:title': 'Trip',
      'ui:options': { order: ['phone', '*'] },
      about: { 'ui:widget': 'TextareaWidget', 'ui:rows': 4 },
      phone: { 'ui:options': { inputType: 'tel' } },
      count: { 'ui:inputType': 'tel' },
      born: { 'ui:widget': 'alt-date' },
      day: { 'ui:widget': 'alt-date' },
      rig: { 'ui:widget': 'RadioWidget', 'ui:enumOrder': ['yawl', '*', 'sloop'] },
      extras: { 'ui:widget': 'CheckboxesWidget', 'ui:enumNames': { crew: 'A crew' } },
      papers: { 'ui:options': { widget: 'file' } },
    },
  );

  it('is our widget where its value suits it, else the usual one', () => {
    expect(fields.map(({ name, widget }) => `${name} ${widget}`)).toEqual([
      'phone tel',
      'about textarea',
      'count number',
      'born date-parts',
      'day text',
      'rig radio',
      'extras checkboxes',
      'papers files',
    ]);
    expect(title).toBe('Trip');
  });

  it('orders choices, and names them one by one', () => {
    expect(fields.find(({ name }) => name === 'rig')?.choices).toEqual(['yawl', 'ketch', 'cat', 'sloop']);
    expect(fields.find(({ name }) => name === 'extras')?.choiceTitles).toEqual({
      sail: 'sail',
      crew: 'A crew',
    });
  });

  it('leaves out choices that an order without "*" does not list', () => {
    const order = (list: unknown) =>
      compileFields(
        { type: 'object', properties: { rig: { enum: [1, 2, 3] } } },
        { rig: { 'ui:enumOrder': list } },
      ).fields[0]?.choices;
    expect(order([3, 1])).toEqual([3, 1]);
    expect(order(['3', '*', '3'])).toEqual([3, 1, 2]);
    expect(order([])).toEqual([1, 2, 3]);
  });
});

describe('a UI schema with a refused option', () => {
  it('has its other problems reported at once', () => {
    const compiled = compile({
      schema: {
        type: 'object',
        properties: {
          a: { type: 'string', format: 'emial' },
          b: { type: 'array', items: [{ type: 'string' }, { type: 'string' }] },
        },
      },
      ui: {
        'ui:colour': 'red',
        a: { 'ui:rows': 'many', 'ui:widget': 'txet', 'ui:rowz': 1 },
        b: { items: [5, { 'ui:rows': 2 }] },
      },
    });
    const pointers = compiled.ok ? [] : compiled.problems.map(({ pointer }) => pointer);
    expect(pointers).toEqual(
      expect.arrayContaining([
        '/ui/ui:colour',
        '/ui/a/ui:rows',
        '/ui/a/ui:rowz',
        '/ui/b/items/0',
        '/ui/a/ui:widget',
        '/ui/b/items/1/ui:rows',
        '/schema/properties/a/format',
      ]),
    );
  });
});

/** Compiles a form in one file. Throws if it has problems. */
function compileFields(from: JsonSchema, ui: JsonSchema) {
  const compiled = compile({ schema: from, ui });
  const [type] = compiled.ok ? compiled.form.types : [];
  if (type === undefined) throw new Error(JSON.stringify(compiled));
  return { fields: type.fields, title: type.schema.title };
}
