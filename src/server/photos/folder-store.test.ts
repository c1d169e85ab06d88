import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { deriveKeys } from '../platform/secret/signed-token.ts';
import { createTemporaryFolder } from '../store/testing/temporary-folder.ts';
import { openFolderStore } from './folder-store.ts';

it('removes with a photo what was begun of it, by whichever server, and nothing of another', async () => {
  const folder = createTemporaryFolder();
  const open = async () => {
    const store = await openFolderStore({ folder, targetKey: deriveKeys('s'.repeat(32), 'upload-target') });
    onTestFinished(() => store.close());
    return store;
  };
  const [one, other] = [await open(), await open()];
  const [path, remaining] = ['a', 'b'].map((letter) => `photos/${letter.repeat(32)}.jpg`) as [string, string];
  for (const store of [one, other])
    for (const photo of [path, remaining]) writeFileSync(store.createDraftPath(photo), 'pixels');
  await one.remove(path);
  const left = readdirSync(join(folder, 'incoming'), { recursive: true }).map(String);
  expect(left.filter((name) => name.includes('a'.repeat(32)))).toEqual([]);
  expect(left.filter((name) => name.includes('b'.repeat(32)))).toHaveLength(2);
});
