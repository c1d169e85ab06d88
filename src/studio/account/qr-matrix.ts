/**
 * A text as a QR code (ISO/IEC 18004, byte mode, error correction level M, versions 1 to 9): rows of modules, true is dark. Undefined: it
 * is longer than 180 bytes of UTF-8.
 */
export function qrMatrix(text: string): readonly (readonly boolean[])[] | undefined {
  const bytes = new TextEncoder().encode(text);
  const version = versions.findIndex(({ blocks }) => bytes.length + 2 <= sum(blocks)) + 1;
  const shape = versions[version - 1];
  if (shape === undefined) return undefined;
  const codewords = interleaved(dataOf(bytes, sum(shape.blocks)), shape);
  const candidates = masks.map((_, mask) => drawn({ version, shape, codewords, mask }));
  return candidates.reduce((best, one) => (unevenness(one) < unevenness(best) ? one : best));
}

/** What a version is made of. */
interface Shape {
  /** Codewords of data, by block. */
  readonly blocks: readonly number[];
  /** Codewords of error correction of each block. */
  readonly correction: number;
  /** Where alignment patterns stand, in both directions. */
  readonly alignment: readonly number[];
}

const versions: readonly Shape[] = [
  { blocks: [16], correction: 10, alignment: [] },
  { blocks: [28], correction: 16, alignment: [6, 18] },
  { blocks: [44], correction: 26, alignment: [6, 22] },
  { blocks: [32, 32], correction: 18, alignment: [6, 26] },
  { blocks: [43, 43], correction: 24, alignment: [6, 30] },
  { blocks: [27, 27, 27, 27], correction: 16, alignment: [6, 34] },
  { blocks: [31, 31, 31, 31], correction: 18, alignment: [6, 22, 38] },
  { blocks: [38, 38, 39, 39], correction: 22, alignment: [6, 24, 42] },
  { blocks: [36, 36, 36, 37, 37], correction: 22, alignment: [6, 26, 46] },
];

const masks: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** Mode, length, bytes, and what fills up the rest. */
function dataOf(bytes: Uint8Array, length: number): readonly number[] {
  const bits = [
    ...bitsOf(4, 4),
    ...bitsOf(bytes.length, 8),
    ...[...bytes].flatMap((byte) => bitsOf(byte, 8)),
  ];
  const ended = [...bits, ...bitsOf(0, Math.min(4, length * 8 - bits.length))];
  const whole = [...ended, ...bitsOf(0, (8 - (ended.length % 8)) % 8)];
  const codewords = Array.from({ length: whole.length / 8 }, (_, at) =>
    numberOf(whole.slice(at * 8, at * 8 + 8)),
  );
  const filling = Array.from({ length: length - codewords.length }, (_, at) => (at % 2 === 0 ? 0xec : 0x11));
  return [...codewords, ...filling];
}

/** The codewords of all blocks in turn, then those of their error correction. */
function interleaved(data: readonly number[], { blocks, correction }: Shape): readonly number[] {
  const parts = blocks.map((length, at) => {
    const from = sum(blocks.slice(0, at));
    return data.slice(from, from + length);
  });
  return [...inTurn(parts), ...inTurn(parts.map((part) => remainder(part, correction)))];
}

function inTurn(parts: readonly (readonly number[])[]): readonly number[] {
  const longest = Math.max(...parts.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => parts.flatMap((part) => part[at] ?? [])).flat();
}

/** Reed–Solomon in GF(256) modulo 0x11d. */
function remainder(data: readonly number[], degree: number): readonly number[] {
  let generator = [1];
  for (let at = 0, root = 1; at < degree; at++, root = product(root, 2)) {
    const next = [...generator, 0];
    for (const [index, factor] of generator.entries())
      next[index + 1] = (next[index + 1] ?? 0) ^ product(factor, root);
    generator = next;
  }
  const rest = new Array<number>(degree).fill(0);
  for (const codeword of data) {
    const factor = codeword ^ (rest.shift() ?? 0);
    rest.push(0);
    for (const [at, one] of generator.slice(1).entries()) rest[at] = (rest[at] ?? 0) ^ product(one, factor);
  }
  return rest;
}

