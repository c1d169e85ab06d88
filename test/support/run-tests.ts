import { spawn } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCosts } from './costs.ts';
import { endRun, runFolderPrefix } from './end-run.ts';
import { choosePart, longParts } from './long-parts.ts';
import { findPostgres } from './postgres.ts';

// Runs tests: `node test/support/run-tests.ts SUITE [PART | FILES and OPTIONS of Vitest]`, where SUITE is quick, long or all. Of the long
// tests PART is a number, or `rotate=SALT`, which is another part for each commit. All that a run stores lies in one temporary folder, and
// a process beside it ends what is left of the run however it ends.

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A browser's profiles, databases and builds of one run take about half of this. */
const leastFreeBytes = 512 * 2 ** 20;

/** A reason that whoever started the tests can do something about. */
class CannotRun extends Error {}

const [suite = 'quick', ...args] = process.argv.slice(2);

try {
  const options = suite === 'long' ? longOptions(args) : args;
  process.exitCode = await run(options);
} catch (error) {
  if (!(error instanceof CannotRun)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** Replaces a part by its files. */
function longOptions([first = '', ...rest]: readonly string[]): readonly string[] {
  if (!/^(?:\d+|rotate=.*)$/.test(first)) return first === '' ? rest : [first, ...rest];
  const files = globSync('{schemas,engine,widgets,src,test}/**/*.long.*', { cwd: root })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) => findPostgres() !== undefined || !file.includes('.postgres.'));
  const parts = longParts(files, readCosts());
  const number = choosePart(first, parts.length);
  const part = parts[number - 1];
  if (part === undefined)
    throw new CannotRun(`Cannot run part ${first} of the long tests: there are ${parts.length}.`);
  console.log(
    `Part ${number} of ${parts.length} of the long tests: ${part.files.length} files, about ${Math.round(part.seconds)} s of processor time.`,
  );
  return [...part.files, ...rest];
}

/** Returns the exit code of Vitest. */
async function run(options: readonly string[]): Promise<number> {
  const folder = makeRunFolder();
  // It survives a kill of this process, of which its standard input tells it.
  const cleaner = spawn(process.execPath, [join(import.meta.dirname, 'end-run.ts'), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const seed = process.env.TEST_SEED ?? (suite === 'quick' ? undefined : today());
  if (seed !== undefined) console.log(`Properties have the seed ${seed}: TEST_SEED=${seed} repeats them.`);
  const vitest = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...options], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: folder, TEST_SUITE: suite, ...(seed && { TEST_SEED: seed }) },
  });
  // A terminal interrupts both; Vitest decides how it ends.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vitest.kill(signal));
  const code = await new Promise<number | null>((resolve) => vitest.once('exit', resolve));
  cleaner.stdin.end();
  await new Promise((resolve) => cleaner.once('exit', resolve));
  return code ?? 1;
}

/** A folder of this run alone; what runs that were killed have left is removed before. */
function makeRunFolder(): string {
  const place = process.env.TMPDIR ?? tmpdir();
  try {
    for (const name of readdirSync(place)) {
      const [, pid] = /^slipway-tests-(\d+)-/.exec(name) ?? [];
      if (pid !== undefined && !isAlive(Number(pid))) endRun(join(place, name));
    }
    const folder = mkdtempSync(join(place, `${runFolderPrefix}${process.pid}-`));
    mkdirSync(join(folder, 'probe'));
    writeFileSync(join(folder, 'probe/file'), 'x'.repeat(4096));
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize >= leastFreeBytes) return folder;
    endRun(folder);
    throw new CannotRun(
      `Cannot run the tests: the temporary folder "${place}" has ${Math.floor((bavail * bsize) / 2 ** 20)} MB left, and ${leastFreeBytes / 2 ** 20} are needed. Free some, or set TMPDIR to another folder.`,
    );
  } catch (error) {
    if (error instanceof CannotRun) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new CannotRun(
      `Cannot run the tests: nothing can be written in the temporary folder "${place}" (${code}). Free some space, or set TMPDIR to another folder.`,
    );
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The day as a seed: 20261126. */
function today(): string {
  return new Date().toISOString().slice(0, 10).replaceAll('-', '');
}
