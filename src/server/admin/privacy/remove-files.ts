import { open, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { removeMailFiles } from '../../delivery/mail/file-transport.ts';
import { getOutboxFolder } from '../../delivery/mail/open-mail-transport.ts';
import type { PhotoService } from '../../photos/open-photo-service.ts';
import { ignoreAbsent, removeFile } from '../../platform/files/files.ts';
import type { ErasedFile } from '../../store/records/privacy-entry.ts';
import type { Store } from '../../store/store.ts';

export interface ErasedFileLocations {
  readonly dataFolder: string;
  readonly store: Pick<Store, 'erasedFiles' | 'forgetErasedFiles' | 'knownEnquiries'>;
  readonly photos: Pick<PhotoService, 'remove'>;
  readonly now: () => number;
}

const batch = 200;

/**
 * Removes the photos and mail files of erased data, which the store lists until a time (`until`) when no task
 * can write them any more. Files that remain after an interruption, or that a running task writes meanwhile,
 * are removed by the next call.
 */
export async function removeErasedFiles({
  dataFolder,
  store,
  photos,
  now,
}: ErasedFileLocations): Promise<void> {
  const outbox = getOutboxFolder(dataFolder);
  for (let after: ErasedFile | undefined; ; ) {
    const files = await store.erasedFiles({ after, limit: batch });
    await photos.remove(files.flatMap(({ kind, name }) => (kind === 'photo' ? [name] : [])));
    for (const { kind, name } of files) if (kind === 'mail') await removeMailFiles(outbox, name);
    const gone = files.filter(({ until = 0 }) => until <= now());
    if (gone.length > 0) await store.forgetErasedFiles(gone);
    if (files.length < batch) return;
    after = files.at(-1);
  }
}

/**
 * Returns the paths of mail files to an address that belong to no enquiry, such as links to saved answers;
 * empty without a folder of mails. A mail to an office belongs to its enquiry, even if the office has this
 * address.
 */
export async function findMailFiles(
  email: string,
  { dataFolder, store }: Pick<ErasedFileLocations, 'dataFolder' | 'store'>,
): Promise<readonly string[]> {
  const folder = getOutboxFolder(dataFolder);
  const names = (await readdir(folder).catch(ignoreAbsent)) ?? [];
  const files: string[] = [];
  for (let start = 0; start < names.length; start += batch) {
    const some = names.slice(start, start + batch);
    const known = new Set(await store.knownEnquiries(some.map(toEnquiryId)));
    for (const name of some.filter((one) => !known.has(toEnquiryId(one)))) {
      const file = join(folder, name);
      if (await isMailTo(email, file)) files.push(file);
    }
  }
  return files;
}

/** Removes the files that `findMailFiles` finds, and returns their number. */
export async function removeMailFilesTo(email: string, locations: ErasedFileLocations): Promise<number> {
  const files = await findMailFiles(email, locations);
  for (const file of files) await removeFile(file);
  return files.length;
}

/**
 * Returns the id of the enquiry in a mail's file name: `.ID.part`, `ID.eml` and `ID.receipt.eml` belong to
 * the same one.
 */
function toEnquiryId(name: string): string {
  return basename(name)
    .replace(/^\./, '')
    .replace(/\.[\s\S]*/, '');
}

/** Longer than the headers of our own mails. */
const headBytes = 16_384;

/** Returns true if the file is a mail to the address, regardless of case; false if there is no such file. */
async function isMailTo(email: string, file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch(ignoreAbsent);
  if (handle === undefined) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const [head = ''] = buffer.toString('latin1', 0, bytesRead).split(/\r?\n\r?\n/);
    // Long header lines are folded (RFC 5322, section 2.2.3).
    const [, to = ''] = /^to:\s*(.*)$/im.exec(head.replace(/\r?\n[ \t]+/g, ' ')) ?? [];
    return (
      to
        .replace(/^.*<|>.*$/g, '')
        .trim()
        .toLowerCase() === email.trim().toLowerCase()
    );
  } finally {
    await handle.close();
  }
}

/**
 * Returns the paths of the copies of the database that were made before a migration: they contain the data of
 * that time.
 */
export async function findOldCopies(dataFolder: string): Promise<readonly string[]> {
  const names = await readdir(dataFolder);
  return names.filter((name) => /^slipway\.db\.step-/.test(name)).map((name) => join(dataFolder, name));
}

/** Removes the copies that `findOldCopies` finds, and returns their number. */
export async function removeOldCopies(dataFolder: string): Promise<number> {
  const copies = await findOldCopies(dataFolder);
  for (const copy of copies) await removeFile(copy);
  return copies.length;
}
