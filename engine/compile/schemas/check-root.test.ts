import { describe, expect, it } from 'vitest';
import { createReport } from '../report.ts';
import { checkRoot } from './check-root.ts';

describe('checkRoot', () => {
  const listReported = (source: unknown) => {
    const report = createReport();
    const isForm = checkRoot(source, { file: 'schema.json', path: [] }, report);
    expect(isForm).toBe(report.problems.length === 0);
    return report.problems.map(({ pointer, reason }) => `${pointer} ${reason}`);
  };

  it('takes an object with properties, be they none', () => {
    expect(listReported({ type: 'object', properties: {} })).toEqual([]);
  });

  it.each<[string, unknown, RegExp]>([
    ['no object', [], /^ a schema must be an object, but this is a list/],
    [
      'a reference',
      { $ref: '#/definitions/Person' },
      /^\/\$ref the root only refers to "#\/definitions\/Person"/,
    ],
    ['a list', { type: 'array', items: {} }, /^\/type the root is a list, .* make it a property of one/],
    ['a list without a type', { items: {} }, /^ the root is a list/],
    ['a text', { type: 'string' }, /^\/type the root is a single value \(string\)/],
    ['choices', { enum: ['a'] }, /^ the root is a single value/],
    ['no type', { properties: {} }, /^ the root has no "type"; add "type": "object"/],
    [
      'several types',
      { type: ['object', 'null'], properties: {} },
      /^\/type the root of a form is always an object/,
    ],
    ['branches alone', { oneOf: [{}] }, /^ the root has no "properties" beside "oneOf"; add/],
    ['a map', { type: 'object', additionalProperties: {} }, /^ the root accepts entries of any name/],
    ['nothing', {}, /^ the root has no "properties", so the form has no fields/],
    [
      'a list of properties',
      { type: 'object', properties: [] },
      /^\/properties "properties" must be an object/,
    ],
  ])('tells the one reason why %s is none of a form', (_what, source, reason) => {
    expect(listReported(source)).toEqual([expect.stringMatching(reason)]);
  });
});
