import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../model/types.ts';
import { type BranchLabels, labelBranches } from './branch-names.ts';

const noWords: BranchLabels = { findPropertyLabel: () => undefined, findTypeLabel: (type) => `a ${type}` };

describe('labelBranches', () => {
  const text = { type: 'string' };

  it.each<[string, readonly JsonSchema[], readonly (string | undefined)[]]>([
    ['their titles', [{ title: 'Motor' }, { title: 'Sail' }], ['Motor', 'Sail']],
    ['the value that each fixes', [{ const: 'a' }, { enum: [2] }, text], ['a', '2', 'a string']],
    [
      'the value that each fixes of a property',
      [{ properties: { country: { const: 'Chile' } } }, { properties: { country: { const: 'Peru' } } }],
      ['Chile', 'Peru'],
    ],
    [
      'what each alone requires',
      [{ required: ['name', 'email'] }, { required: ['name', 'phone'] }],
      ['Email address', 'phone'],
    ],
    [
      'the properties that each alone has',
      [
        { properties: { name: text, masts: { title: 'Masts' } } },
        { properties: { name: text, power: text } },
      ],
      ['Masts', 'power'],
    ],
    ['their types', [text, { type: ['number', 'null'] }, { items: {} }], ['a string', 'a number', 'a array']],
    [
      'nothing where that tells none apart',
      [text, { type: 'string', maxLength: 3 }, {}],
      [undefined, undefined, undefined],
    ],
  ])('calls them by %s', (_what, branches, names) => {
    const around = { properties: { email: { title: 'Email address' } } };
    expect(labelBranches(branches, around, noWords)).toEqual(names);
  });

  it('asks the texts before the schema', () => {
    const words: BranchLabels = { ...noWords, findPropertyLabel: (name, choice) => `${name}=${choice}` };
    const branches = [{ properties: { kind: { const: 's' } } }, { required: ['power'] }];
    expect(labelBranches(branches, {}, words)).toEqual(['kind=s', 'power=undefined']);
  });
});
