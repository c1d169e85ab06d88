import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The processor time in seconds that each test file takes, by its path from the root, on the machine that measured it last. */
export type Costs = Readonly<Record<string, number>>;

/** The most processor time in seconds that a file of `npm test` may take, on the machine of the recorded costs. */
export const mostSecondsOfFile = 10;

const costsFile = fileURLToPath(new URL('../costs.json', import.meta.url));

export function readCosts(): Costs {
  return JSON.parse(readFileSync(costsFile, 'utf8')) as Costs;
}

/**
 * Records costs beside those of other files.
 *
 * @param exists - files for which it is false are forgotten.
 */
export function recordCosts(measured: Costs, exists: (file: string) => boolean): void {
  const all = Object.entries({ ...readCosts(), ...measured }).filter(([file]) => exists(file));
  const rounded = all
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, seconds]) => [file, Math.round(seconds * 10) / 10]);
  writeFileSync(costsFile, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`);
}

/**
 * Returns how many times as much processor time this run takes as the recorded one, by the files that both have; at least 1. A machine
 * that is slow or busy takes more for the same work.
 */
function slowness(measured: Costs, recorded: Costs): number {
  let [now, then] = [0, 0];
  for (const [file, seconds] of Object.entries(measured)) {
    const known = recorded[file];
    if (known === undefined) continue;
    now += seconds;
    then += known;
  }
  return then === 0 ? 1 : Math.max(1, now / then);
}

/** Returns the files that take more than one may, the most expensive first. */
export function tooExpensive(measured: Costs, recorded: Costs): readonly string[] {
  const most = mostSecondsOfFile * slowness(measured, recorded);
  return Object.entries(measured)
    .filter(([file, seconds]) => !file.includes('.long.') && seconds > most)
    .toSorted(([, one], [, other]) => other - one)
    .map(([file]) => file);
}
