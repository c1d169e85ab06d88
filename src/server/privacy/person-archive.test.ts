import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../config/settings.ts';
import { cleanFileName } from '../photos/file-name.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { arrival, newEntry } from '../store/testing/new-entry.ts';
import { temporaryFolder } from '../store/testing/temporary-folder.ts';
import { personArchive } from './person-archive.ts';

it('names photos so that every file system takes them', async () => {
  const store = openSqliteStore({ dataFolder: temporaryFolder(), settings: serverSettings });
  onTestFinished(() => store.close());
  // Four bytes each in UTF-8.
  const name = cleanFileName(`${'𐍈'.repeat(300)}.jpeg`);
  const path = 'photos/own.jpg';
  await store.issuePhoto({ path, name, type: 'image/jpeg', maxBytes: 9, issuedAt: arrival });
  const visitor = { email: 'zoe@example.org' };
  const { id, reference } = newEntry();
  await store.accept(newEntry({ id, reference, visitor, photos: [path] }));
  const bytesOf = async () => Readable.from([Buffer.from('a photo')]);
  const archive = personArchive(visitor.email, { store, bytesOf, now: () => arrival });
  const files = Object.keys(unzipSync(await buffer(archive)));
  const photo = files.find((file) => file.includes('photo-1')) ?? '';
  expect(photo).toMatch(new RegExp(`^enquiries/${reference}/photo-1-𐍈{50,}\\.jpg$`, 'u'));
  expect(Buffer.byteLength(photo.split('/')[2] ?? '')).toBeLessThanOrEqual(255);
});
