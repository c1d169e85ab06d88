import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { getErrorCode, removeFile, syncFolder, writeDurably } from '../../platform/files/files.ts';
import type { DueDelivery } from '../../store/records/delivery-entry.ts';
import type { DeliveryResult } from './deliver.ts';

/**
 * Writes an enquiry to a folder as `<reference>.json`, atomically and synced to the disk, and replaces an
 * earlier file. The result is `deferred` if the folder cannot be written to. Rejects only if the reference
 * is malformed.
 */
export async function dropFile(
  { reference, body }: Pick<DueDelivery, 'reference' | 'body'>,
  folder: string,
): Promise<DeliveryResult> {
  const draft = toTemporaryPath(folder, reference);
  try {
    await writeDurably(draft, body);
    await rename(draft, toFilePath(folder, reference));
    await syncFolder(folder);
    return { kind: 'taken' };
  } catch (error) {
    await removeFile(draft).catch(() => undefined);
    const code = String(getErrorCode(error) ?? 'no code');
    return {
      kind: 'deferred',
      reason: `its folder cannot be written to (${code}); ${advice[code] ?? 'check its disk'}`,
    };
  }
}

/**
 * Removes the file that `dropFile` wrote; an absent one is ignored. Rejects if the reference is malformed or
 * the file cannot be removed.
 */
export async function removeDroppedFile(
  { reference }: Pick<DueDelivery, 'reference'>,
  folder: string,
): Promise<void> {
  await removeFile(toFilePath(folder, reference));
}

/** The remedies by the code of the system's error. */
const advice: Readonly<Record<string, string>> = {
  ENOENT: 'create the folder, or correct its name in destinations.json',
  ENOTDIR: 'name a folder in destinations.json',
  EACCES: 'let this server write there',
  EPERM: 'let this server write there',
  EROFS: 'let this server write there',
  ENOSPC: 'free some space on its disk',
};

/**
 * Returns the path of the temporary file. Its name starts with a dot and does not end in `.json`, so that a
 * program which collects `*.json` never reads an incomplete file. Throws if the reference is malformed.
 */
function toTemporaryPath(folder: string, reference: string): string {
  return join(folder, `.${requireReferenceFileName(reference)}.part`);
}

/** Returns the path `<reference>.json` in the folder. Throws if the reference is malformed. */
function toFilePath(folder: string, reference: string): string {
  return join(folder, `${requireReferenceFileName(reference)}.json`);
}

/**
 * Returns the reference of an enquiry unchanged. It is the name of its file or object, without `.json`.
 * @throws an error if the reference is malformed.
 */
export function requireReferenceFileName(reference: string): string {
  if (!/^[A-Z\d-]{1,40}$/.test(reference))
    throw new Error(`Cannot name a file after the reference "${reference}"; use one of newReference`);
  return reference;
}
