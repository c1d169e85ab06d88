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
  readonly range?: { readonly ours: FigureRange; readonly theirs?: FigureRange };
}

export type FigureRange = readonly [least: number, most: number];

/** Something that must never occur. A benchmark that finds one has failed. */
export interface BenchFault {
  readonly fault: string;
}

/** Options of a benchmark, by argument: `{rounds: 3}` for `--rounds 3`. */
export type BenchOptions = Readonly<Partial<Record<(typeof benchOptionNames)[number], number>>>;

/** All options. Each is a number, and each is used by some benchmarks. */
export const benchOptionNames = ['rounds', 'sends', 'restarts', 'seed', 'minutes'] as const;

/** A benchmark: measures, and returns its lines. */
export type Bench = (told: BenchOptions) => Promise<readonly (Row | BenchFault)[]>;

/** Returns the median: `getMedian([3, 1, 2]) // 2`. */
export function getMedian(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Returns minimum and maximum: `getRange([3, 1, 2]) // [1, 3]`. */
export function getRange(values: readonly number[]): FigureRange {
  return [Math.min(...values), Math.max(...values)];
}

/** The input for a line of several rounds. */
export interface RoundFigures extends Omit<Row, 'ours' | 'theirs' | 'range'> {
  /** One figure per round. */
  readonly ours: readonly number[];
  readonly theirs?: readonly number[];
}

/** Returns a line: the median of each side, with its range. */
export function createRoundRow({ ours, theirs, ...row }: RoundFigures): Row {
  const range = { ours: getRange(ours), ...(theirs && { theirs: getRange(theirs) }) };
  return { ...row, ours: getMedian(ours), ...(theirs && { theirs: getMedian(theirs) }), range };
}

/** True if a line misses its aim or its limit, or is a fault. */
export function isMissed(line: Row | BenchFault): boolean {
  if ('fault' in line) return true;
  const { ours, theirs, aim, limit } = line;
  const isWithinLimit = limit === undefined || ours <= limit;
  const isAimMet = aim === undefined || theirs === undefined || meetsAim(ours / theirs, aim);
  return !isWithinLimit || !isAimMet;
}

/** Returns a line for printing: a fault, or the figures with their ratio and whether it meets its aim. */
export function describeLine(line: Row | BenchFault): string {
  return 'fault' in line ? `FAULT  ${line.fault}` : describeRow(line);
}

function describeRow({ what, ours, theirs, unit, aim, limit, range }: Row): string {
  const limited = limit === undefined ? '' : `  (limit ${limit}: ${ours <= limit ? 'met' : 'MISSED'})`;
  const figures = `${what.padEnd(66)} ${formatFigure(ours)}${describeRange(range?.ours)} ${unit}${limited}`;
  if (theirs === undefined) return figures;
  const ratio = ours / theirs;
  return `${figures}  beside ${formatFigure(theirs)}${describeRange(range?.theirs)}  ratio ${ratio.toFixed(2)}${aim ? `  (${describeVerdict(ratio, aim)})` : ''}`;
}

function describeRange(range: FigureRange | undefined): string {
  return range ? ` (${range.map(formatFigure).join(' to ')})` : '';
}

function describeVerdict(ratio: number, aim: NonNullable<Row['aim']>): string {
  const wanted = 'below' in aim ? `below ${aim.below}` : `above ${aim.above}`;
  return `aim ${wanted}: ${meetsAim(ratio, aim) ? 'met' : 'MISSED'}`;
}

function meetsAim(ratio: number, aim: NonNullable<Row['aim']>): boolean {
  return 'below' in aim ? ratio <= aim.below : ratio >= aim.above;
}

function formatFigure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
