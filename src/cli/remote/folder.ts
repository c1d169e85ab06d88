import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Documents } from '#engine';
import { getScenariosFile } from '#engine/documents/index.ts';
import { formatDocument, formatProblemLine, parseDocuments } from '#engine/editing/documents/index.ts';
import { isObject, isSameJson } from '#engine/json-schema/values.ts';
import { findFormFile, readTexts } from '#schemas';
import type { CommonState } from '../../api/exchange.ts';
import type { CommandArguments } from '../../command/command.ts';
import { CommandError, type Io, UsageError } from '../../command/io.ts';
import { replaceFileAtomically } from '../output/write-output.ts';
import { formatDocumentPosition, parseFormFiles, toFormFiles } from './form-file.ts';
import { Refused } from './server.ts';

/**
 * Returns the name of the file that records the last common state of a folder and a server: `.slipway.json`;
 * for a form in one file, which may be one of several in a folder, `.form.slipway.json`. Files whose name begins
 * with a dot are not documents.
 * @param form The name of the file of the form. Absent for a folder.
 */
function getRecordName(form?: string): string {
  return form === undefined ? '.slipway.json' : `.${form.replace(/\.json$/, '')}.slipway.json`;
}

/** The server from which a folder was pulled, and their last common state. */
export interface FolderRecord {
  /** The server's origin. */
  readonly server: string;
  /** The fingerprint of the installation. Another installation numbers its versions independently. */
  readonly installation: string;
  /** The version of the server and the later changes that the folder and the server both have. */
  readonly common: CommonState;
}

/** A folder of documents, or the folder of a form in one file. */
export interface DocumentsFolder {
  readonly path: string;
  /** The path of the folder, or of the form in one file, relative to the current folder, for messages. */
  readonly name: string;
  /** The source text of each file by its path below the folder. */
  readonly texts: ReadonlyMap<string, string>;
  /** The parsed files by the same paths. */
  readonly files: Documents;
  /** The documents by their paths: those of the files, or those that a form in one file is short for. */
  readonly documents: Documents;
  /** The name of the file of a form in one file. Absent if the files are the documents. */
  readonly form?: string;
  /** The content of the file of `getRecordName`. Absent if there is no such file. */
  readonly record?: FolderRecord;
}

/** The position of documents: a folder, and the name of the file if they are a form in one file. */
type FolderPosition = Pick<DocumentsFolder, 'path' | 'form'>;

/**
 * Returns the position of the documents that are named, else of `--schemas`, else of `./schemas`, else of
 * `./form.json`. If there is none, it is a new folder `./schemas`.
 */
function findPosition(named: string | undefined, given: CommandArguments, cwd: string): FolderPosition {
  const own = ['schemas', 'form.json'].find((name) => existsSync(join(cwd, name))) ?? 'schemas';
  const path = resolve(cwd, named ?? given.text('schemas') ?? own);
  const file = findFormFile(path);
  return file === undefined ? { path } : { path: dirname(file), form: basename(file) };
}

/**
 * Reads the folder or the form in one file of the positional argument, else of `--schemas`, else `./schemas`,
 * else `./form.json`. A missing folder or file counts as empty.
 * @throws Refused If a document is not JSON, or a form in one file is malformed.
 * @throws UsageError If more than one folder is named.
 * @throws CommandError If the folder or its record cannot be read.
 */
export async function readDocumentsFolder(given: CommandArguments, { cwd }: Io): Promise<DocumentsFolder> {
  const [named, ...more] = given.positionals;
  if (more.length > 0) throw new UsageError(`Cannot read "${more[0]}": name one folder or file only`);
  const position = findPosition(named, given, cwd);
  const { path, form } = position;
  const record = await readFolderRecord(position);
  if (form !== undefined) {
    const texts = await readFormTexts(path, form);
    const name = relative(cwd, join(path, form));
    return { path, name, form, texts, ...parseFormFiles(texts, form), ...(record && { record }) };
  }
  const name = relative(cwd, path) || '.';
  const texts = await readDocumentTexts(path);
  const { documents, problems } = parseDocuments(texts);
  if (problems.length > 0)
    throw new Refused(
      [
        `Cannot read the documents of "${name}":`,
        ...problems.map((problem) => `  ${formatProblemLine(problem)}`),
      ],
      {
        kind: 'not-json',
      },
    );
  return { path, name, texts, files: documents, documents, ...(record && { record }) };
}

/**
 * Returns the source text of each document by its path below the folder. Empty if the folder does not exist.
 * Throws `CommandError` if it cannot be read.
 */
