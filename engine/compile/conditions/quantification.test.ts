import { describe, expect, it } from 'vitest';
import { createSampleDocuments } from '../../../test/support/sample-documents.ts';
import { compile } from '../index.ts';

const schema = {
  type: 'object',
  properties: {
    crew: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          age: { type: 'integer' },
          born: { type: 'string', format: 'date' },
          tags: { type: 'array', items: { type: 'string' } },
          engine: { type: 'object', properties: { power: { type: 'number' } } },
        },
      },
    },
    tags: { type: 'array', items: { type: 'string', enum: ['fast', 'slow'] } },
    anything: { type: 'array' },
    captain: { type: 'string' },
  },
};

/** Returns the problems of a form that has one rule with this condition. */
function listReported(when: unknown): readonly string[] {
  const then = { require: ['captain'] };
  const compiled = compile(createSampleDocuments(schema, {}, { rules: [{ id: 'asked', when, then }] }));
  return compiled.ok ? [] : compiled.problems.map(({ pointer, reason }) => `${pointer} ${reason}`);
}

const crew = { var: 'values.crew' };

describe('a question about the items of a list', () => {
  it.each([
    { some: [crew, { '<': [{ var: 'age' }, 18] }] },
    { all: [crew, { '>': [{ var: 'engine.power' }, 4.5] }] },
    { none: [crew, { '>': [{ var: 'born' }, { '+': [{ var: 'today' }, -18, 'years'] }] }] },
    { some: [crew, { in: ['first aid', { var: 'tags' }] }] },
    { all: [{ var: 'values.tags' }, { '==': [{ var: '' }, 'fast'] }] },
    { some: [crew, { or: [{ var: 'born' }, { '>=': [{ var: 'tags.count' }, 2] }] }] },
  ])('compiles: %j', (when) => {
    expect(listReported(when)).toEqual([]);
  });

  it.each([
    [
      { some: [crew, { '<': [{ var: 'agee' }, 18] }] },
      '/some/1/</0/var unknown fact "agee"; the nearest is "age"',
    ],
    [{ some: [crew, { '<': [{ var: 'each.age' }, 18] }] }, 'unknown fact "each.age"'],
    [{ some: [crew, { '<': [{ var: 'age' }, '18'] }] }, '"age" is compared with a number, not "18"'],
    [{ some: [crew, { '<': [{ var: 'age' }, { var: 'born' }] }] }, '"age" is a number, but "born" is a date'],
    [{ all: [{ var: 'values.tags' }, { '==': [{ var: '' }, 'quick'] }] }, 'is never "quick"'],
    [
      { some: [{ var: 'values.captain' }, { var: 'age' }] },
      'tests the items of a list, but "values.captain" is a text',
    ],
    [{ some: [crew, { some: [{ var: 'tags' }, { '==': [{ var: '' }, 'a'] }] }] }, 'test one list at a time'],
    [{ some: [crew] }, 'tests the items of a list'],
    [{ some: [['a'], { var: '' }] }, 'a list is expected here'],
    [
      { some: [{ var: 'values.anything' }, { '==': [{ var: '' }, 'a'] }] },
      'the items of "values.anything" have no facts',
    ],
    [{ '<': [{ var: 'age' }, 18] }, 'unknown fact "age"'],
  ])('is refused with its place and what to do: %j', (when, says) => {
    expect(listReported(when)).toContainEqual(expect.stringContaining(says));
  });
});
