import { describe, expect, it } from 'vitest';
import { createSampleDocuments } from '../../test/support/sample-documents.ts';
import type { JsonSchema } from '../model/types.ts';
import { compile } from './index.ts';

const schema: JsonSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    count: { type: 'integer' },
    consent: { type: 'boolean' },
    rig: { enum: ['sloop', 'ketch'] },
    boat: {
      type: 'object',
      properties: { make: { type: 'string' }, sails: { type: 'array', items: { type: 'string' } } },
    },
    pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'boolean' }] },
  },
};

function listReported(ui: JsonSchema): readonly string[] {
  const compiled = compile(createSampleDocuments(schema, ui));
  return compiled.ok ? [] : compiled.problems.map(({ pointer, reason }) => `${pointer}: ${reason}`);
}

describe('what a UI schema says in vain', () => {
  it.each<[string, JsonSchema, RegExp]>([
    [
      'an inner key that is misspelt',
      { boat: { make: { 'ui:placholder': 'x' } } },
      /^\/boat\/make\/ui:placholder: .*"ui:placeholder"/,
    ],
    [
      'a picture of what is no choice',
      { rig: { 'ui:widget': 'radio', 'ui:images': { yawl: '/y.svg' } } },
      /^\/rig\/ui:images: .*"yawl", which is no choice; name one of "sloop", "ketch"/,
    ],
    [
      'a picture of another site',
      { rig: { 'ui:widget': 'radio', 'ui:images': { sloop: 'https://example.com/s.svg' } } },
      /^\/rig\/ui:images\/sloop: /,
    ],
    [
      'a picture of an address without a protocol',
      { rig: { 'ui:widget': 'radio', 'ui:images': { sloop: '//example.com/s.svg' } } },
      /^\/rig\/ui:images\/sloop: /,
    ],
    [
      'pictures in a list that opens',
      { rig: { 'ui:widget': 'select', 'ui:images': { sloop: '/s.svg' } } },
      /^\/rig\/ui:images: .*"checkboxes", "radio"/,
    ],
    ['a field inside that is not there', { boat: { mkae: { 'ui:title': 'x' } } }, /^\/boat\/mkae: .*"make"/],
    ['an unknown option', { name: { 'ui:options': { hepl: 'x' } } }, /^\/name\/ui:options\/hepl: .*"help"/],
    ['lines of what is no text area', { name: { 'ui:rows': 3 } }, /^\/name\/ui:rows: .*textarea/],
    [
      'a placeholder of a tick',
      { consent: { 'ui:placeholder': 'x' } },
      /^\/consent\/ui:placeholder: .*typed/,
    ],
    [
      'names of choices where there are none',
      { count: { 'ui:enumNames': ['x'] } },
      /^\/count\/ui:enumNames: .*choices/,
    ],
    [
      'buttons of a list where there is none',
      { boat: { make: { 'ui:addable': false } } },
      /^\/boat\/make\/ui:addable: .*lists/,
    ],
    [
      'an upload inside an object, where nothing is uploaded',
      { boat: { make: { 'ui:widget': 'signature' } } },
      /^\/boat\/make\/ui:widget: "signature" uploads files, .*move it out/,
    ],
    [
      'what is for fields themselves',
      { boat: { make: { 'ui:wide': true } } },
      /^\/boat\/make\/ui:wide: .*itself/,
    ],
    [
      'an option of a place of a tuple',
      { pair: { items: [{}, { 'ui:rows': 2 }] } },
      /^\/pair\/items\/1\/ui:rows: /,
    ],
    [
      'what no version of RJSF has',
      { name: { 'ui:autocorrect': 'x' } },
      /^\/name\/ui:autocorrect: unknown key/,
    ],
  ])('is refused: %s', (_what, ui, problem) => {
    expect(listReported(ui)).toEqual([expect.stringMatching(problem)]);
  });

  it('is not what is heeded, at any depth, nor what a widget of the program itself reads', () => {
    const ui = {
      name: {
        'ui:widget': 'textarea',
        'ui:rows': 3,
        'ui:help': 'x',
        'ui:placeholder': 'x',
        'ui:readonly': true,
      },
      rig: { 'ui:enumNames': ['Sloop', 'Ketch'], 'ui:enumDisabled': ['ketch'] },
      boat: {
        'ui:order': ['sails', '*'],
        make: { 'ui:title': 'Make' },
        sails: { items: { 'ui:placeholder': 'x' } },
      },
    };
    expect(listReported(ui)).toEqual([]);
  });
});

