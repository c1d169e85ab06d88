import { describe, expect, it } from 'vitest';
import { findFittingAnswer } from './example-answer.ts';

describe('findFittingAnswer', () => {
  const long = 'The bilge pump of the second engine room does not start';

  it('leaves a long answer that matches a pattern', () => {
    expect(findFittingAnswer({ type: 'string', pattern: '^[A-Z][a-z ]+$' }, long)).toBe(long);
  });

  it('replaces a long answer that does not match a pattern', () => {
    const answer = findFittingAnswer({ type: 'string', pattern: '^[0-9]{4}$' }, long);
    expect(answer).toMatch(/^[0-9]{4}$/);
  });

  it('does not try a long answer against a pattern that can take very long', () => {
    const slow = `${'a'.repeat(60)}!`;
    expect(findFittingAnswer({ type: 'string', pattern: '^(a+)+$' }, slow)).not.toBe(slow);
  });
});
