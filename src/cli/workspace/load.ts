import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve as resolvePath } from 'node:path';
import type { DocumentProblem, Documents, Form } from '#engine';
import { type Finding, toFindings } from '#engine/check/index.ts';
import { compile, type DocumentProblemCode } from '#engine/compile/index.ts';
import {
  completeDocuments,
  getScenariosFile,
  isFormDocument,
  renameFormDocument,
  splitFormDocument,
  toFormDocumentProblem,
} from '#engine/documents/index.ts';
import { locatePointer, parseDocuments } from '#engine/editing/documents/index.ts';
import { findFormFile, hasForm, readTexts } from '#schemas';
import type { CommandArguments } from '../../command/command.ts';
import { CommandError, type Io, UsageError } from '../../command/io.ts';

/** A finding with its line and column, both from 1. They are absent if the document is missing. */
export interface LocatedFinding extends Finding {
  readonly line?: number;
  readonly column?: number;
}

export interface Workspace {
  readonly folder: string;
  /** The folder relative to the current one, or its absolute path if it is outside. */
  readonly folderName: string;
  /** The file with the scenarios, below the folder. */
  readonly scenariosFile: string;
  /** The source text of each document, by its path below the folder. */
  readonly texts: ReadonlyMap<string, string>;
  /**
   * Returns the finding at its position in the files, with its line and column if its document exists.
   */
  readonly locate: (finding: Finding) => LocatedFinding;
  /** The compiled form, or the findings because of which it does not compile. */
  readonly loaded:
    | { readonly ok: true; readonly form: Form; readonly documents: Documents }
    | { readonly ok: false; readonly findings: readonly Finding[] };
}

/** The absolute path of the documents: a folder, or a form in one file. */
export interface DocumentsSource {
  readonly kind: 'folder' | 'file';
  readonly path: string;
}

/** The name of a form in one file that commands find by themselves. */
const usualFile = 'form.json';

/**
 * Returns the documents that `--schemas` names, which may be missing, else `./schemas`, else `./form.json`. A
 * folder with a `form.json` is that form.
 * @throws UsageError If the option is not given, and there is neither.
 */
export function resolveDocumentsSource(given: CommandArguments, { cwd }: Io): DocumentsSource {
  const named = given.text('schemas');
  if (named !== undefined) return toSource(resolvePath(cwd, named));
  const own = [join(cwd, 'schemas'), join(cwd, usualFile)].find((path) => existsSync(path));
  if (own !== undefined) return toSource(own);
  throw new UsageError(
    'No form here. Start with `npx slipway init`, or name the documents with --schemas FILE or --schemas FOLDER',
  );
}

/** Returns the form in one file at a path, else the path as a folder. */
function toSource(path: string): DocumentsSource {
  const file = findFormFile(path);
  return file === undefined ? { kind: 'folder', path } : { kind: 'file', path: file };
}

/**
 * Returns arguments whose `--schemas` is the only positional argument, if there is one.
 * @throws UsageError If there are several, or the option names another.
 */
export function readSourceArgument(given: CommandArguments): CommandArguments {
  const [named, ...more] = given.positionals;
  if (named === undefined) return given;
  if (more.length > 0 || given.text('schemas') !== undefined)
    throw new UsageError(`Cannot read "${more[0] ?? given.text('schemas')}": name one file or folder only`);
  return { ...given, text: (name) => (name === 'schemas' ? named : given.text(name)), positionals: [] };
}

/**
 * Reads and compiles the documents of `resolveDocumentsSource`. Problems of documents are not thrown: `loaded`
 * contains them.
 * @throws CommandError If what the option names is missing or cannot be read.
 * @throws UsageError If there is no form.
 */
export async function loadWorkspace(given: CommandArguments, io: Io): Promise<Workspace> {
  return loadWorkspaceAt(resolveDocumentsSource(given, io).path, io);
}

/** Reads and compiles a form in one file, or the documents of a folder. Throws the errors of `loadWorkspace`. */
export async function loadWorkspaceAt(path: string, io: Io): Promise<Workspace> {
  const source = toSource(path);
  return source.kind === 'folder' ? loadWorkspaceFolder(path, io) : loadWorkspaceFile(source.path, io);
}

/** Reads and compiles the documents of a folder. */
async function loadWorkspaceFolder(folder: string, io: Io): Promise<Workspace> {
  const texts = await readFolderTexts(folder);
  return createWorkspace(texts, { folder, folderName: getFolderName(folder, io) });
}

/** Returns a folder relative to the current one, or its absolute path if it is outside. */
function getFolderName(folder: string, { cwd }: Io): string {
  const name = relative(cwd, folder) || '.';
  return name.startsWith('..') ? folder : name;
}

/**
 * Reads and compiles a form in one file, and the scenarios in the file beside it: `form.scenarios.json` for
 * `form.json`. Throws the errors of `loadWorkspace`.
 */
