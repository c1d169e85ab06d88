import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Documents } from '#engine';
import { createChecker, type Finding } from '#engine/check/index.ts';
import { lintSchemas } from '#engine/check/lint/schemas.ts';
import { parseDocuments } from '#engine/editing/documents/index.ts';
import {
  countLosses,
  createFolderTarget,
  type ForeignImportResult,
  formatImportReport,
  importForeign,
} from '#engine/exchange/foreign/index.ts';
import { asObject } from '#engine/json-schema/values.ts';
import { readTexts, schemasFolder } from '#schemas';
import { compileFormChecks, type ValidatorModuleCache } from '#widgets/validators/form-checks.ts';
import type { CommandArguments, ExitCode } from '../../command/command.ts';
import { CommandFailure, formatJsonOutput, type Io } from '../../command/io.ts';
import { replaceFileAtomically } from '../output/write-output.ts';
import { formatImportSummary, toReport } from './format-report.ts';
import { checkTarget, writeFolder } from './write-folder.ts';

/** A file that is read and may be the form of another program. */
export interface ForeignFile {
  /** The name of the file as it was given, for messages. */
  readonly file: string;
  readonly text: string;
}

/** The largest file in characters. */
const maxLength = 50_000_000;

/**
 * Converts the form of another program into a folder of documents and reports what became of each part.
 * Returns 0 if everything that visitors notice was taken, else 1. Nothing is written if the file cannot be
 * converted.
 * @throws UsageError If the folder exists and is not empty.
 */
export async function importForeignForm(
  { file, text }: ForeignFile,
  given: CommandArguments,
  io: Io,
): Promise<ExitCode> {
  const folder = given.text('out') ?? given.text('schemas') ?? 'schemas';
  const target = resolve(io.cwd, folder);
  await checkTarget(target, folder);
  const { findErrors, hasSkippedProof } = createErrorFinder(io);
  const parsed = parseFile(text);
  const result: ForeignImportResult = parsed.ok
    ? importForeign({
        value: parsed.value,
        from: given.text('from'),
        name: file.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, ''),
        target: createFolderTarget(await readBaseDocuments()),
        findErrors,
      })
    : { ...parsed, lines: [] };
  await writeReport(result, file, given, io);
  if (!result.ok) {
    if (given.flag('json')) {
      io.out(formatJsonOutput({ ok: false, error: result.reason, ...toReport(result) }));
      return 1;
    }
    if (given.text('report') === undefined && result.lines.length > 0)
      io.out(formatImportReport(result, file));
    throw new CommandFailure(`Cannot import "${file}": ${result.reason}; nothing is written`);
  }
  await writeFolder(target, result.documents);
  const losses = countLosses(result.lines);
  if (given.flag('json')) io.out(formatJsonOutput({ ok: losses === 0, folder, ...toReport(result) }));
  else {
    if (given.text('report') === undefined) io.out(`${formatImportReport(result, file)}\n`);
    io.out(formatImportSummary(result, folder, hasSkippedProof()));
  }
  return losses === 0 ? 0 : 1;
}

/** Writes the report to the file of `--report`: as JSON if its name ends with `.json`, else as lines. */
async function writeReport(
  result: ForeignImportResult,
  file: string,
  given: CommandArguments,
  io: Io,
): Promise<void> {
  const named = given.text('report');
  if (named === undefined) return;
  const isJson = named.endsWith('.json');
  const text = isJson
    ? formatJsonOutput({ ok: result.ok, ...toReport(result), ...(!result.ok && { error: result.reason }) })
    : formatImportReport(result, file);
  await replaceFileAtomically(resolve(io.cwd, named), text, 'choose another file with --report');
}

type ParsedFile =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

/** Returns the parsed file, or the reason why it cannot be read: it is too large or not JSON. */
function parseFile(text: string): ParsedFile {
  if (text.length > maxLength)
    return { ok: false, reason: `it has more than ${maxLength.toLocaleString('en')} characters` };
  try {
    return { ok: true, value: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch (error) {
    return { ok: false, reason: `it is not JSON (${(error as Error).message.replaceAll(/\s+/g, ' ')})` };
  }
}

/** Reads what comes with Slipway: the `meta/` documents and the texts. */
async function readBaseDocuments(): Promise<Documents> {
  const { documents } = parseDocuments(await readTexts(fileURLToPath(schemasFolder)));
  return Object.fromEntries(Object.entries(documents).filter(([name]) => /^(?:meta|texts)\//.test(name)));
}

/** The number of fields above which a form is not proven: that could take minutes. */
const maxProvenFields = 300;

interface ErrorFinder {
  readonly findErrors: (documents: Documents) => readonly Finding[];
  /** Returns true if the last documents were too large to be proven. */
  readonly hasSkippedProof: () => boolean;
}

/** Creates a finder of the errors of `slipway check`; of a large form only those of its schemas. */
function createErrorFinder(io: Io): ErrorFinder {
  const known: ValidatorModuleCache = new Map();
  const checker = createChecker({ schemasOf: (form) => compileFormChecks(form, known) });
  let isLarge = false;
  return {
    hasSkippedProof: () => isLarge,
    findErrors(documents) {
      isLarge = countFields(documents) > maxProvenFields;
      const progress = io.progress?.();
      const findings = isLarge
        ? lintSchemas(documents)
        : checker.check(documents, ({ type }) => progress?.report(`Checking "${type}"`)).findings;
      progress?.end();
      return findings.filter(({ severity }) => severity === 'error');
    },
  };
}

/** Returns the number of fields of all forms, without those inside others. */
function countFields(documents: Documents): number {
  return Object.entries(documents)
    .filter(([file]) => /^forms\/[^/]+\/schema\.json$/.test(file))
    .reduce((sum, [, schema]) => sum + Object.keys(asObject(asObject(schema).properties)).length, 0);
}
