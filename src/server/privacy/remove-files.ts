import { open, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ignoreAbsent, removeFile } from '../files/files.ts';
import { removeMailFiles } from '../mail/file-transport.ts';
import { outboxFolder } from '../mail/open-transport.ts';
import type { Photos } from '../photos/open-photos.ts';
import type { ErasedFile } from '../store/privacy-entry.ts';
import type { Store } from '../store/store.ts';

/** Where files of erased data may be. */
export interface Places {
  readonly dataFolder: string;
  readonly store: Pick<Store, 'erasedFiles' | 'forgetErasedFiles' | 'knownEnquiries'>;
  readonly photos: Pick<Photos, 'remove'>;
  readonly now: () => number;
}

const batch = 200;

/**
 * Removes what was erased and lies outside of the database. What a stop interrupts is removed the next time, and so is what was written
 * meanwhile by whoever had it under way.
 */
export async function removeErasedFiles({ dataFolder, store, photos, now }: Places): Promise<void> {
  const outbox = outboxFolder(dataFolder);
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
 * The files of mails that went to an address and belong to no enquiry, as those with the link to saved answers do. A mail to an office
 * belongs to the enquiry that it tells of, whoever's address the office has.
 */
export async function mailFilesTo(
  email: string,
  { dataFolder, store }: Pick<Places, 'dataFolder' | 'store'>,
): Promise<readonly string[]> {
  const folder = outboxFolder(dataFolder);
  const names = (await readdir(folder).catch(ignoreAbsent)) ?? [];
  const files: string[] = [];
  for (let start = 0; start < names.length; start += batch) {
    const some = names.slice(start, start + batch);
    const known = new Set(await store.knownEnquiries(some.map(idOf)));
    for (const name of some.filter((one) => !known.has(idOf(one)))) {
      const file = join(folder, name);
      if (await isMailTo(email, file)) files.push(file);
    }
  }
  return files;
}

/** Removes those files; gives how many. */
export async function removeMailsTo(email: string, places: Places): Promise<number> {
  const files = await mailFilesTo(email, places);
  for (const file of files) await removeFile(file);
  return files.length;
}

/** `.ID.part`, `ID.eml` and `ID.receipt.eml` are of the same enquiry. */
function idOf(name: string): string {
  return basename(name)
    .replace(/^\./, '')
    .replace(/\.[\s\S]*/, '');
}

/** The head of a mail that we wrote is shorter. */
const headBytes = 16_384;

async function isMailTo(email: string, file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch(ignoreAbsent);
  if (handle === undefined) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const [head = ''] = buffer.toString('latin1', 0, bytesRead).split(/\r?\n\r?\n/);
    // Long lines of a head go on in the next one (RFC 5322, section 2.2.3).
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

/** Copies of the database that were made before a version changed its shape: whoever was in it then is in them. */
export async function oldCopies(dataFolder: string): Promise<readonly string[]> {
  const names = await readdir(dataFolder);
  return names.filter((name) => /^slipway\.db\.step-/.test(name)).map((name) => join(dataFolder, name));
}

/** Removes those copies; gives how many. */
export async function removeOldCopies(dataFolder: string): Promise<number> {
  const copies = await oldCopies(dataFolder);
  for (const copy of copies) await removeFile(copy);
  return copies.length;
}
