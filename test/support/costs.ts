import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The processor time in seconds of each test file, by its path from the root, on the machine that measured it
 * last.
 */
export type Costs = Readonly<Record<string, number>>;

/**
 * The limit of processor time in seconds for a file of `npm test`, on the machine of the recorded costs. A
 * test asserts it for the recorded costs.
 */
export const maxSecondsPerFile = 10;

/**
 * The factor by which a file may exceed the limit in a single run: the first file of a worker also pays for the
 * start of its browser, and a busy machine makes single files dearer.
 */
const toleranceOfOneRun = 1.5;

const costsFile = fileURLToPath(new URL('../costs.json', import.meta.url));

export function readCosts(): Costs {
  return JSON.parse(readFileSync(costsFile, 'utf8')) as Costs;
}

/**
 * Records costs beside those of other files.
 * @param exists Files for which it returns false are removed.
 */
export function recordCosts(measured: Costs, exists: (file: string) => boolean): void {
  const all = Object.entries({ ...readCosts(), ...measured }).filter(([file]) => exists(file));
  const rounded = all
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, seconds]) => [file, Math.round(seconds * 10) / 10]);
  writeFileSync(costsFile, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`);
}

/**
 * Returns the ratio of this run's processor time to the recorded one, for the files that both have; at least
 * 1. A slow or busy machine needs more for the same work.
 */
function measureSlowness(measured: Costs, recorded: Costs): number {
  let [now, then] = [0, 0];
  for (const [file, seconds] of Object.entries(measured)) {
    const known = recorded[file];
    if (known === undefined) continue;
    now += seconds;
    then += known;
  }
  return then === 0 ? 1 : Math.max(1, now / then);
}

/**
 * Returns the files that exceed the limit by more than chance explains, the most expensive first. `recorded`
 * tells how slow this machine is.
 */
export function findExpensiveFiles(measured: Costs, recorded: Costs): readonly string[] {
  const most = maxSecondsPerFile * toleranceOfOneRun * measureSlowness(measured, recorded);
  return Object.entries(measured)
    .filter(([file, seconds]) => isQuickTest(file) && seconds > most)
    .toSorted(([, one], [, other]) => other - one)
    .map(([file]) => file);
}

/** Returns true for a file of `npm test`. */
export function isQuickTest(file: string): boolean {
  return !file.includes('.long.');
}
