import { type Costs, maxSecondsPerFile } from './costs.ts';

export interface Part {
  readonly files: readonly string[];
  /** The processor time in seconds of all its files. */
  readonly seconds: number;
}

/** The target processor time in seconds of a part: four to five minutes on two slow cores. */
const secondsOfPart = 400;

/**
 * Divides files into parts of about equal cost: each file, the most expensive first, goes to the part that
 * has least. It is deterministic. A file without a recorded cost counts as just too expensive for `npm test`.
 */
export function divideIntoParts(files: readonly string[], costs: Costs): readonly Part[] {
  const getCost = (file: string) => costs[file] ?? maxSecondsPerFile;
  const total = files.reduce((sum, file) => sum + getCost(file), 0);
  const parts = Array.from({ length: Math.max(1, Math.ceil(total / secondsOfPart)) }, () => ({
    files: [] as string[],
    seconds: 0,
  }));
  const dearestFirst = files.toSorted(
    (one, other) => getCost(other) - getCost(one) || (one < other ? -1 : 1),
  );
  for (const file of dearestFirst) {
    const least = parts.reduce((one, other) => (other.seconds < one.seconds ? other : one));
    least.files.push(file);
    least.seconds += getCost(file);
  }
  return parts.map(({ files: of, seconds }) => ({ files: of.toSorted(), seconds }));
}

/**
 * Returns the number of the requested part, from 1: a number, or `rotate=SALT`, where SALT is the hash of a
 * commit, so that several commits cover all parts.
 */
export function choosePart(asked: string, count: number): number {
  const [, salt] = /^rotate=(.*)$/.exec(asked) ?? [];
  return salt === undefined ? Number(asked) : ((Number.parseInt(salt.slice(0, 8), 16) || 0) % count) + 1;
}
