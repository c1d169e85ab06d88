import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Documents } from '#engine';
import { formatDocument } from '#engine/editing/documents/index.ts';
import { CommandError, UsageError } from '../../command/io.ts';

/**
 * Checks that a folder can be written: it is missing or empty.
 * @param name The folder as it was given, for messages.
 * @throws UsageError If it exists and is not empty, or is a file.
 */
export async function checkTarget(target: string, name: string): Promise<void> {
  const entries = await readdir(target).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return [];
    throw new UsageError(
      `Cannot write "${name}": ${cause.code === 'ENOTDIR' ? 'it is no folder' : cause.code}; name a new folder with --out`,
    );
  });
  if (entries.length > 0)
    throw new UsageError(`Cannot write "${name}": the folder is not empty; name a new one with --out`);
}

/**
 * Writes documents into a new folder. They are written to a temporary folder beside it, which is then renamed,
 * so that an interruption leaves nothing half written.
 * @throws CommandError If the folder cannot be written.
 */
export async function writeFolder(target: string, documents: Documents): Promise<void> {
  const beside = join(dirname(target), `.${basename(target)}-${randomUUID()}.tmp`);
  try {
    for (const [file, document] of Object.entries(documents)) {
      const path = join(beside, file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, formatDocument(document));
    }
    await rename(beside, target);
  } catch (cause) {
    await rm(beside, { recursive: true, force: true }).catch(() => {});
    throw new CommandError(
      `Cannot write "${target}": ${(cause as Error).message}; choose another folder with --out`,
      {
        cause,
      },
    );
  }
}
