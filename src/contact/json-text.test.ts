import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonText } from './json-text.ts';

/** Writes a value while every list and object inherits a `toJSON`, as old libraries have it. */
function writtenAmidToJson(value: unknown): string {
  const prototypes = [Array.prototype, Object.prototype] as { toJSON?: () => string }[];
  for (const prototype of prototypes)
    Object.defineProperty(prototype, 'toJSON', { value: () => 'changed', configurable: true });
  try {
    return jsonText(value);
  } finally {
    for (const prototype of prototypes) delete prototype.toJSON;
  }
}

describe('jsonText', () => {
  it('writes what JSON.stringify writes on a page that has changed nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(writtenAmidToJson(value)).toBe(JSON.stringify(value));
      }),
    );
  });

  it('leaves out members that are undefined, and has null for such items', () => {
    expect(jsonText({ a: undefined, b: [undefined, 1] })).toBe('{"b":[null,1]}');
  });
});
