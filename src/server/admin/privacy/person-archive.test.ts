import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cleanFileName } from '../../photos/file-name.ts';
import { serverSettings } from '../../platform/config/settings.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { arrival, createEntry } from '../../store/testing/new-entry.ts';
import { createTemporaryFolder } from '../../store/testing/temporary-folder.ts';
import { createPersonArchive, fitsIntoArchive } from './person-archive.ts';

it('names photos so that every file system takes them', async () => {
  const store = openSqliteStore({ dataFolder: createTemporaryFolder(), settings: serverSettings });
  onTestFinished(() => store.close());
  // Four bytes each in UTF-8.
  const name = cleanFileName(`${'𐍈'.repeat(300)}.jpeg`);
  const path = 'photos/own.jpg';
  await store.issuePhoto({ path, name, type: 'image/jpeg', maxBytes: 9, issuedAt: arrival });
  const visitor = { email: 'zoe@example.org' };
  const { id, reference } = createEntry();
  await store.accept(createEntry({ id, reference, visitor, photos: [path] }));
  const openBytes = async () => Readable.from([Buffer.from('a photo')]);
  const archive = createPersonArchive(visitor.email, { store, openBytes, now: () => arrival });
  const files = Object.keys(unzipSync(await buffer(archive)));
  const photo = files.find((file) => file.includes('photo-1')) ?? '';
  expect(photo).toMatch(new RegExp(`^enquiries/${reference}/photo-1-𐍈{50,}\\.jpg$`, 'u'));
  expect(Buffer.byteLength(photo.split('/')[2] ?? '')).toBeLessThanOrEqual(255);
});

it('contains no staff, neither who acted nor who is assigned', async () => {
  const store = openSqliteStore({ dataFolder: createTemporaryFolder(), settings: serverSettings });
  onTestFinished(() => store.close());
  const visitor = { email: 'zoe@example.org' };
  const { id, reference } = createEntry();
  await store.accept(createEntry({ id, reference, visitor }));
  const [by, assignee] = [
    { id: 'person-1', name: 'Ann Owner' },
    { id: 'person-2', name: 'Ben Editor' },
  ];
  await store.handleEnquiry({ id, by, now: arrival, handling: 'in-hand', assignee });
  await store.handleEnquiry({ id, by, now: arrival, assignee: null });
  await store.handleEnquiry({ id, by, now: arrival, assignee });
  const openBytes = async () => expect.unreachable('there is no photo');
  const archive = createPersonArchive(visitor.email, { store, openBytes, now: () => arrival });
  const files = unzipSync(await buffer(archive));
  const text = Object.values(files)
    .map((bytes) => Buffer.from(bytes).toString())
    .join('');
  expect(text).toContain('"kind": "assigned"');
  expect(text).not.toMatch(/person-[12]|Ann Owner|Ben Editor/);
});

describe('what an archive holds', () => {
  /** True if the archive can contain so many photos of so many bytes each, with an enquiry and a mail. */
  async function fits(count: number, bytes: number): Promise<boolean> {
    const store = openSqliteStore({ dataFolder: createTemporaryFolder(), settings: serverSettings });
    onTestFinished(() => store.close());
    const visitor = { email: 'zoe@example.org' };
    const photos = Array.from({ length: count }, (_, index) => `photos/${index}.jpg`);
    await store.accept(createEntry({ visitor }));
    return fitsIntoArchive(visitor.email, {
      openBytes: async () => expect.unreachable('no photo is opened'),
      now: () => arrival,
      store: {
        personEnquiries: store.personEnquiries,
        personAnswers: store.personAnswers,
        async enquiryDetails(id) {
          const file = await store.enquiryDetails(id);
          return file && { ...file, enquiry: { ...file.enquiry, photos } };
        },
        findPhotos: async (paths) =>
          paths.map((path) => ({
            path,
            name: 'bow.jpg',
            type: 'image/jpeg',
            maxBytes: 1,
            issuedAt: arrival,
            bytes,
            state: 'ready',
            makes: 0,
          })),
      },
    });
  }

  it('is 65,535 files', async () => {
    // Besides the enquiry, its mail and what says of whom it is.
    expect(await fits(65_532, 1)).toBe(true);
    expect(await fits(65_533, 1)).toBe(false);
  });

  it('is 4 GiB', async () => {
    expect(await fits(3, 1.43e9)).toBe(true);
    expect(await fits(3, 1.44e9)).toBe(false);
  });
});
