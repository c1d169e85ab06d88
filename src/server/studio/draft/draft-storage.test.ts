import { describe, expect, it } from 'vitest';
import { buildDraft } from './draft-storage.ts';

describe('buildDraft', () => {
  it('reads no line after the first that is damaged', () => {
    let count = 0;
    function* lines() {
      for (; count < 1000; count += 1) yield undefined;
    }
    const head = { id: 'a', baseHash: 'h', base: {} };
    expect(() => buildDraft({ head, lines: lines(), describeLine: (line) => `line ${line}` })).toThrow(
      /line 1 is not JSON/,
    );
    expect(count).toBe(0);
  });
});
