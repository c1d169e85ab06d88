import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCosts } from './costs.ts';
import { choosePart, divideIntoParts } from './long-parts.ts';
import { findPostgres } from './postgres.ts';
import { CannotRun, makeRunFolder } from './run-folder.ts';

// Runs tests: `node test/support/run-tests.ts SUITE [PART | FILES and OPTIONS of Vitest]`, where SUITE is
// quick, long or all. PART of the long tests is a number, or `rotate=SALT`, which selects another part for
// each commit. A run stores everything in one temporary folder, and a second process ends the rest of the run
// however it ends.

const root = fileURLToPath(new URL('../..', import.meta.url));

const [asked = 'quick', ...args] = process.argv.slice(2);

try {
  if (asked === 'quick' && onlyLongFilesMatch(args)) {
    console.log('These are long tests, which npm run test:long runs.');
    process.exitCode = await runVitest('long', args);
  } else process.exitCode = await runVitest(asked, asked === 'long' ? longOptions(args) : args);
} catch (error) {
  if (!(error instanceof CannotRun)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** Replaces a part by its files. */
function longOptions([first = '', ...rest]: readonly string[]): readonly string[] {
  if (!/^(?:\d+|rotate=.*)$/.test(first)) return first === '' ? rest : [first, ...rest];
  const files = testFiles()
    .filter((file) => file.includes('.long.'))
    .filter((file) => findPostgres() !== undefined || !file.includes('.postgres.'));
  const parts = divideIntoParts(files, readCosts());
  const number = choosePart(first, parts.length);
  const part = parts[number - 1];
  if (part === undefined)
    throw new CannotRun(`Cannot run part ${first} of the long tests: there are ${parts.length}.`);
  console.log(
    `Part ${number} of ${parts.length} of the long tests: ${part.files.length} files, about ${Math.round(part.seconds)} s of processor time.`,
  );
  return [...part.files, ...rest];
}

/** True if all matching files are long tests: naming one to `npm test` runs it. */
function onlyLongFilesMatch(filters: readonly string[]): boolean {
  const letters = filters.filter((one) => !one.startsWith('-'));
  const matching = testFiles().filter((file) => letters.some((part) => file.includes(part)));
  return matching.length > 0 && matching.every((file) => file.includes('.long.'));
}

function testFiles(): readonly string[] {
  return globSync('{schemas,engine,widgets,src,test}/**/*.test.{ts,tsx}', { cwd: root });
}

async function runVitest(suite: string, options: readonly string[]): Promise<number> {
  const folder = makeRunFolder();
  // It survives a kill of this process, which it notices by the end of its standard input.
  const cleaner = spawn(process.execPath, [join(import.meta.dirname, 'end-run.ts'), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const seed = process.env.TEST_SEED ?? (suite === 'quick' ? undefined : getDaySeed());
  if (seed !== undefined) console.log(`Properties have the seed ${seed}: TEST_SEED=${seed} repeats them.`);
  const vitest = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...options], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      TMPDIR: folder,
      TEST_FOLDER: folder,
      TEST_SUITE: suite,
      ...(seed && { TEST_SEED: seed }),
    },
  });
  // A terminal interrupts both; Vitest decides about its exit code.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vitest.kill(signal));
  const code = await new Promise<number | null>((resolve) => vitest.once('exit', resolve));
  cleaner.stdin.end();
  await new Promise((resolve) => cleaner.once('exit', resolve));
  return code ?? 1;
}

/** Returns the day as a seed: 20261126. */
function getDaySeed(): string {
  return new Date().toISOString().slice(0, 10).replaceAll('-', '');
}
