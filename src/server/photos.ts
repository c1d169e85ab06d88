import { parseArgs } from 'node:util';
import { type Program, type ProgramIo, runAsProcess } from './commands/program.ts';
import { toInertLine } from './delivery/mail/inert-text.ts';
import { readFolders, StartError } from './platform/config/config.ts';
import { serverSettings } from './platform/config/settings.ts';
import { toInertJson } from './platform/log/inert-json.ts';
import { openExistingStore } from './store/open-existing-store.ts';
import type { QuarantinedPhoto } from './store/photo-entry.ts';
import { StoreError } from './store/store-error.ts';

const usage = `npm run photos                   lists photos that could not be re-encoded; their originals are in quarantine
npm run photos -- --json         the same as a JSON array, for programs
npm run photos -- --retry PATH   tries again; PATH is as listed
npm run photos -- --release PATH publishes the original unchanged to anyone with the link: look at it first

SLIPWAY_DATA names the data folder (default: .data). A running server does it at once.
Exit codes: 0 done, 1 not possible, 2 wrong usage.`;

/** A person's mistake on the command line. The message can be printed unchanged. */
class PhotosUsageError extends Error {}

/**
 * The program `npm run photos`: lists the photos in quarantine, or queues one to be retried or released.
 * Prints an expected error and resolves to its exit code; rejects with any other error.
 */
export const photosProgram: Program = async (args, io) => {
  try {
    await runPhotoCommand(readPhotoArguments(args), io);
    return 0;
  } catch (error) {
    const isExpected = [PhotosUsageError, StartError, StoreError].some((kind) => error instanceof kind);
    if (!isExpected || !(error instanceof Error)) throw error;
    io.err(error.message);
    return error instanceof PhotosUsageError ? 2 : 1;
  }
};

/**
 * Parses the options.
 * @throws PhotosUsageError if one is unknown or has no value, or if there are other arguments.
 */
function readPhotoArguments(args: readonly string[]) {
  try {
    const options = {
      help: { type: 'boolean', short: 'h' },
      json: { type: 'boolean' },
      retry: { type: 'string' },
      release: { type: 'string' },
    } as const;
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    throw new PhotosUsageError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

/**
 * Prints the usage, or queues the named photo in quarantine to be released or retried, or else prints the
 * list of all photos in quarantine. Without a store the list is empty.
 * @throws StoreError if the named photo is not in quarantine.
 */
async function runPhotoCommand(
  { help, json, retry, release }: ReturnType<typeof readPhotoArguments>,
  { out, env }: ProgramIo,
): Promise<void> {
  const print = (line: string) => out(`${line}\n`);
  if (help) return print(usage);
  const { dataFolder, databaseUrl } = readFolders(env);
  const store = await openExistingStore({ dataFolder, databaseUrl, settings: serverSettings });
  try {
    const path = release ?? retry;
    if (path !== undefined) {
      const request = { path, now: Date.now(), isReleased: release !== undefined };
      if (!(await store?.requeuePhoto(request)))
        throw new StoreError('broken', `Cannot find ${JSON.stringify(path)}: no such photo is in quarantine`);
      return print(`Queued ${path}; a running server ${release ? 'publishes it' : 'tries it'} at once.`);
    }
    const waiting = (await store?.quarantine()) ?? [];
    if (json) return print(toInertJson(waiting.map(toPhotoJson)));
    for (const photo of waiting) await print(toInertLine(formatQuarantinedPhoto(photo)));
    if (waiting.length === 0) await print('No photo is in quarantine.');
  } finally {
    await store?.close();
  }
}

/** Converts a photo for the option `--json`; `nextAttemptAt` is null if the photo waits for a person. */
function toPhotoJson({ path, name, bytes, storedAt, fault, makes, makeAt, references }: QuarantinedPhoto) {
  return {
    path,
    name,
    bytes,
    fault,
    attempts: makes,
    references,
    storedAt: toIsoTime(storedAt),
    nextAttemptAt: toIsoTime(makeAt),
  };
}

/** Returns a photo as one line of the list. */
function formatQuarantinedPhoto(photo: QuarantinedPhoto): string {
  const { path, fault, makes, references, makeAt } = photo;
  const next = makeAt === undefined ? 'waits for a decision' : `next at ${toIsoTime(makeAt)}`;
  return `${path} of ${references.join(', ')}: ${fault}, attempt ${makes}, ${next}`;
}

/** Converts a Unix time in milliseconds to ISO 8601; undefined to null. */
function toIsoTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}

if (import.meta.main) await runAsProcess(photosProgram);
