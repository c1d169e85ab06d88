import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readTextFile, writeDurably } from '../files/files.ts';
import { makeFolder } from '../files/make-folder.ts';
import { openSealed } from '../secret/seal.ts';
import { deriveKeys } from '../secret/signed-token.ts';
import type { Store } from '../store/store.ts';
import { openDraftFile } from './draft-file.ts';
import { draftPath } from './draft-place.ts';
import { openDraftTables } from './draft-tables.ts';
import { installationOf, keyFile } from './exchange/installation.ts';
import { othersFile } from './exchange/other-installations.ts';

export interface BringingBack {
  /** The store of the shared database. It is only read. */
  readonly store: Store;
  readonly dataFolder: string;
  /** The secret of the servers that shared the database. Absent if it is not known here. */
  readonly secret: string | undefined;
  /** Called with a line for each thing that was moved, or could not be. */
  readonly tell: (line: string) => void;
}

/**
 * Copies the studio's data from a shared database into the data folder of a single server: the draft, the
 * installation's key and the linked installations. Existing files in that folder are renamed.
 */
export async function bringBackStudio(bringing: BringingBack): Promise<void> {
  await makeFolder(dirname(draftPath(bringing.dataFolder)));
  await bringDraft(bringing);
  await bringKey(bringing);
  await bringOthers(bringing);
}

async function bringDraft({ store, dataFolder, tell }: BringingBack): Promise<void> {
  const draft = await openDraftTables(store).read();
  if (draft === undefined) return;
  const path = draftPath(dataFolder);
  await setAside(path, tell);
  const place = openDraftFile(path);
  const { settled, ...begun } = draft;
  await place.begin(begun);
  for (const id of settled) await place.append({ settled: id });
  tell(`draft: ${begun.changes.length} changes`);
}

async function bringKey({ store, dataFolder, secret, tell }: BringingBack): Promise<void> {
  const sealed = await store.installationKeys();
  const keys = secret === undefined ? [] : deriveKeys(secret, 'installation-key');
  const [pem] = sealed.flatMap((one) => openSealed(one.sealed, keys) ?? []);
  if (pem === undefined) {
    if (sealed.length > 0)
      tell(
        'installation key: not brought along, since no secret here opens it; give the servers’ SLIPWAY_SECRET, or others will have to trust a new key',
      );
    return;
  }
  const path = keyFile(dataFolder);
  if ((await readTextFile(path).catch(() => undefined)) !== pem) {
    await setAside(path, tell);
    await writeDurably(path, pem);
  }
  tell(`installation key: ${installationOf(pem).fingerprint}`);
}

async function bringOthers({ store, dataFolder, tell }: BringingBack): Promise<void> {
  const others = await store.otherInstallations();
  const count = Object.keys(others).length;
  if (count === 0) return;
  const path = othersFile(dataFolder);
  await setAside(path, tell);
  await writeDurably(path, `${JSON.stringify(others)}\n`);
  tell(`other installations: ${count}`);
}

async function setAside(path: string, tell: BringingBack['tell']): Promise<void> {
  if (!existsSync(path)) return;
  const aside = `${path}.left-${Date.now()}`;
  await rename(path, aside);
  tell(`${aside}: what lay there before`);
}
