import { describe, expect, it } from 'vitest';
import { listFindings } from '../../../test/cli/checking.ts';
import { createDocumentsOfSamples, createSampleDocuments } from '../../../test/support/sample-documents.ts';
import type { JsonSchema } from '../../model/types.ts';

/** Returns the findings of this lint of a form's schema, each by its place and code. */
function found(schema: JsonSchema, ui: JsonSchema = {}): readonly string[] {
  const findings = listFindings(createSampleDocuments({ type: 'object', ...schema }, ui));
  return findings
    .filter(({ code }) => code === 'not-asked' || code === 'untitled-branch')
    .map(({ pointer, code }) => `${pointer} ${code}`);
}

const text = { type: 'string', title: 'Text' };
const named = [
  { title: 'A', type: 'string' },
  { title: 'B', type: 'number' },
];
const unnamed = [{ type: 'string' }, { type: 'number' }];

describe('lintAsked', () => {
  it.each<[string, JsonSchema, string]>([
    ['entries of any name', { additionalProperties: text }, '/additionalProperties'],
    ['entries by patterns', { patternProperties: { '^x': text } }, '/patternProperties'],
    [
      'entries that a part takes',
      { allOf: [{ additionalProperties: text }] },
      '/allOf/0/additionalProperties',
    ],
    [
      'entries that a condition takes',
      { if: { required: ['a'] }, then: { patternProperties: { '^x': text } } },
      '/then/patternProperties',
    ],
  ])('tells of %s at the root, which no form asks', (_what, schema, place) => {
    expect(found({ properties: { a: text }, ...schema })).toEqual([`${place} not-asked`]);
  });

  it('tells of a type that asks nothing, beside one that asks, and not of one whose branches ask', () => {
    const beside = (schema: JsonSchema) =>
      createDocumentsOfSamples([
        { key: 'asking', schema: { type: 'object', properties: { a: text } } },
        { key: 'other', schema: { type: 'object', ...schema } },
      ]);
    const asked = (schema: JsonSchema) =>
      listFindings(beside(schema)).filter(({ file, code }) => code === 'not-asked' && file.includes('other'));
    expect(asked({ properties: {} })).toMatchObject([
      {
        file: 'forms/other/schema.json',
        pointer: '/properties',
        reason: expect.stringMatching(/^"other" has no fields/),
      },
    ]);
    expect(asked({ oneOf: [{ title: 'A', properties: { b: text } }] })).toEqual([]);
  });

  it.each<[string, JsonSchema, string]>([
    ['a field', { box: { type: 'object', title: 'Box' } }, '/properties/box'],
    [
      'the items of a list',
      { boxes: { type: 'array', items: { type: 'object', properties: {} } } },
      '/properties/boxes/items',
    ],
    [
      'a part of a field',
      {
        box: { type: 'object', properties: { a: text, in: { type: 'object', additionalProperties: false } } },
      },
      '/properties/box/properties/in',
    ],
  ])('tells of an object without properties in %s', (_what, properties, place) => {
    expect(found({ properties })).toEqual([`${place} not-asked`]);
  });

  it('says nothing of an object whose properties its branches bring', () => {
    const boat = { type: 'object', title: 'Boat', oneOf: [{ title: 'A', properties: { a: text } }] };
    expect(found({ properties: { boat } })).toEqual([]);
  });

  it('says nothing of entries in a field, nor of a root that is open or closed', () => {
    const held = { type: 'object', title: 'Held', additionalProperties: text };
    expect(found({ properties: { held }, additionalProperties: false })).toEqual([]);
    expect(found({ properties: { held }, additionalProperties: true })).toEqual([]);
  });

  it.each<[string, JsonSchema, string]>([
    ['a field', { size: { title: 'Size', anyOf: unnamed } }, '/properties/size/anyOf'],
    [
      'the items of a list',
      { sizes: { type: 'array', items: { oneOf: unnamed } } },
      '/properties/sizes/items/oneOf',
    ],
    [
      'a part of a field',
      { box: { type: 'object', properties: { in: { oneOf: unnamed } } } },
      '/properties/box/properties/in/oneOf',
    ],
  ])('tells of branches without a title in %s', (_what, properties, place) => {
    expect(found({ properties })).toEqual([`${place} untitled-branch`]);
  });

  it('says nothing of branches with titles, of choices, and of an answer that may be left out', () => {
    const choices = { oneOf: [{ const: 'a' }, { const: 'b' }] };
    const optional = { anyOf: [text, { type: 'null' }] };
    expect(found({ properties: { size: { title: 'Size', anyOf: named }, choices, optional } })).toEqual([]);
    const ui = { size: { anyOf: [{ 'ui:title': 'A' }, { 'ui:title': 'B' }] } };
    expect(found({ properties: { size: { title: 'Size', anyOf: unnamed } } }, ui)).toEqual([]);
  });
});
