import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Documents } from '#engine';
import { formatDocument, parseDocuments, problemLine } from '#engine/documents/index.ts';
import type { CommonState } from '#engine/exchange/index.ts';
import { isObject, isSameJson } from '#engine/json-schema/values.ts';
import { readTexts } from '#schemas';
import type { Given } from '../args/command.ts';
import { CannotWork, type Io, WrongUse } from '../io.ts';
import { writeWhole } from '../output/deliver.ts';
import { Refused } from './server.ts';

/** Beside the documents: what they and a server last had in common. Documents are what does not begin with a dot. */
const recordName = '.slipway.json';

/** What a folder remembers of the server that it was pulled from. */
export interface FolderRecord {
  /** Its origin. */
  readonly server: string;
  /** Its fingerprint: another one numbers its versions by itself. */
  readonly installation: string;
  readonly common: CommonState;
}

/** A folder of documents that a server is asked about. */
export interface Folder {
  readonly path: string;
  /** As people name it from where they stand. */
  readonly name: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly documents: Documents;
  readonly record?: FolderRecord;
}

/** The folder that is named beside the options, by `--schemas`, or `./schemas`. Absent, it is an empty one. @throws Refused where a document is not JSON. */
export async function readFolder(given: Given, { cwd }: Io): Promise<Folder> {
  const [named, ...more] = given.words;
  if (more.length > 0) throw new WrongUse(`Cannot read "${more[0]}": there is one folder`);
  const path = resolve(cwd, named ?? given.text('schemas') ?? 'schemas');
  const name = relative(cwd, path) || '.';
  const texts = await textsOf(path);
  const { documents, problems } = parseDocuments(texts);
  if (problems.length > 0)
    throw new Refused(
      [`Cannot read the documents of "${name}":`, ...problems.map((problem) => `  ${problemLine(problem)}`)],
      {
        kind: 'not-json',
      },
    );
  const record = await readRecord(path);
  return { path, name, texts, documents, ...(record && { record }) };
}

async function textsOf(path: string): Promise<ReadonlyMap<string, string>> {
  try {
    return await readTexts(path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return new Map();
    throw new CannotWork(`Cannot read "${path}": ${code === 'ENOTDIR' ? 'it is no folder' : String(code)}`, {
      cause,
    });
  }
}

async function readRecord(path: string): Promise<FolderRecord | undefined> {
  const file = join(path, recordName);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new CannotWork(`Cannot read "${file}": ${error.code}`, { cause: error });
  });
  if (text === undefined) return undefined;
  const value = parsed(text);
  const { server, installation, version, since = [] } = isObject(value) ? value : {};
  const isRecord =
    typeof server === 'string' &&
    typeof installation === 'string' &&
    Number.isSafeInteger(version) &&
    Array.isArray(since) &&
    since.every((patch) => typeof Object(patch).file === 'string' && Array.isArray(Object(patch).path));
  if (isRecord) return { server, installation, common: { number: Number(version), since } };
  throw new CannotWork(
    `Cannot read "${file}": it does not say what the folder was pulled from; put it back as it was in git, or take it away and name the version with --base`,
  );
}

/** The server that the folder was pulled from, for commands that need none of its documents. */
export async function recordedServer(given: Given, { cwd }: Io, named?: string): Promise<string | undefined> {
  const path = resolve(cwd, named ?? given.text('schemas') ?? 'schemas');
  return (await readRecord(path).catch(() => undefined))?.server;
}

/** Remembers what a folder and a server have in common now. */
export async function writeRecord(
  path: string,
  { server, installation, common }: FolderRecord,
): Promise<void> {
  const { number: version, since } = common;
  const value = { server, installation, version, ...(since.length > 0 && { since }) };
  await writeWhole(join(path, recordName), formatDocument(value), advice);
}

const advice = 'see whether the folder may be written to';

/** What became of the files of a folder. */
export interface Written {
  readonly written: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Makes the files of a folder those of documents: a file whose document says the same stays as it is, to the byte; a new one is as the
 * server writes it.
 */
export async function writeDocuments(
  { path, texts, documents: before }: Folder,
  documents: Documents,
  remote: Readonly<Record<string, string>>,
): Promise<Written> {
  const written: string[] = [];
  for (const [file, value] of Object.entries(documents)) {
    if (texts.has(file) && isSameJson(before[file], value)) continue;
    const target = join(path, file);
    await mkdir(dirname(target), { recursive: true });
    await writeWhole(target, formatDocument(value, texts.get(file) ?? remote[file]), advice);
    written.push(file);
  }
  const removed = [...texts.keys()].filter((file) => !Object.hasOwn(documents, file));
  for (const file of removed) await rm(join(path, file), { force: true });
  return { written: written.sort(), removed };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
