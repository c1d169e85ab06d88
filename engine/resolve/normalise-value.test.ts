import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from '../types.ts';
import { normaliseValue } from './normalise-value.ts';

const json = { name: 'a', kind: 'json', widget: 'array' } as FieldDefinition;

describe('normaliseValue', () => {
  it('takes an item that a page left out as it is once it has travelled', () => {
    const inPage = [undefined, 'x'];
    const onServer: unknown = JSON.parse(JSON.stringify(inPage));
    expect(normaliseValue(json, inPage)).toEqual(['', 'x']);
    expect(normaliseValue(json, onServer)).toEqual(['', 'x']);
    expect(normaliseValue(json, [{ a: ' ' }, 'x'])).toEqual([{}, 'x']);
  });

  it.each([[[]], [['', ' ']], [[{}, { a: '' }]], [[undefined]], [[null]], [[[], [['']]]]])(
    'takes %j for no answer: nothing stands in it',
    (list) => {
      expect(normaliseValue(json, list)).toBeUndefined();
      expect(normaliseValue(json, { inner: list, other: 1 })).toEqual({ other: 1 });
    },
  );
});
