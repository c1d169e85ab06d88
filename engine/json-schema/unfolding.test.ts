import { describe, expect, it } from 'vitest';
import { collectCombinedSchemas, iterateReachableSchemas, resolveReference } from './references.ts';
import { countUnfoldedSchemas, type FollowReference, maxSchemaNesting } from './unfolding.ts';

/** Definitions `d0` to `d<n>`, each made of the next by `of`. */
function chain(length: number, of: (next: object) => object, end: object = { type: 'string' }) {
  const names = Array.from({ length }, (_, index) => index);
  return Object.fromEntries(
    names.map((index) => [`d${index}`, index === length - 1 ? end : of({ $ref: `#/$defs/d${index + 1}` })]),
  );
}

function sizeOf(root: Record<string, unknown>): number {
  const follow: FollowReference = (reference) => ({ schema: resolveReference(root, reference), follow });
  return countUnfoldedSchemas(root, follow);
}

const first = { $ref: '#/$defs/d0' };
const twice = (next: object) => ({ allOf: [next, next] });

describe('countUnfoldedSchemas', () => {
  it('counts what a reference leads to each time that it is referred to, and no definition by itself', () => {
    const root = { properties: { a: first, b: first }, $defs: { d0: { items: {} }, unused: { items: {} } } };
    expect(sizeOf(root)).toBe(1 + 2 * 3);
  });

  it('visits each schema once, so that doublings cost nothing', () => {
    expect(sizeOf({ ...first, $defs: chain(60, twice) })).toBeGreaterThan(2 ** 59);
  });

  it('counts a reference back as nothing, and what is nested too deep as endless', () => {
    expect(sizeOf({ properties: { a: { $ref: '#' } } })).toBe(2);
    expect(sizeOf({ ...first, $defs: chain(maxSchemaNesting, (next) => ({ items: next })) })).toBe(Infinity);
    expect(sizeOf({ ...first, $defs: chain(100_000, (next) => next) })).toBe(Infinity);
  });
});

describe('iterateReachableSchemas', () => {
  it('gives each schema once, whatever refers to it', () => {
    const doubled = { $defs: chain(60, twice) };
    expect([...iterateReachableSchemas(first, doubled)]).toHaveLength(1 + 59 * 3 + 1);
    const round = { properties: { a: { $ref: '#' }, b: { $ref: '#' }, c: { $ref: '#' } } };
    expect([...iterateReachableSchemas(round, round)]).toHaveLength(8);
  });
});

describe('collectCombinedSchemas', () => {
  it('has what holds several times once, and ends where references lead round in a circle', () => {
    const doubled = { $defs: chain(60, twice) };
    expect(collectCombinedSchemas(first, doubled).filter(({ type }) => type === 'string')).toHaveLength(1);
    const round = { $defs: { d0: { minLength: 1, allOf: [first, first] } } };
    expect(collectCombinedSchemas(first, round).filter(({ minLength }) => minLength === 1)).toHaveLength(1);
  });
});
