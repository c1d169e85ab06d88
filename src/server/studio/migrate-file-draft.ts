import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { ignoreAbsent } from '../platform/files/files.ts';
import type { Log } from '../platform/log/log.ts';
import { openDraftFile } from './draft-file.ts';
import type { DraftStorage } from './draft-storage.ts';

/**
 * Moves the draft in the file `path` into the database, unless the database has a draft already, and renames
 * the file in both cases. Does nothing if there is no file. Logs that the draft was moved, or that its
 * changes were left out. The file is from the time before this server shared a database.
 * @param place The draft in the database.
 * @throws DraftFault if the file is damaged. It is not renamed then.
 */
export async function migrateFileDraft(
  place: DraftStorage,
  { path, log }: { readonly path: string; readonly log: Log },
): Promise<void> {
  if (!existsSync(path)) return;
  const draft = await openDraftFile(path).read();
  const isMoved = await place.runExclusively(async () => {
    if (draft === undefined || (await place.read()) !== undefined) return false;
    const { settled, ...begun } = draft;
    await place.begin(begun);
    for (const id of settled) await place.append({ settled: id });
    return true;
  });
  const left = `${path}.left`;
  await rename(path, left).catch(ignoreAbsent);
  if (isMoved) log.info('draft-taken-up', { file: left, reason: 'it continues in the database' });
  else if (draft !== undefined && draft.changes.length > 0)
    log.warn('draft-left', {
      file: left,
      reason: 'the database has another draft, without the changes of this one',
    });
}
