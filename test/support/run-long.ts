import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { findPostgres } from './postgres.ts';

// The long tests, as far as there is time for them: `node test/support/run-long.ts SECONDS SALT`. Begins no further part of them once the
// seconds are over, and each salt begins elsewhere, so that runs of several commits come to all of them. Prints the names of what was not
// run, and as its last line, for test/support/totals.ts, each part's report with its status. Ends with 1 where a test failed.

/** As many files as two workers have done in some minutes. */
const filesOfPart = 6;

const [seconds = '0', salt = '0'] = process.argv.slice(2);
const started = performance.now();
const left = rotated(longFiles(), Number.parseInt(salt.slice(0, 8), 16) || 0);
const reports: string[] = [];
let failures = 0;
while (left.length > 0 && performance.now() - started < Number(seconds) * 1000) {
  const report = `.cache/test/long-${reports.length}.json`;
  const files = left.splice(0, filesOfPart);
  const { status } = spawnSync('npx', ['vitest', 'run', ...files], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, TEST_SUITE: 'long', TEST_REPORT: report },
  });
  if (status !== 0) failures += 1;
  reports.push(`${report} ${status ?? 1}`);
}
if (left.length > 0)
  console.error(
    `Not run, for want of time (npm test does): ${left.length} long files\n  ${left.join('\n  ')}`,
  );
console.log(reports.join(' '));
process.exitCode = failures === 0 ? 0 : 1;

/** By their paths; those of PostgreSQL where there is one, else `npm test` has said so. */
function longFiles(): readonly string[] {
  const files = globSync('test/**/*.long.{test,postgres.test}.ts').sort();
  return files.filter((file) => findPostgres() !== undefined || !file.includes('.postgres.'));
}

function rotated(files: readonly string[], by: number): string[] {
  const at = files.length === 0 ? 0 : by % files.length;
  return [...files.slice(at), ...files.slice(0, at)];
}
