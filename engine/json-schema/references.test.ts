import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getValueAt, parsePointer, toJsonPointer } from './pointers.ts';
import { dereference, parseReference, resolveReference, toReference } from './references.ts';

const step = fc.oneof(fc.string(), fc.constantFrom('a/b', 'm~n', '~1', '%', 'c%d', ' ', '', '0', '$defs'));

describe('toJsonPointer', () => {
  it('is undone by stepsOf, whatever the names', () => {
    fc.assert(
      fc.property(fc.array(step), (path) => {
        expect(parsePointer(toJsonPointer(path))).toEqual(path);
      }),
    );
  });

  it('leads to what stands there', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), (path) => {
        const root = path.reduceRight<unknown>((inner, name) => Object.fromEntries([[name, inner]]), 'found');
        expect(getValueAt(root, parsePointer(toJsonPointer(path)))).toBe('found');
      }),
    );
  });
});

describe('getValueAt', () => {
  it('finds places in lists, and nothing where nothing stands', () => {
    expect(getValueAt({ a: ['x', { b: 1 }] }, ['a', '1', 'b'])).toBe(1);
    expect(getValueAt({ a: ['x'] }, ['a', 1])).toBeUndefined();
    expect(getValueAt({}, ['constructor'])).toBeUndefined();
  });
});

describe('parseReference', () => {
  it('reads what referenceTo writes', () => {
    const path = fc.array(step.filter((name) => name.isWellFormed()));
    fc.assert(
      fc.property(path, (steps) => {
        expect(parseReference(toReference(steps))).toEqual(steps);
      }),
    );
  });

  it.each(['other.json#/a', '#anchor', '#/%'])('knows that %s is not local', (reference) => {
    expect(parseReference(reference)).toBeUndefined();
  });
});

describe('dereference', () => {
  const root = { $defs: { a: { $ref: '#/$defs/b~1c', title: 'A' }, 'b/c': { type: 'integer', title: 'B' } } };

  it('follows references to references, with what stands beside them on top', () => {
    expect(dereference({ $ref: '#/$defs/a' }, root)).toEqual({ type: 'integer', title: 'A' });
  });

  it('ends where references lead round in a circle', () => {
    expect(dereference({ $ref: '#' }, { $ref: '#' })).toEqual({ $ref: '#' });
  });

  it('looks up the root itself', () => expect(resolveReference(root, '#')).toBe(root));
});
