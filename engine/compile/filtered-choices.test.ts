import { describe, expect, it } from 'vitest';
import { readyFindings } from '../../test/cli/checking.ts';
import { sampleDocuments } from '../../test/support/sample-documents.ts';
import { compile } from './index.ts';

const schema = {
  type: 'object',
  required: ['keel'],
  properties: {
    rig: { type: 'string', enum: ['sloop', 'ketch'] },
    keel: { type: 'string', enum: ['fin', 'long'] },
    extras: { type: 'array', uniqueItems: true, items: { enum: ['radar', 'heating'] } },
    name: { type: 'string' },
  },
  examples: [{ rig: 'sloop', keel: 'fin' }],
};

const onKetches = { '==': [{ var: 'values.rig' }, 'ketch'] };

function documentsWith(filter: object) {
  return sampleDocuments(schema, {}, { rules: [{ id: 'keels', when: onKetches, then: { filter } }] });
}

describe('choices that a rule filters', () => {
  it.each([
    [
      { keel: { in: [{ var: 'item.value' }, ['fin', 'longs']] } },
      '"item.value" is never "longs"; its choices are "fin", "long"; the nearest is "long"',
    ],
    [{ name: { '==': [{ var: 'item.value' }, 'a'] } }, '"name" offers nothing to choose one of'],
    [{ extras: { '==': [{ var: 'item.value' }, 'radar'] } }, '"extras" offers nothing to choose one of'],
  ])('are refused where they are none: %j', (filter, says) => {
    const compiled = compile(documentsWith(filter));
    const reasons = compiled.ok ? [] : compiled.problems.map(({ reason }) => reason);
    expect(reasons).toContainEqual(expect.stringContaining(says));
  });

  it('are told of where none is left of a choice that is required', () => {
    const errorsOf = (filter: object) =>
      readyFindings(documentsWith(filter)).filter(({ code }) => code === 'required-choice-empty');
    const notThe = (...words: string[]) => words.map((word) => ({ '!=': [{ var: 'item.value' }, word] }));
    expect(errorsOf({ keel: { and: notThe('fin') } })).toEqual([]);
    const [error] = errorsOf({ keel: { and: notThe('fin', 'long') } });
    expect(error?.scenario?.on.entered).toMatchObject({ rig: 'ketch' });
  });
});
