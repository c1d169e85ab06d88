import { describe, expect, it } from 'vitest';
import { splitIntoChunks } from './field-chunks.ts';

function fieldsOf(count: number, wide: readonly number[] = []) {
  return {
    fields: Array.from({ length: count }, (_, at) => ({ name: `f${at}`, isWide: wide.includes(at) })),
  };
}

describe('splitIntoChunks', () => {
  it('leaves a form in one that is not long', () => {
    expect(splitIntoChunks(fieldsOf(47), [])).toEqual([]);
  });

  it('has every field of a long form in one part, in their order, an even number in each', () => {
    const type = fieldsOf(500);
    const parts = splitIntoChunks(type, [type]).flat();
    expect(parts.flat()).toEqual(type.fields.map(({ name }) => name));
    expect(new Set(parts.slice(0, -1).map(({ length }) => length))).toEqual(new Set([24]));
  });

  it('begins a part where a wide field begins a row, once the former is long enough', () => {
    const [run = []] = splitIntoChunks(fieldsOf(60, [5, 15, 20, 40]), []);
    expect(run.map(([first]) => first)).toEqual(['f0', 'f15', 'f39']);
  });

  it('leaves out what other types have, so that a change of type keeps its elements', () => {
    const type = fieldsOf(60);
    const other = {
      fields: [
        { name: 'f0', isWide: false },
        { name: 'f30', isWide: false },
      ],
    };
    const runs = splitIntoChunks(type, [type, other]);
    expect(runs.map((run) => run.map(([first]) => first))).toEqual([
      ['f1', 'f25'],
      ['f31', 'f55'],
    ]);
    expect(runs.flat(2).length).toBe(58);
  });
});
