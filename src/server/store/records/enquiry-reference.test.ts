import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { generateReference } from './enquiry-reference.ts';

describe('generateReference', () => {
  it('has three groups of three letters that are not mistaken for each other', () => {
    const references = Array.from({ length: 500 }, () => generateReference(randomInt));
    for (const reference of references) expect(reference).toMatch(/^[2-9A-Z]{3}(-[2-9A-Z]{3}){2}$/);
    expect(references.join('')).not.toMatch(/[0O1IL2Z5S8BUVAE]/);
  });

  it('is another each time', () => {
    const references = Array.from({ length: 5000 }, () => generateReference(randomInt));
    expect(new Set(references).size).toBe(references.length);
  });

  it('uses every letter equally often', () => {
    const letters = Array.from({ length: 4000 }, () => generateReference(randomInt).replaceAll('-', '')).join(
      '',
    );
    const counts = Object.values(Object.groupBy([...letters], (letter) => letter)).map(
      (all) => all?.length ?? 0,
    );
    const expected = letters.length / counts.length;
    expect(Math.min(...counts)).toBeGreaterThan(expected * 0.85);
    expect(Math.max(...counts)).toBeLessThan(expected * 1.15);
  });
});
