import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Documents } from '#engine';
import { formatDocument, formatProblemLine, parseDocuments } from '#engine/editing/documents/index.ts';
import { isObject, isSameJson } from '#engine/json-schema/values.ts';
import { readTexts } from '#schemas';
import type { CommonState } from '../../api/exchange.ts';
import type { CommandArguments } from '../../command/command.ts';
import { CommandError, type Io, UsageError } from '../../command/io.ts';
import { replaceFileAtomically } from '../output/write-output.ts';
import { Refused } from './server.ts';

/**
 * The file that records the last common state of the folder and a server. Files whose name begins with a dot
 * are not documents.
 */
const recordName = '.slipway.json';

/** The server from which a folder was pulled, and their last common state. */
export interface FolderRecord {
  /** The server's origin. */
  readonly server: string;
  /** The fingerprint of the installation. Another installation numbers its versions independently. */
  readonly installation: string;
  /** The version of the server and the later changes that the folder and the server both have. */
  readonly common: CommonState;
}

export interface DocumentsFolder {
  readonly path: string;
  /** The path relative to the current folder, for messages. */
  readonly name: string;
  /** The source text of each document by its path below the folder. */
  readonly texts: ReadonlyMap<string, string>;
  /** The parsed documents by the same paths. */
  readonly documents: Documents;
  /** The content of `.slipway.json`. Absent if there is no such file. */
  readonly record?: FolderRecord;
}

/**
 * Reads the folder of the positional argument, else of `--schemas`, else `./schemas`. A missing folder counts
 * as empty.
 * @throws Refused If a document is not JSON.
 * @throws UsageError If more than one folder is named.
 * @throws CommandError If the folder or its record cannot be read.
 */
export async function readDocumentsFolder(given: CommandArguments, { cwd }: Io): Promise<DocumentsFolder> {
  const [named, ...more] = given.positionals;
  if (more.length > 0) throw new UsageError(`Cannot read "${more[0]}": name one folder only`);
  const path = resolve(cwd, named ?? given.text('schemas') ?? 'schemas');
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
  const record = await readFolderRecord(path);
  return { path, name, texts, documents, ...(record && { record }) };
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
    const reason =
      code === 'ENOTDIR'
        ? 'it is a file, and a server exchanges documents in a folder; pull into a new folder, and edit that'
        : String(code);
    throw new CommandError(`Cannot read "${path}": ${reason}`, { cause });
  }
}

/**
 * Returns the record of a folder. Undefined if it has none. Throws `CommandError` if the record cannot be
 * read or is malformed.
 */
async function readFolderRecord(path: string): Promise<FolderRecord | undefined> {
  const file = join(path, recordName);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new CommandError(`Cannot read "${file}": ${error.code}`, { cause: error });
  });
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
 * @param named The folder. Absent: the one of `--schemas`, else `./schemas`.
 */
export async function findRecordedServer(
  given: CommandArguments,
  { cwd }: Io,
  named?: string,
): Promise<string | undefined> {
  const path = resolve(cwd, named ?? given.text('schemas') ?? 'schemas');
  return (await readFolderRecord(path).catch(() => undefined))?.server;
}

/** Writes the record of a folder, which must exist. Throws `CommandError` if that fails. */
export async function writeRecord(
  path: string,
  { server, installation, common }: FolderRecord,
): Promise<void> {
  const { number: version, since } = common;
  const value = { server, installation, version, ...(since.length > 0 && { since }) };
  await replaceFileAtomically(join(path, recordName), formatDocument(value), writeAdvice);
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
 * Writes documents into a folder and removes all other documents. A file whose content is equal as JSON stays
 * unchanged, byte for byte. Returns the paths that were written and removed. Throws `CommandError` if a file
 * cannot be written.
 * @param remote The texts of the server by path. A new file has the blank lines of its text.
 */
export async function writeDocuments(
  { path, texts, documents: before }: DocumentsFolder,
  documents: Documents,
  remote: Readonly<Record<string, string>>,
): Promise<WrittenFiles> {
  const written: string[] = [];
  for (const [file, value] of Object.entries(documents)) {
    if (texts.has(file) && isSameJson(before[file], value)) continue;
    const target = join(path, file);
    await mkdir(dirname(target), { recursive: true });
    await replaceFileAtomically(target, formatDocument(value, texts.get(file) ?? remote[file]), writeAdvice);
    written.push(file);
  }
  const removed = [...texts.keys()].filter((file) => !Object.hasOwn(documents, file));
  for (const file of removed) await rm(join(path, file), { force: true });
  return { written: written.sort(), removed };
}

/** Returns undefined for malformed JSON. */
function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
