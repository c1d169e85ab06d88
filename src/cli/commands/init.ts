import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Command, CommandArguments, ExitCode } from '../../command/command.ts';
import { CommandFailure, formatJsonOutput, type Io, UsageError } from '../../command/io.ts';
import { planFiles, templateNames } from '../init/plan-files.ts';
import { replaceFileAtomically } from '../output/write-output.ts';

export const initCommand: Command = {
  name: 'init',
  subject: 'documents',
  readsNoDocuments: true,
  summary: 'writes a form to begin with',
  description: [
    'Writes form.json, its scenarios, a README, and settings by which Visual Studio Code completes the files. Overwrites nothing.',
  ],
  positionals: '[FOLDER]',
  options: {
    template: {
      value: 'NAME',
      choices: templateNames,
      description: 'Default: contact.',
    },
  },
  examples: [['slipway init open-day --template event', 'Writes a registration into a folder.']],
  failure: 'the folder has a form already',
  run: writeForm,
};

/** Writes the files of a template into the folder of the positional argument, and prints what comes next. */
async function writeForm(given: CommandArguments, io: Io): Promise<ExitCode> {
  const [named = '.', ...more] = given.positionals;
  if (more.length > 0) throw new UsageError(`Cannot read "${more[0]}": name one folder only`);
  const folder = resolve(io.cwd, named);
  const template = given.text('template') ?? 'contact';
  const files = await planFiles(template, folder);
  const existing = files.filter(({ path }) => existsSync(join(folder, path)));
  const taken = existing.find(({ isOptional }) => !isOptional);
  if (taken !== undefined)
    throw new CommandFailure(
      `Cannot write "${join(relative(io.cwd, folder), taken.path)}": it exists; choose another folder`,
    );
  const written = files.filter((file) => !existing.includes(file));
  for (const { path, text } of written) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await replaceFileAtomically(target, text, 'see whether the folder may be written to');
  }
  const names = written.map(({ path }) => join(relative(io.cwd, folder), path));
  const skipped = existing.map(({ path }) => join(relative(io.cwd, folder), path));
  if (given.flag('json')) io.out(formatJsonOutput({ ok: true, template, written: names, skipped }));
  else io.out(describeWrittenFiles({ names, skipped, folder: relative(io.cwd, folder) }));
  return 0;
}

interface WrittenFiles {
  readonly names: readonly string[];
  readonly skipped: readonly string[];
  /** The folder relative to the current one; empty if it is that. */
  readonly folder: string;
}

/** Returns a line for each file, and the commands to run next. */
function describeWrittenFiles({ names, skipped, folder }: WrittenFiles): string {
  const lines = [
    ...names.map((name) => `${name} is written`),
    ...skipped.map((name) => `${name} exists and stays as it is`),
    '',
    'Next:',
    ...(folder === '' ? [] : [`  cd ${folder}`]),
    '  npx slipway dev form.json',
    '  npx slipway check',
  ];
  return `${lines.join('\n')}\n`;
}
