import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { getErrorCode, removeFile, syncFolder, writeDurably } from '../../platform/files/files.ts';
import { createGroupCommit } from '../../store/group-commit.ts';
import { getReplyNumber } from '../../store/records/reply-entry.ts';
import { type ComposedMail, type MailDelivery, type MailTransport, toReceiptId } from './mail-transport.ts';

/**
 * Creates a transport that writes each mail to `<folder>/<id>.eml`, atomically, and synced to the disk before
 * it counts as accepted. A repeated mail (the process ended before the result was recorded) replaces the
 * first file. If writing fails, the mail is deferred.
 */
export function createFileTransport({ folder }: { readonly folder: string }): MailTransport {
  // Files that are renamed at about the same time share one sync of the folder.
  const folderSyncs = createGroupCommit<undefined, undefined>({
    commit: async (changes) => {
      await syncFolder(folder);
      return changes.map(() => ({ isDone: true, result: undefined }));
    },
    batchSize: Number.POSITIVE_INFINITY,
  });
  return {
    async deliver(mail) {
      try {
        await writeMail(folder, mail);
        await folderSyncs.add(undefined);
        return { kind: 'accepted' };
      } catch (error) {
        return toDeferredDelivery(error);
      }
    },
    /** Removes the files of the enquiry with this id. */
    forget: (id) => removeMailFiles(folder, id),
    /** Does nothing: there are no connections. */
    close: () => {},
  };
}

/**
 * Removes the files of an enquiry's mail and receipt, or of one reply (`toReplyId`), including temporary ones,
 * as far as they exist. Rejects
 * if the id is not safe as the name of a file.
 */
export async function removeMailFiles(folder: string, enquiryId: string): Promise<void> {
  for (const id of getReplyNumber(enquiryId) > 0 ? [enquiryId] : [enquiryId, toReceiptId(enquiryId)])
    for (const file of [toDraftPath(folder, id), toFilePath(folder, id)]) await removeFile(file);
}

/** Writes a mail atomically. Creates the folder if it is missing. */
async function writeMail(folder: string, { id, raw }: ComposedMail): Promise<void> {
  const draft = toDraftPath(folder, id);
  await writeDurably(draft, raw).catch(async (error) => {
    if (getErrorCode(error) !== 'ENOENT') throw error;
    await createFolder(folder);
    await writeDurably(draft, raw);
  });
  await rename(draft, toFilePath(folder, id));
}

/**
 * Returns the path of the temporary file. Its name starts with a dot and does not end in `.eml`, so that a
 * program which collects `*.eml` never reads an incomplete mail.
 */
function toDraftPath(folder: string, id: string): string {
  return join(folder, `.${requireFileName(id)}.part`);
}

/** Returns the path of the complete mail. Throws an error if the id is not safe as the name of a file. */
function toFilePath(folder: string, id: string): string {
  return join(folder, `${requireFileName(id)}.eml`);
}

/**
 * Creates the folder and its parents, accessible to the server's user only, and syncs its parent to the disk.
 */
async function createFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await syncFolder(join(folder, '..'));
}

/** Returns the id. Throws an error if it is not safe as the name of a file. */
function requireFileName(id: string): string {
  if (!/^[\w-]{1,100}(?:\.receipt|\.reply-\d{1,16})?$/.test(id))
    throw new Error(`Cannot name a file after the id "${id}"; use a UUID`);
  return id;
}

/** Returns the result `deferred` with the message and the code of an error. */
function toDeferredDelivery(error: unknown): MailDelivery {
  const reason = error instanceof Error ? error.message : String(error);
  const code = getErrorCode(error);
  return { kind: 'deferred', reason, ...(code ? { code: String(code) } : {}) };
}
