/** One measured line: ours beside something that a user could pick instead, both from the same run. */
export interface Row {
  readonly what: string;
  readonly ours: number;
  readonly theirs?: number;
  readonly unit: string;
  /** What `ours / theirs` should stay below, or above where more is better; undefined where there is only a figure. */
  readonly aim?: { readonly below: number } | { readonly above: number };
  /** What `ours` by itself should not exceed. */
  readonly limit?: number;
  /** The least and the most of all rounds, where each is the middle of several. */
  readonly range?: { readonly ours: Range; readonly theirs?: Range };
}

/** From the least to the most. */
export type Range = readonly [least: number, most: number];

/** Something that may never be, and was: a benchmark that finds one has failed. */
export interface Fault {
  readonly fault: string;
}

/** What a benchmark is told to do otherwise, by the name of its argument: `{rounds: 3}` for `--rounds 3`. */
export type Told = Readonly<Partial<Record<(typeof tellable)[number], number>>>;

/** What can be told; each a number, each for those benchmarks that have it. */
export const tellable = ['rounds', 'sends', 'restarts', 'seed', 'minutes'] as const;

/** A benchmark: measures, and gives its lines. */
export type Bench = (told: Told) => Promise<readonly (Row | Fault)[]>;

/** The middle value. `median([3, 1, 2]) // 2` */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The least and the most: `rangeOf([3, 1, 2]) // [1, 3]` */
export function rangeOf(values: readonly number[]): Range {
  return [Math.min(...values), Math.max(...values)];
}

/** What rounds are made into a line of. */
export interface Rounds extends Omit<Row, 'ours' | 'theirs' | 'range'> {
  /** One figure a round. */
  readonly ours: readonly number[];
  readonly theirs?: readonly number[];
}

/** A line of rounds: the median of each side, with its range. */
export function rowOf({ ours, theirs, ...row }: Rounds): Row {
  const range = { ours: rangeOf(ours), ...(theirs && { theirs: rangeOf(theirs) }) };
  return { ...row, ours: median(ours), ...(theirs && { theirs: median(theirs) }), range };
}

/** Whether a line misses what it is held to: its aim, its limit, or that it may never be. */
export function isMissed(line: Row | Fault): boolean {
  if ('fault' in line) return true;
  const { ours, theirs, aim, limit } = line;
  const isWithinLimit = limit === undefined || ours <= limit;
  const isAimMet = aim === undefined || theirs === undefined || meets(ours / theirs, aim);
  return !isWithinLimit || !isAimMet;
}

/** A line as it is printed: a fault, or what was measured with its ratio and whether it meets its aim. */
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
