import { open } from 'node:fs/promises';

/** Resolves when the folder's entries are on the disk: without it a new or renamed file may be gone after a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
