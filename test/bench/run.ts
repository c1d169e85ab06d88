import { bench as cli } from './cli.ts';
import { bench as desk } from './desk/bench.ts';
import { bench as durability } from './durability.ts';
import { bench as embedding } from './embed/bench.ts';
import { bench as fuzzChecking } from './fuzz-check.ts';
import { bench as hostileRequests } from './hostile/requests.ts';
import { bench as hostileUploads } from './hostile/uploads.ts';
import { pageBenches } from './page/bench.ts';
import { bench as photos } from './photos.ts';
import { bench as resolving } from './resolve.ts';
import { type Bench, describeRow } from './row.ts';
import { bench as studio } from './studio/bench.ts';
import { bench as submissions } from './submissions.ts';

/** Every benchmark by name; `npm run bench -- resolve` runs one, `-- page` all that begin with `page/`, `-- page/loading` one of them. */
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
  ...pageBenches,
};

const asked = process.argv.slice(2);
for (const [name, bench] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.some((one) => name === one || name.startsWith(`${one}/`))) continue;
  console.log(`\n${name}`);
  for (const row of await bench()) console.log(describeRow(row));
}