async function loadWorkspaceFile(path: string, io: Io): Promise<Workspace> {
  const folder = dirname(path);
  const file = basename(path);
  const scenariosFile = getScenariosFile(file);
  const text = await readFormFile(path);
  const scenarios = existsSync(join(folder, scenariosFile))
    ? [[scenariosFile, await readFormFile(join(folder, scenariosFile))] as const]
    : [];
  const texts = new Map([[file, text], ...scenarios]);
  return createFileWorkspace(texts, { file, folder, folderName: getFolderName(folder, io) });
}

/** Returns the text of a file. Throws `CommandError` if it cannot be read. */
export async function readFormFile(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? 'there is no such file' : String(cause.code);
    throw new CommandError(`Cannot read "${path}": ${reason}; name the form with --schemas`, { cause });
  });
}

/**
 * Compiles a form in one file.
 * @param texts The texts of the form and, if it has any, of its scenarios, by the names of their files.
 */
function createFileWorkspace(
  texts: ReadonlyMap<string, string>,
  { file, ...named }: Pick<Workspace, 'folder' | 'folderName'> & { readonly file: string },
): Workspace {
  const scenariosFile = getScenariosFile(file);
  const { documents: parsed, problems } = parseDocuments(texts);
  const locate = (finding: Finding) =>
    locateInTexts(renameFormDocument(toFormDocumentProblem(finding), file), texts);
  const base = { ...named, scenariosFile, texts, locate };
  if (problems.length > 0) return { ...base, loaded: { ok: false, findings: toFindings(problems) } };
  const form = parsed[file];
  if (!isFormDocument(form)) return { ...base, loaded: { ok: false, findings: toFindings([noForm(file)]) } };
  const compiled = compile(form);
  if (!compiled.ok) return { ...base, loaded: { ok: false, findings: toFindings(compiled.problems) } };
  const scenarios = parsed[scenariosFile];
  const documents = completeDocuments({
    ...splitFormDocument(form).documents,
    ...(scenarios !== undefined && { 'scenarios.json': scenarios }),
  });
  return { ...base, loaded: { ok: true, form: compiled.form, documents } };
}

/** Returns the problem of a file that is JSON, but no form. */
function noForm(file: string): DocumentProblem {
  const reason =
    'this is no form: it has no "schema"; write { "schema": … } with the JSON Schema of the answers';
  return { file, pointer: '', code: 'malformed-document', reason };
}

/** Returns a finding with its line and column, unchanged if its document is missing or it has them already. */
function locateInTexts(finding: Finding, texts: ReadonlyMap<string, string>): LocatedFinding {
  const text = texts.get(finding.file);
  return text === undefined || 'line' in finding
    ? finding
    : { ...finding, ...locatePointer(text, finding.pointer) };
}

/**
 * Compiles documents that are already read. If a document is not JSON, problems that may follow from it are
 * omitted.
 * @param named The folder, and its name for messages.
 */
export function createWorkspace(
  texts: ReadonlyMap<string, string>,
  named: Pick<Workspace, 'folder' | 'folderName'>,
): Workspace {
  const { documents, problems } = parseDocuments(texts);
  const locate = (finding: Finding) => locateInTexts(finding, texts);
  const base = { ...named, scenariosFile: 'scenarios.json', texts, locate };
  const compiled = compile(documents);
  if (problems.length > 0) {
    const others = compiled.ok ? [] : compiled.problems.filter(({ code }) => !consequentialCodes.has(code));
    return { ...base, loaded: { ok: false, findings: toFindings([...problems, ...others]) } };
  }
  return {
    ...base,
    loaded: compiled.ok
      ? { ok: true, form: compiled.form, documents: completeDocuments(documents) }
      : { ok: false, findings: toFindings(compiled.problems) },
  };
}

/**
 * Codes of problems that may follow from a document that is not JSON, because it may contain what is missing.
 */
const consequentialCodes: ReadonlySet<string> = new Set<DocumentProblemCode>([
  'missing-document',
  'missing-text',
  'unknown-argument',
  'unknown-field',
  'unknown-option-set',
  'unknown-reference',
  'unknown-type',
  'unlisted-form',
  'bad-example',
]);

/**
 * Returns the source text of each document by its path below the folder. Throws the errors of
 * `loadWorkspace`.
 */
export async function readFolderTexts(folder: string): Promise<ReadonlyMap<string, string>> {
  let texts: ReadonlyMap<string, string>;
  try {
    texts = await readTexts(folder);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT'
        ? 'there is no such folder'
        : code === 'ENOTDIR'
          ? 'it is not a folder'
          : String(code);
    throw new CommandError(
      `Cannot read "${folder}": ${reason}; name the folder of the documents with --schemas`,
      { cause },
    );
  }
  if (!hasForm(texts.keys()))
    throw new UsageError(
      `Cannot find a form in "${folder}": no ${texts.size === 0 ? 'JSON document' : '"enquiry-types.json" and no "forms/…/schema.json"'} is there; name the folder of the documents with --schemas`,
    );
  return texts;
}
