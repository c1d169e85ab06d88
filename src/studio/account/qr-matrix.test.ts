import { describe, expect, it } from 'vitest';
import { qrMatrix } from './qr-matrix.ts';

const lengthsAtMost = [14, 26, 42, 62, 84, 106, 122, 152, 180];

describe('qrMatrix', () => {
  it('draws a text as a camera reads it', () => {
    // Read back by a decoder of another make when it was written down.
    const rows = qrMatrix('Slipway')?.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''));
    expect(rows).toMatchInlineSnapshot(`
      [
        "#######.#.##..#######",
        "#.....#..#.##.#.....#",
        "#.###.#.#..##.#.###.#",
        "#.###.#...#.#.#.###.#",
        "#.###.#....##.#.###.#",
        "#.....#.##.##.#.....#",
        "#######.#.#.#.#######",
        "............#........",
        "#.#...##.##....#..#.#",
        ".#.###..##.#.##..##.#",
        "....###.#..###.####.#",
        "#........###.###.#.##",
        ".###.##.#.######.#.##",
        "........###....##.##.",
        "#######.#.#...#.#.#.#",
        "#.....#...#.#..#.#.##",
        "#.###.#...#...###...#",
        "#.###.#....#.##.#....",
        "#.###.#.##.###..#####",
        "#.....#..###.#####...",
        "#######.#.#####.#...#",
      ]
    `);
  });

  it.each(lengthsAtMost.map((most, at) => ({ most, version: at + 1 })))(
    'takes version $version up to $most bytes',
    ({ most, version }) => {
      expect(qrMatrix('x'.repeat(most))).toHaveLength(17 + 4 * version);
      expect(qrMatrix('x'.repeat(most + 1))?.length).toBe(version === 9 ? undefined : 21 + 4 * version);
    },
  );

  it('counts bytes, not letters', () => {
    expect(qrMatrix('ü'.repeat(90))).toHaveLength(53);
    expect(qrMatrix('ü'.repeat(91))).toBeUndefined();
  });

  it.each(lengthsAtMost)('has its patterns and the same format twice, at %i bytes', (length) => {
    const modules = qrMatrix('y'.repeat(length)) ?? [];
    const size = modules.length;
    const at = (row: number, column: number) => modules[row]?.[column];
    for (let step = 8; step < size - 8; step++)
      expect([at(6, step), at(step, 6)]).toEqual([step % 2 === 0, step % 2 === 0]);
    const first = [0, 1, 2, 3, 4, 5, 7, 8].map((column) => at(8, column));
    const second = [1, 2, 3, 4, 5, 6, 7].map((step) => at(size - step, 8));
    expect(second).toEqual(first.slice(0, 7));
    const rest = [7, 5, 4, 3, 2, 1, 0].map((row) => at(row, 8));
    expect([8, 7, 6, 5, 4, 3, 2, 1].map((step) => at(8, size - step))).toEqual([first[7], ...rest]);
  });
});
