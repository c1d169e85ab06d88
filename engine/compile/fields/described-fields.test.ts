import { describe, expect, it } from 'vitest';
import { compile } from '../index.ts';

/** Returns the hint of the field "name" of a form. */
function findHint(form: object): string | undefined {
  const schema = {
    type: 'object',
    properties: { name: { type: 'string', title: 'Name', description: 'As on the passport' } },
  };
  const compiled = compile({ schema, ...form });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.form.types[0]?.fields.find(({ name }) => name === 'name')?.hint;
}

describe('the description of a field', () => {
  it('is its hint, unless the UI schema has one', () => {
    expect(findHint({})).toBe('As on the passport');
    expect(findHint({ ui: { name: { 'ui:help': 'In capitals' } } })).toBe('In capitals');
    expect(findHint({ ui: { name: { 'ui:description': 'In capitals' } } })).toBe('In capitals');
  });

  it('comes from what its schema refers to, or from a branch', () => {
    const $defs = { mail: { type: 'string', description: 'Of the definition' } };
    const properties = { name: { $ref: '#/$defs/mail' } };
    expect(findHint({ schema: { type: 'object', $defs, properties } })).toBe('Of the definition');
    const branch = { properties: { name: { type: 'string', description: 'Of the branch' } } };
    const conditional = {
      type: 'object',
      properties: { has: { type: 'boolean' } },
      if: { properties: { has: { const: true } }, required: ['has'] },
      then: branch,
    };
    expect(findHint({ schema: conditional })).toBe('Of the branch');
  });

  it('is a note for editors where the label is among the texts', () => {
    expect(findHint({ texts: { en: { 'fields.name.label': 'Your name' } } })).toBeUndefined();
    expect(findHint({ texts: { en: { 'forms.form.fields.name.label': 'Your name' } } })).toBeUndefined();
    expect(findHint({ texts: { en: { 'fields.other.label': 'Other' } } })).toBe('As on the passport');
  });
});
