import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../platform/files/make-folder.ts';
import type { SharedCalls } from '../store/store.ts';
import { openDraftFile } from './draft-file.ts';
import { getDraftPath } from './draft-storage.ts';
import { openDraftTables } from './draft-tables.ts';

export interface MoveOptions {
  /** The calls of the shared database. It is only read. */
  readonly store: SharedCalls;
  readonly dataFolder: string;
  /** Called with a line for each thing that was copied or renamed, or could not be copied. */
  readonly report: (line: string) => void;
}

/**
 * Copies the studio's draft from a shared database into the data folder of a single server. A file in that
 * folder that would be replaced is renamed.
 * @throws DraftFault if the stored draft is damaged.
 */
export async function copyStudioToFolder(options: MoveOptions): Promise<void> {
  await makeFolder(dirname(getDraftPath(options.dataFolder)));
  await copyStudioDraft(options);
}

/** Copies the draft and reports the number of its changes. Does nothing if none is stored. */
async function copyStudioDraft({ store, dataFolder, report }: MoveOptions): Promise<void> {
  const draft = await openDraftTables(store).read();
  if (draft === undefined) return;
  const path = getDraftPath(dataFolder);
  await renameExistingFile(path, report);
  const place = openDraftFile(path);
  const { settled, ...begun } = draft;
  await place.begin(begun);
  for (const id of settled) await place.append({ settled: id });
  report(`draft: ${begun.changes.length} changes`);
}

/** Renames the file at a path, if there is one, and reports its new name. */
async function renameExistingFile(path: string, tell: MoveOptions['report']): Promise<void> {
  if (!existsSync(path)) return;
  const aside = `${path}.left-${Date.now()}`;
  await rename(path, aside);
  tell(`${aside}: the former content`);
}
