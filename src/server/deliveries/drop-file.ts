import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, removeFile, syncFolder, writeDurably } from '../files/files.ts';
import type { DueDelivery } from '../store/delivery-entry.ts';
import type { Delivered } from './deliver.ts';

/**
 * Puts an enquiry into a folder as `<reference>.json`: whole or not at all, and on the disk before it counts as taken. Written again it takes
 * the place of the first. Never rejects.
 */
export async function dropFile(
  { reference, body }: Pick<DueDelivery, 'reference' | 'body'>,
  folder: string,
): Promise<Delivered> {
  const draft = draftOf(folder, reference);
  try {
    await writeDurably(draft, body);
    await rename(draft, fileOf(folder, reference));
    await syncFolder(folder);
    return { kind: 'taken' };
  } catch (error) {
    await removeFile(draft).catch(() => undefined);
    const code = String(codeOf(error) ?? 'no code');
    return {
      kind: 'deferred',
      reason: `its folder takes no file (${code}); ${advice[code] ?? 'look at its disk'}`,
    };
  }
}

/** Removes what was put there of an enquiry that was erased meanwhile. */
export async function removeDropped(
  { reference }: Pick<DueDelivery, 'reference'>,
  folder: string,
): Promise<void> {
  await removeFile(fileOf(folder, reference));
}

const advice: Readonly<Record<string, string>> = {
  ENOENT: 'make the folder, or mend its name in destinations.json',
  ENOTDIR: 'name a folder in destinations.json',
  EACCES: 'let this server write there',
  EPERM: 'let this server write there',
  EROFS: 'let this server write there',
  ENOSPC: 'make room on its disk',
};

/** The name starts with a dot and ends otherwise, so that whoever collects `*.json` never takes half of one. */
function draftOf(folder: string, reference: string): string {
  return join(folder, `.${nameOf(reference)}.part`);
}

function fileOf(folder: string, reference: string): string {
  return join(folder, `${nameOf(reference)}.json`);
}

/** The name of an enquiry's file, or the end of its object's. @throws for what is no reference. */
export function nameOf(reference: string): string {
  if (!/^[A-Z\d-]{1,40}$/.test(reference))
    throw new Error(`Cannot name a file after the reference "${reference}"; use one of newReference`);
  return reference;
}
