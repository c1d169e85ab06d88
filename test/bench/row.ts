/** One measured line: our figure beside that of an alternative, both from the same run. */
export interface Row {
  readonly what: string;
  readonly ours: number;
  readonly theirs?: number;
  readonly unit: string;
  /** The aim for `ours / theirs`, or for its inverse if more is better. Absent for a figure only. */
  readonly aim?: { readonly below: number } | { readonly above: number };
  /** The limit of `ours`. */
  readonly limit?: number;
  /** The minimum and maximum of all rounds, each the median of several. */
  readonly range?: { readonly ours: Range; readonly theirs?: Range };
}

export type Range = readonly [least: number, most: number];

/** Something that must never occur. A benchmark that finds one has failed. */
export interface Fault {
  readonly fault: string;
}

/** Options of a benchmark, by argument: `{rounds: 3}` for `--rounds 3`. */
export type Told = Readonly<Partial<Record<(typeof tellable)[number], number>>>;

/** All options. Each is a number, and each is used by some benchmarks. */
export const tellable = ['rounds', 'sends', 'restarts', 'seed', 'minutes'] as const;

/** A benchmark: measures, and returns its lines. */
export type Bench = (told: Told) => Promise<readonly (Row | Fault)[]>;

/** Returns the median: `getMedian([3, 1, 2]) // 2`. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Returns minimum and maximum: `getRange([3, 1, 2]) // [1, 3]`. */
export function rangeOf(values: readonly number[]): Range {
  return [Math.min(...values), Math.max(...values)];
}

/** The input for a line of several rounds. */
export interface Rounds extends Omit<Row, 'ours' | 'theirs' | 'range'> {
  /** One figure per round. */
  readonly ours: readonly number[];
  readonly theirs?: readonly number[];
}

/** Returns a line: the median of each side, with its range. */
export function rowOf({ ours, theirs, ...row }: Rounds): Row {
  const range = { ours: rangeOf(ours), ...(theirs && { theirs: rangeOf(theirs) }) };
  return { ...row, ours: median(ours), ...(theirs && { theirs: median(theirs) }), range };
}

/** True if a line misses its aim or its limit, or is a fault. */
export function isMissed(line: Row | Fault): boolean {
  if ('fault' in line) return true;
  const { ours, theirs, aim, limit } = line;
  const isWithinLimit = limit === undefined || ours <= limit;
  const isAimMet = aim === undefined || theirs === undefined || meets(ours / theirs, aim);
  return !isWithinLimit || !isAimMet;
}

/** Returns a line for printing: a fault, or the figures with their ratio and whether it meets its aim. */
export function describeLine(line: Row | Fault): string {
  return 'fault' in line ? `FAULT  ${line.fault}` : describeRow(line);
}

function describeRow({ what, ours, theirs, unit, aim, limit, range }: Row): string {
  const limited = limit === undefined ? '' : `  (limit ${limit}: ${ours <= limit ? 'met' : 'MISSED'})`;
  const figures = `${what.padEnd(66)} ${format(ours)}${describeRange(range?.ours)} ${unit}${limited}`;
  if (theirs === undefined) return figures;
  const ratio = ours / theirs;
  return `${figures}  beside ${format(theirs)}${describeRange(range?.theirs)}  ratio ${ratio.toFixed(2)}${aim ? `  (${verdict(ratio, aim)})` : ''}`;
}

function describeRange(range: Range | undefined): string {
  return range ? ` (${range.map(format).join(' to ')})` : '';
}

function verdict(ratio: number, aim: NonNullable<Row['aim']>): string {
  const wanted = 'below' in aim ? `below ${aim.below}` : `above ${aim.above}`;
  return `aim ${wanted}: ${meets(ratio, aim) ? 'met' : 'MISSED'}`;
}

function meets(ratio: number, aim: NonNullable<Row['aim']>): boolean {
  return 'below' in aim ? ratio <= aim.below : ratio >= aim.above;
}

function format(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
