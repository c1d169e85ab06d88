import { describe, expect, it, vi } from 'vitest';
import { memoizeByKey, memoizeByObject } from './memoize.ts';

describe('memoizeByObject', () => {
  it('computes the result once per object', () => {
    const getNames = memoizeByObject(({ name }: { readonly name: string }) => [name]);
    const [one, other] = [{ name: 'a' }, { name: 'a' }];
    expect(getNames(one)).toEqual(['a']);
    expect(getNames(one)).toBe(getNames(one));
    expect(getNames(other)).not.toBe(getNames(one));
  });

  it('caches undefined, but no error', () => {
    const compute = vi.fn((source: { readonly isValid: boolean }) => {
      if (!source.isValid) throw new Error('invalid');
    });
    const find = memoizeByObject(compute);
    const [valid, invalid] = [{ isValid: true }, { isValid: false }];
    expect([find(valid), find(valid)]).toEqual([undefined, undefined]);
    expect(compute).toHaveBeenCalledTimes(1);
    expect(() => find(invalid)).toThrow('invalid');
    expect(() => find(invalid)).toThrow('invalid');
    expect(compute).toHaveBeenCalledTimes(3);
  });

  it('may call itself', () => {
    interface Node {
      readonly inner?: Node;
    }
    const getDepth = memoizeByObject(({ inner }: Node): number => (inner ? getDepth(inner) + 1 : 0));
    expect(getDepth({ inner: { inner: {} } })).toBe(2);
  });
});

describe('memoizeByKey', () => {
  it('computes the result once per key, and distinguishes a number from a string', () => {
    const compute = vi.fn((key: string | number) => (key === '' ? undefined : [key]));
    const find = memoizeByKey(compute);
    expect(find('1')).toBe(find('1'));
    expect([find(1), find('1'), find(''), find('')]).toEqual([[1], ['1'], undefined, undefined]);
    expect(compute).toHaveBeenCalledTimes(3);
  });
});
