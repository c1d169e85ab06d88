import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withToJson } from '../../../test/support/with-to-json.ts';
import { writeJson } from './write-json.ts';

describe('writeJson', () => {
  it('writes what JSON.stringify writes on a page that has changed nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        expect(await withToJson(() => writeJson(value))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('leaves out members that are undefined, and has null for such items', () => {
    expect(writeJson({ a: undefined, b: [undefined, 1] })).toBe('{"b":[null,1]}');
  });
});