describe('what a schema says in vain', () => {
  const of = (property: JsonSchema, root: JsonSchema = {}) => {
    const compiled = compile(createSampleDocuments({ type: 'object', properties: { a: property }, ...root }));
    return compiled.ok ? [] : compiled.problems.map(({ pointer, reason }) => `${pointer}: ${reason}`);
  };
  const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#' };
  const newest = { $schema: 'https://json-schema.org/draft/2020-12/schema' };

  it.each<[string, JsonSchema, JsonSchema, RegExp]>([
    ['require', { type: 'string', require: true }, {}, /\/a\/require: .*"required"/],
    ['anyof', { anyof: [] }, {}, /\/a\/anyof: .*"anyOf"/],
    ['divisibleBy', { type: 'integer', divisibleBy: 2 }, {}, /"multipleOf"/],
    ['a tuple of draft-07', { type: 'array', items: [{ type: 'string' }] }, newest, /"prefixItems"/],
    ['a word of 2020-12 in draft-07', { type: 'array', prefixItems: [{}] }, draft07, /name 2020-12/],
    ['a type that is none', { type: 'sting' }, {}, /^\/properties\/a\/type: .*"string"/],
    [
      'a pattern that is none',
      { type: 'string', pattern: '([' },
      {},
      /^\/properties\/a\/pattern: not a regular expression/,
    ],
    [
      'a limit that is text',
      { type: 'string', maxLength: '3' },
      {},
      /^\/properties\/a\/maxLength: .*whole number/,
    ],
    [
      'what Ajv would judge otherwise: a condition on an undeclared property beside unevaluatedProperties',
      { if: { properties: { b: { const: 1 } } }, unevaluatedProperties: false },
      {},
      /^\/properties\/a\/if: .*"b".*not in "properties"/,
    ],
    [
      'what Ajv would judge otherwise: a condition on items beside unevaluatedItems',
      { if: { prefixItems: [{ const: 1 }] }, unevaluatedItems: false },
      {},
      /^\/properties\/a\/unevaluatedItems: .*"items"/,
    ],
    [
      'what Ajv would judge otherwise: contains beside unevaluatedItems',
      { allOf: [{ contains: { const: 1 } }], unevaluatedItems: false },
      {},
      /^\/properties\/a\/unevaluatedItems: .*"contains"/,
    ],
    [
      'what Ajv would judge otherwise: items of a branch beside unevaluatedItems',
      { anyOf: [{ items: { type: 'string' } }, true], unevaluatedItems: false },
      {},
      /^\/properties\/a\/unevaluatedItems: .*of a branch/,
    ],
    [
      'what draft-07 does not heed: a limit beside $ref',
      { $ref: '#/definitions/b', title: 'B', maxItems: 2 },
      { ...draft07, definitions: { b: { type: 'array' } } },
      /^\/properties\/a\/maxItems: .*"allOf"/,
    ],
    [
      'a name that every object has',
      { properties: JSON.parse('{"__proto__": {}}') },
      {},
      /^\/properties\/a\/properties\/__proto__: .*another name/,
    ],
    [
      'a draft in a list',
      { type: 'string' },
      { $schema: ['https://json-schema.org/draft/2020-12/schema'] },
      /^\/\$schema: .*is not a draft/,
    ],
    [
      'a meta schema of somebody',
      { type: 'string' },
      { $schema: 'https://example.com/draft/2020-12/schema' },
      /^\/\$schema: .*is not a draft/,
    ],
    ['a field of no value', {}, { properties: { a: false } }, /^\/properties\/a: .*remove it/],
  ])('is refused once, in its place: %s', (_what, property, root, problem) => {
    expect(of(property, root)).toEqual([expect.stringMatching(problem)]);
  });

  it('is no note: x-…, and what meta/form.schema.json names', () => {
    expect(
      of({ type: 'string', 'x-source': 'spec', version: 2, items: { markdownDescription: 'x' } }),
    ).toEqual([]);
  });
});
