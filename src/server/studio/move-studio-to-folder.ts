import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readTextFile, writeDurably } from '../platform/files/files.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { decryptText } from '../platform/secret/encrypt.ts';
import { deriveKeys } from '../platform/secret/signed-token.ts';
import type { SharedCalls } from '../store/store.ts';
import { openDraftFile } from './draft-file.ts';
import { getDraftPath } from './draft-storage.ts';
import { openDraftTables } from './draft-tables.ts';
import { getKeyPath, toInstallation } from './exchange/installation.ts';
import { getOtherInstallationsPath } from './exchange/other-installations.ts';

export interface MoveOptions {
  /** The calls of the shared database. It is only read. */
  readonly store: SharedCalls;
  readonly dataFolder: string;
  /** The secret of the servers that shared the database. Absent if it is not known here. */
  readonly secret: string | undefined;
  /** Called with a line for each thing that was copied or renamed, or could not be copied. */
  readonly report: (line: string) => void;
}

/**
 * Copies the studio's data from a shared database into the data folder of a single server: the draft, the
 * installation's key and the linked installations. Files in that folder that would be replaced are renamed.
 * @throws DraftFault if the stored draft is damaged.
 */
export async function copyStudioToFolder(options: MoveOptions): Promise<void> {
  await makeFolder(dirname(getDraftPath(options.dataFolder)));
  await copyStudioDraft(options);
  await copyInstallationKey(options);
  await copyOtherInstallations(options);
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

/**
 * Copies the first key that the secret decrypts, and reports its fingerprint. If it decrypts none, changes
 * nothing, and reports this if a key is stored.
 */
async function copyInstallationKey({ store, dataFolder, secret, report }: MoveOptions): Promise<void> {
  const sealed = await store.installationKeys();
  const keys = secret === undefined ? [] : deriveKeys(secret, 'installation-key');
  const [pem] = sealed.flatMap((one) => decryptText(one.sealed, keys) ?? []);
  if (pem === undefined) {
    if (sealed.length > 0)
      report(
        'installation key: not moved, because no secret here decrypts it; set the servers’ SLIPWAY_SECRET, or others must trust a new key',
      );
    return;
  }
  const path = getKeyPath(dataFolder);
  if ((await readTextFile(path).catch(() => undefined)) !== pem) {
    await renameExistingFile(path, report);
    await writeDurably(path, pem);
  }
  report(`installation key: ${toInstallation(pem).fingerprint}`);
}

/** Copies the records of other installations and reports their number. Does nothing if there are none. */
async function copyOtherInstallations({ store, dataFolder, report }: MoveOptions): Promise<void> {
  const others = await store.otherInstallations();
  const count = Object.keys(others).length;
  if (count === 0) return;
  const path = getOtherInstallationsPath(dataFolder);
  await renameExistingFile(path, report);
  await writeDurably(path, `${JSON.stringify(others)}\n`);
  report(`other installations: ${count}`);
}

/** Renames the file at a path, if there is one, and reports its new name. */
async function renameExistingFile(path: string, tell: MoveOptions['report']): Promise<void> {
  if (!existsSync(path)) return;
  const aside = `${path}.left-${Date.now()}`;
  await rename(path, aside);
  tell(`${aside}: the former content`);
}
