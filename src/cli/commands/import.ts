import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ImportAnswer, ImportRequest } from '../../api/exchange.ts';
import type { Command, CommandArguments, ExitCode } from '../../command/command.ts';
import { CommandError, formatJsonOutput, type Io, UsageError } from '../../command/io.ts';
import { formatPlural } from '../output/finding-lines.ts';
import { findRecordedServer } from '../remote/folder.ts';
import { getPreferredSide, sideOptions, throwIfRejected } from '../remote/merge-base.ts';
import {
  Refused,
  type RemoteServer,
  runReportingRefusals,
  runWithServer,
  serverOptions,
} from '../remote/server.ts';

export const importCommand: Command = {
  name: 'import',
  subject: 'documents',
  summary: 'imports a version of another server, or a form of another program',
  description: [
    'Merges a file of "slipway export" into the draft. "slipway publish" makes it live.',
    'Refuses modified files and untrusted installations. Trust one with --trust, or in SLIPWAY_TRUSTED_KEYS of the server.',
    'Converts a form of another program into a folder of documents, and reports what became of each part (docs/import.md).',
  ],
  positionals: 'FILE',
  options: {
    ...serverOptions,
    trust: {
      value: 'FINGERPRINT',
      description: 'Trust this fingerprint from "slipway export". For owners.',
    },
    older: { description: 'Allow an older version than the last import.' },
    ...sideOptions,
    from: {
      value: 'NAME',
      choices: ['rjsf', 'jsonforms', 'surveyjs', 'formio', 'json-schema'],
      description: 'The program of the form. It is detected by default.',
    },
    out: { value: 'FOLDER', description: 'The folder to write, which is new or empty. Default: ./schemas.' },
    report: { value: 'FILE', description: 'Write the report to this file; with the ending .json as JSON.' },
  },
  examples: [
    ['slipway import version-12.slipway --url https://forms.example.com', 'Imports version 12.'],
    ['slipway import survey.json --out schemas --report report.txt', 'Converts a form of another program.'],
  ],
  failure: 'the server refuses or does not answer; or visitors lose a part of the form',
  /**
   * Reads the file. Merges an exported version into the draft, or converts a form of another program. Throws
   * `UsageError` unless exactly one file is named, and `CommandError` if it cannot be read. Prints a refusal
   * and returns 1.
   */
  run: (given, io) =>
    runReportingRefusals(given, io, async () => {
      const [file, ...more] = given.positionals;
      if (file === undefined || more.length > 0)
        throw new UsageError(
          'Cannot import: no file is named; name the one that "slipway export" wrote, or a form of another program',
        );
      const text = await readFile(resolve(io.cwd, file), 'utf8').catch((cause: NodeJS.ErrnoException) => {
        throw new CommandError(
          `Cannot read "${file}": ${cause.code === 'ENOENT' ? 'there is no such file' : cause.code}`,
          {
            cause,
          },
        );
      });
      const known = await findRecordedServer(given, io);
      if (await isForeignForm(text, known, given, io)) {
        const { importForeignForm } = await import('../foreign/import-foreign-form.ts');
        return importForeignForm({ file, text }, given, io);
      }
      const importIntoServer = (server: RemoteServer) =>
        importVersion(server, { file, archive: text }, given, io);
      return runWithServer(given, io, { known, work: importIntoServer });
    }),
};

/**
 * Returns true for the form of another program, judged by its content. A file of neither kind counts as one if
 * no server is known: converting it says what it is not.
 * @param known The server of the folder's record.
 */
async function isForeignForm(
  text: string,
  known: string | undefined,
  given: CommandArguments,
  { env }: Io,
): Promise<boolean> {
  if (['from', 'out', 'report'].some((option) => given.text(option) !== undefined)) return true;
  // An archive has two lines of JSON, so the whole is none.
  if (/^\s*\{"slipwayArchive"/.test(text)) return false;
  const { detectForeignSource } = await import('#engine/exchange/foreign/index.ts');
  const isDetected = detectForeignSource(tryParseJson(text)) !== undefined;
  return isDetected || (given.text('url') ?? (env.SLIPWAY_URL || known)) === undefined;
}

/** Returns undefined for malformed JSON. */
function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/**
 * Sends an exported version to the server, which merges it into its draft, and prints the changed files.
 * Returns 0, also if nothing changed. Throws `Refused` if the server does not accept it.
 * @param exported.file The name of the file, for messages.
 * @param exported.archive The content of the file.
 */
async function importVersion(
  server: RemoteServer,
  { file, archive }: { readonly file: string; readonly archive: string },
  given: CommandArguments,
  io: Io,
): Promise<ExitCode> {
  const [prefer, trust] = [getPreferredSide(given), given.text('trust')];
  const request: ImportRequest = {
    archive,
    ...(prefer && { prefer }),
    ...(trust !== undefined && { trust }),
    ...(given.flag('older') && { isOlderMeant: true }),
  };
  const { value } = await server.post('/import', request);
  const answer = value as ImportAnswer;
  if (answer?.kind !== 'imported' && answer?.kind !== 'unchanged') {
    throwIfArchiveRefused(answer, file, server.origin);
    throwIfRejected(answer, { what: `import "${file}"` }, server.origin);
    throw new Refused(`Cannot import: ${server.origin} sent an answer that this command does not know`);
  }
  const files = answer.kind === 'imported' ? answer.files : [];
  const what = `Version ${answer.from.number} of ${answer.from.installation}`;
  if (given.flag('json')) io.out(formatJsonOutput({ ok: true, ...answer }));
  else
    io.out(
      files.length === 0
        ? `${what}: the draft of ${server.origin} already contains it.\n`
        : `${what} is in the draft of ${server.origin}: ${formatPlural(files.length, 'file')} changed there.\n${files.map((one) => `  ${one}\n`).join('')}To make it live, publish it in the studio or with "slipway publish".\n`,
    );
  return 0;
}

/** Throws `Refused` if the file is not an export, damaged, too old or not trusted. Else returns. */
function throwIfArchiveRefused(answer: ImportAnswer, file: string, origin: string): void {
  const { kind } = Object(answer) as ImportAnswer;
  if (kind === 'no-archive')
    throw new Refused(`Cannot import "${file}": "slipway export" did not write it`, { kind });
  if (kind === 'damaged')
    throw new Refused(`Cannot import "${file}": it was changed after it was signed; export it again`, {
      kind,
    });
  if (answer.kind === 'untrusted')
    throw new Refused(
      [
        `Cannot import "${file}": ${origin} does not trust the installation that signed it.`,
        `  ${answer.installation}`,
        'If "slipway export" printed the same fingerprint, an owner can trust it, once: --trust FINGERPRINT.',
      ],
      { kind, installation: answer.installation },
    );
  if (answer.kind === 'older')
    throw new Refused(
      `Cannot import "${file}": it is version ${answer.from.number}, and version ${answer.last} of that installation was imported before; use --older to import it anyway`,
      { kind, last: answer.last },
    );
}
