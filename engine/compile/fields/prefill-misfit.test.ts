import { describe, expect, it } from 'vitest';
import { compile } from '#engine/compile/index.ts';
import { createTestDocuments } from '#widgets/testing/forms.ts';

const paths = { type: 'array', items: { type: 'string' } };
const properties = {
  text: { type: 'string' },
  list: { type: 'array', items: { type: 'string' } },
  yes: { type: 'boolean' },
  path: paths,
  person: { type: 'object', properties: { first: { type: 'string' } } },
};

/** The problems of a UI schema for the properties: code, pointer and reason. */
function listProblems(ui: Readonly<Record<string, unknown>>) {
  const compiled = compile(createTestDocuments({ properties }, ui));
  return compiled.ok ? [] : compiled.problems.map(({ code, pointer, reason }) => [code, pointer, reason]);
}

describe('explainNoPrefill', () => {
  it.each([
    ['text', {}],
    ['text', { 'ui:widget': 'textarea' }],
    ['yes', { 'ui:widget': 'radio' }],
  ])('allows %s with %o', (name, ui) => {
    expect(listProblems({ [name]: { 'ui:prefill': true, ...ui } })).toEqual([]);
  });

  it.each([
    ['a tick', 'yes', {}, 'only the visitor may tick it'],
    ['a consent', 'yes', { 'ui:widget': 'terms' }, 'only the visitor may tick it'],
    ['a password', 'text', { 'ui:widget': 'password' }, 'a password must not be in an address'],
    ['a hidden field', 'text', { 'ui:widget': 'hidden' }, 'visitors cannot see it or cannot change it'],
    ['a readonly field', 'text', { 'ui:readonly': true }, 'visitors cannot change it'],
    ['photos', 'path', { 'ui:widget': 'photos' }, 'its value is a file of the visitor'],
    ['a signature', 'path', { 'ui:widget': 'signature' }, 'its value is a file of the visitor'],
    ['a list', 'list', {}, 'an address contains a single value, not a list or an object'],
  ])('refuses %s', (_what, name, ui, reason) => {
    expect(listProblems({ [name]: { 'ui:prefill': true, ...ui } })).toContainEqual([
      'bad-prefill',
      `/${name}/ui:prefill`,
      `a link cannot fill this field, because ${reason}; remove "ui:prefill"`,
    ]);
  });

  it('refuses a nested field', () => {
    expect(listProblems({ person: { first: { 'ui:prefill': true } } })).toEqual([
      [
        'idle-option',
        '/person/first/ui:prefill',
        '"prefill" has no effect here: it is for a field itself, not for a nested field; remove it',
      ],
    ]);
  });
});
