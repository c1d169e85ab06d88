import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { diff } from 'node:util';
import type { CommandArguments, CommandOption, ExitCode } from '../../command/command.ts';
import { CommandError, formatJsonOutput, type Io } from '../../command/io.ts';

/** The options of commands that use `writeOutput`. */
export const fileOptions: Readonly<Record<string, CommandOption>> = {
  out: { value: 'FILE', description: 'Write to this file, atomically.' },
  check: { description: 'Compare with the file instead, and print the difference.' },
};

export interface GeneratedText {
  readonly text: string;
  /** The file to write if `--out` is not given. Absent for standard output. */
  readonly defaultFile?: string;
}

/**
 * Writes the generated text to the file of `--out`, else to the default file; prints the text if there is
 * neither. An equal file stays untouched. With `--check`, compares it with the file instead, and returns 1 if
 * they differ or the file does not exist, 2 if no file is named. Throws `CommandError` if the file cannot be
 * read or written.
 */
export async function writeOutput(
  { text, defaultFile }: GeneratedText,
  given: CommandArguments,
  io: Io,
): Promise<ExitCode> {
  const named = given.text('out') ?? defaultFile;
  if (named === undefined) {
    if (given.flag('check')) {
      io.err('Cannot compare: --check needs the file; name it with --out FILE\n');
      return 2;
    }
    io.out(given.flag('json') ? formatJsonOutput({ ok: true, text }) : text);
    return 0;
  }
  const file = resolve(io.cwd, named);
  const name = relative(io.cwd, file);
  const before = await readTextIfExists(file);
  const isFresh = before === text;
  if (given.flag('check')) return printComparison({ name, before, text, isFresh }, given, io);
  if (!isFresh) await replaceFileAtomically(file, text, 'choose another file with --out');
  const status = isFresh ? `${name} is up to date` : `${name} is written`;
  io.out(
    given.flag('json') ? formatJsonOutput({ ok: true, file: name, isChanged: !isFresh }) : `${status}\n`,
  );
  return 0;
}

interface Comparison {
  /** The path of the file for messages. */
  readonly name: string;
  /** The content of the file. Undefined if it does not exist. */
  readonly before: string | undefined;
  readonly text: string;
  /** True if the file already contains the text. */
  readonly isFresh: boolean;
}

/** Prints that the file is up to date and returns 0, or prints the difference and returns 1. */
function printComparison(
  { name, before, text, isFresh }: Comparison,
  given: CommandArguments,
  io: Io,
): ExitCode {
  const lines = isFresh ? [] : listChangedLines(before ?? '', text);
  if (given.flag('json')) io.out(formatJsonOutput({ ok: isFresh, file: name, difference: lines }));
  else if (isFresh) io.out(`${name} is up to date\n`);
  else {
    const what = before === undefined ? 'does not exist' : 'is stale';
    io.out(
      `${name} ${what}; run the same command without --check\n${lines.map((line) => `${line}\n`).join('')}`,
    );
  }
  return isFresh ? 0 : 1;
}

/** The number of lines above which a text is not compared line by line. */
const maxComparedLines = 4_000;

/**
 * Returns the removed (`-`) and added (`+`) lines, each with one unchanged line before and after. If a text
 * exceeds `maxComparedLines`, returns a single line that describes the difference.
 */
function listChangedLines(before: string, after: string): readonly string[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  if (old.length > maxComparedLines || fresh.length > maxComparedLines)
    return [
      `${old.length} lines are now ${fresh.length}; the first that differs is line ${findFirstDifferentLine(old, fresh)}`,
    ];
  // `diff` marks lines that only its second argument has with -1.
  const steps = diff(fresh, old);
  /** True if the previous or the next line is removed or added. */
  const isNextToChange = (index: number) =>
    [index - 1, index + 1].some((other) => (steps[other]?.[0] ?? 0) !== 0);
  return steps.flatMap(([step, line], index) => {
    if (step !== 0) return [`${step > 0 ? '+' : '-'} ${line}`];
    return isNextToChange(index) ? [`  ${line}`] : [];
  });
}

/**
 * Returns the number of the first line in the new text that differs from the old one, from 1. If lines are
 * only removed at the end, it is the number after the last line.
 */
function findFirstDifferentLine(old: readonly string[], fresh: readonly string[]): number {
  const first = fresh.findIndex((line, index) => line !== old[index]);
  return (first === -1 ? fresh.length : first) + 1;
}

/**
 * Returns the content of a file. Undefined if it does not exist. Throws `CommandError` if it cannot be read.
 */
async function readTextIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new CommandError(`Cannot read "${file}": ${(cause as Error).message}`, { cause });
  }
}

/**
 * Replaces the content of a file. The text is written to a temporary file in the same folder, which is then
 * renamed, so that an interruption leaves the old file.
 * @param advice The end of the error message.
 * @throws CommandError If the file cannot be written.
 */
export async function replaceFileAtomically(file: string, text: string, advice: string): Promise<void> {
  const beside = join(dirname(file), `.${randomUUID()}.tmp`);
  try {
    const handle = await open(beside, 'wx');
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, file);
  } catch (cause) {
    await rm(beside, { force: true }).catch(() => {});
    throw new CommandError(`Cannot write "${file}": ${(cause as Error).message}; ${advice}`, { cause });
  }
}