async function readDocumentTexts(path: string): Promise<ReadonlyMap<string, string>> {
  try {
    return await readTexts(path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return new Map();
    throw new CommandError(`Cannot read "${path}": ${code}`, { cause });
  }
}

/**
 * Returns the texts of a form in one file and of its scenarios by the names of their files, without those that
 * do not exist. Throws `CommandError` if one cannot be read.
 */
async function readFormTexts(path: string, form: string): Promise<ReadonlyMap<string, string>> {
  const names = [form, getScenariosFile(form)];
  const texts = await Promise.all(names.map((name) => readTextIfExists(join(path, name))));
  return new Map(
    names.flatMap((name, index) => {
      const text = texts[index];
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
}

/** Returns the text of a file. Undefined if it does not exist. Throws `CommandError` if it cannot be read. */
async function readTextIfExists(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw new CommandError(`Cannot read "${file}": ${cause.code}`, { cause });
  });
}

/**
 * Returns the record of a folder. Undefined if it has none. Throws `CommandError` if the record cannot be
 * read or is malformed.
 */
async function readFolderRecord({ path, form }: FolderPosition): Promise<FolderRecord | undefined> {
  const file = join(path, getRecordName(form));
  const text = await readTextIfExists(file);
  if (text === undefined) return undefined;
  const value = tryParseJson(text);
  const { server, installation, version, since = [] } = isObject(value) ? value : {};
  const isRecord =
    typeof server === 'string' &&
    typeof installation === 'string' &&
    Number.isSafeInteger(version) &&
    Array.isArray(since) &&
    since.every((patch) => typeof Object(patch).file === 'string' && Array.isArray(Object(patch).path));
  if (isRecord) return { server, installation, common: { number: Number(version), since } };
  throw new CommandError(
    `Cannot read "${file}": it does not name the version that the folder is based on; restore it from git, or remove it and name the version with --base`,
  );
}

/**
 * Returns the server from which the folder was pulled. Undefined if it is not recorded or cannot be read.
 * @param named The folder, or the form in one file. Absent: as in `readDocumentsFolder`.
 */
export async function findRecordedServer(
  given: CommandArguments,
  { cwd }: Io,
  named?: string,
): Promise<string | undefined> {
  const position = findPosition(named, given, cwd);
  return (await readFolderRecord(position).catch(() => undefined))?.server;
}

/** Writes the record of a folder, which must exist. Throws `CommandError` if that fails. */
export async function writeRecord(
  { path, form }: FolderPosition,
  { server, installation, common }: FolderRecord,
): Promise<void> {
  const { number: version, since } = common;
  const value = { server, installation, version, ...(since.length > 0 && { since }) };
  await replaceFileAtomically(join(path, getRecordName(form)), formatDocument(value), writeAdvice);
}

/** The end of the error message if a file cannot be written. */
const writeAdvice = 'see whether the folder may be written to';

export interface WrittenFiles {
  /** The paths of new and changed files below the folder, sorted. */
  readonly written: readonly string[];
  /** The paths of the removed files below the folder. */
  readonly removed: readonly string[];
}

/**
 * Writes documents into a folder, or as a form in one file, and removes all other documents. A file whose
 * content is equal as JSON stays unchanged, byte for byte. Returns the paths that were written and removed.
 * Throws `CommandError` if a file cannot be written.
 * @param remote The texts of the server by path. A new file has the blank lines of its text.
 */
export async function writeDocuments(
  { path, texts, files: before, form }: DocumentsFolder,
  documents: Documents,
  remote: Readonly<Record<string, string>>,
): Promise<WrittenFiles> {
  const files = form === undefined ? documents : toFormFiles(documents, form, before);
  const written: string[] = [];
  for (const [file, value] of Object.entries(files)) {
    if (texts.has(file) && isSameJson(before[file], value)) continue;
    const target = join(path, file);
    await mkdir(dirname(target), { recursive: true });
    await replaceFileAtomically(target, formatDocument(value, texts.get(file) ?? remote[file]), writeAdvice);
    written.push(file);
  }
  const removed = [...texts.keys()].filter((file) => !Object.hasOwn(files, file));
  for (const file of removed) await rm(join(path, file), { force: true });
  return { written: written.sort(), removed };
}

/** Returns the names of documents for messages, sorted: for a form in one file, positions in it. */
export function formatDocumentNames(
  names: readonly string[],
  { form }: Pick<DocumentsFolder, 'form'>,
): readonly string[] {
  return [...new Set(names.map((file) => formatDocumentPosition({ file, path: [] }, form)))].sort();
}

/** Returns undefined for malformed JSON. */
function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
