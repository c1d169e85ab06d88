import { describe, expect, it } from 'vitest';
import { describeLine, isMissed, rowOf } from './row.ts';

const row = { what: 'a key', unit: 'ms' };

describe('rowOf', () => {
  it('gives the middle of all rounds, and prints from where to where they went', () => {
    const found = rowOf({ ...row, ours: [30, 10, 20], theirs: [100, 50, 400], aim: { below: 0.3 } });
    expect(found).toMatchObject({ ours: 20, theirs: 100, range: { ours: [10, 30], theirs: [50, 400] } });
    expect(describeLine(found)).toMatch(
      /^a key +20\.0 \(10\.0 to 30\.0\) ms {2}beside 100 \(50\.0 to 400\) {2}ratio 0\.20 {2}\(aim below 0\.3: met\)$/,
    );
  });
});

describe('isMissed', () => {
  it.for([
    { line: { ...row, ours: 20 }, isHeld: true },
    { line: { ...row, ours: 20, limit: 20 }, isHeld: true },
    { line: { ...row, ours: 21, limit: 20 }, isHeld: false },
    { line: { ...row, ours: Number.NaN, limit: 20 }, isHeld: false },
    { line: { ...row, ours: 12, theirs: 10, aim: { below: 1.2 } }, isHeld: true },
    { line: { ...row, ours: 13, theirs: 10, aim: { below: 1.2 } }, isHeld: false },
    { line: { ...row, ours: 8, theirs: 10, aim: { above: 0.9 } }, isHeld: false },
    { line: { ...row, ours: 12, theirs: 10, aim: { below: 1.2 }, limit: 11 }, isHeld: false },
    { line: { fault: 'one enquiry is lost' }, isHeld: false },
  ])('says of "$line.ours" of $line.limit, $line.aim whether it is: $isHeld', ({ line, isHeld }) => {
    expect(isMissed(line)).toBe(!isHeld);
    expect(/MISSED|FAULT/.test(describeLine(line))).toBe(!isHeld);
  });
});