function product(one: number, other: number): number {
  let result = 0;
  for (let bit = 7; bit >= 0; bit--) {
    result = (result << 1) ^ ((result >>> 7) * 0x11d);
    result ^= ((other >>> bit) & 1) * one;
  }
  return result;
}

function drawn({
  version,
  shape,
  codewords,
  mask,
}: {
  readonly version: number;
  readonly shape: Shape;
  readonly codewords: readonly number[];
  readonly mask: number;
}): readonly (readonly boolean[])[] {
  const size = 17 + 4 * version;
  const modules = Array.from({ length: size }, () => new Array<boolean | undefined>(size).fill(undefined));
  const set = (row: number, column: number, isDark: boolean) => {
    const line = modules[row];
    if (line && column >= 0 && column < size) line[column] = isDark;
  };
  const square = (row: number, column: number, radius: number, isDark: (distance: number) => boolean) => {
    for (let down = -radius; down <= radius; down++)
      for (let across = -radius; across <= radius; across++)
        set(row + down, column + across, isDark(Math.max(Math.abs(down), Math.abs(across))));
  };

  for (let at = 8; at < size - 8; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const corners = [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const;
  for (const [row, column] of corners) square(row, column, 4, (distance) => distance !== 2 && distance !== 4);
  const last = shape.alignment.at(-1);
  for (const row of shape.alignment)
    for (const column of shape.alignment) {
      const isCorner =
        (row === 6 && column === 6) || (row === 6 && column === last) || (row === last && column === 6);
      if (!isCorner) square(row, column, 2, (distance) => distance !== 1);
    }
  const format = formatBits(mask);
  for (const [at, isDark] of format.entries()) {
    // Both copies, the second beside the other two corners.
    const along = at < 6 ? at : at < 8 ? at + 1 : size - 15 + at;
    set(8, at < 8 ? (at < 6 ? at : at + 1) : along, isDark);
    set(at < 7 ? size - 1 - at : at === 7 ? 8 : at === 8 ? 7 : 14 - at, 8, isDark);
  }
  set(8, 8, format[7] ?? false);
  set(8, size - 8, format[7] ?? false);
  set(size - 8, 8, true);
  if (version >= 7)
    for (const [at, isDark] of versionBits(version).toReversed().entries()) {
      const [side, across] = [Math.floor(at / 3), size - 11 + (at % 3)];
      set(side, across, isDark);
      set(across, side, isDark);
    }

  const bits = codewords.flatMap((codeword) => bitsOf(codeword, 8));
  let next = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const isUpwards = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const row = isUpwards ? size - 1 - step : step;
      for (const column of [right, right - 1])
        if (modules[row]?.[column] === undefined)
          set(row, column, (bits[next++] ?? false) !== (masks[mask]?.(row, column) ?? false));
    }
  }
  return modules.map((row) => row.map((module) => module === true));
}

/** Level M and the mask, with their BCH code. */
function formatBits(mask: number): readonly boolean[] {
  return bitsOf(((mask << 10) | divided(mask << 10, 0x537, 10)) ^ 0x5412, 15);
}

function versionBits(version: number): readonly boolean[] {
  return bitsOf((version << 12) | divided(version << 12, 0x1f25, 12), 18);
}

/** What is left of a division of polynomials over GF(2). */
function divided(value: number, generator: number, degree: number): number {
  let rest = value;
  for (let bit = 31 - Math.clz32(rest); bit >= degree; bit = 31 - Math.clz32(rest))
    rest ^= generator << (bit - degree);
  return rest;
}

/** How many modules are beside one of their own colour: the fewer, the better a camera tells them apart. */
function unevenness(modules: readonly (readonly boolean[])[]): number {
  let alike = 0;
  for (const [row, line] of modules.entries())
    for (const [column, module] of line.entries()) {
      if (line[column + 1] === module) alike++;
      if (modules[row + 1]?.[column] === module) alike++;
    }
  return alike;
}

function bitsOf(value: number, count: number): readonly boolean[] {
  return Array.from({ length: count }, (_, at) => ((value >>> (count - 1 - at)) & 1) === 1);
}

function numberOf(bits: readonly boolean[]): number {
  return bits.reduce((value, bit) => value * 2 + Number(bit), 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
