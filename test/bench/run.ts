import { parseArgs } from 'node:util';
import buildSite from '../support/build.ts';
import { bench as cli } from './cli.ts';
import { clusterBenches } from './cluster/bench.ts';
import { bench as desk } from './desk/bench.ts';
import { bench as durability } from './durability.ts';
import { bench as embedding } from './embed/bench.ts';
import { bench as fuzzChecking } from './fuzz-check.ts';
import { bench as hostileRequests } from './hostile/requests.ts';
import { bench as hostileUploads } from './hostile/uploads.ts';
import { pageBenches } from './page/bench.ts';
import { bench as photos } from './photos.ts';
import { bench as resolving } from './resolve.ts';
import { type Bench, type BenchOptions, benchOptionNames, describeLine, isMissed } from './row.ts';
import { bench as soak } from './soak/bench.ts';
import { bench as studio } from './studio/bench.ts';
import { bench as submissions } from './submissions.ts';

/**
 * Every benchmark by name: `npm run bench -- resolve` runs one, `-- page` all that begin with `page/`, `--
 * page/touch` one of them, and `-- cluster/kills --rounds 3` one with options. It exits with 1 if there was
 * a fault; with `--strict` also if any line says MISSED.
 */
const benches: Readonly<Record<string, Bench>> = {
  resolve: resolving,
  submissions,
  durability,
  photos,
  cli,
  studio,
  desk,
  embed: embedding,
  'fuzz-check': fuzzChecking,
  'hostile/requests': hostileRequests,
  'hostile/uploads': hostileUploads,
  ...clusterBenches,
  soak,
  ...pageBenches,
};

const {
  positionals: asked,
  values: { strict: isStrict, ...numbers },
} = parseArgs({
  options: {
    ...Object.fromEntries(benchOptionNames.map((name) => [name, { type: 'string' as const }])),
    strict: { type: 'boolean' as const },
  },
  allowPositionals: true,
});
const reported: BenchOptions = Object.fromEntries(
  Object.entries(numbers).map(([name, value]) => [name, parseNumber(name, value)]),
);
// Most start the real server, which serves the build.
buildSite();
for (const [name, bench] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.some((one) => name === one || name.startsWith(`${one}/`))) continue;
  console.log(`\n${name}`);
  for (const line of await bench(reported)) {
    console.log(describeLine(line));
    if ('fault' in line || (isStrict && isMissed(line))) process.exitCode = 1;
  }
}

function parseNumber(name: string, value: unknown): number {
  const number = Number(value);
  if (value !== '' && Number.isFinite(number) && number >= 0) return number;
  throw new Error(`Cannot take "--${name} ${value}": it takes a number`);
}
