import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resolve } from '#engine';
import type { PhotoRecord, PhotosController } from '#widgets/photos/photos.ts';
import { compileFrozenForm, createTestSituation } from '#widgets/testing/forms.ts';
import { createSectionProps } from '../../testing/inputs.ts';
import { sendWaiting } from '../send-waiting.ts';
import { isSupported, keepEnquiry } from './keep-enquiry.ts';
import { openOutboxStore } from './outbox-store.ts';

const form = compileFrozenForm();
const service = createTestSituation(form, { entered: { enquiry_type: 8 } });

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await new Promise((done) => {
    indexedDB.deleteDatabase('slipway-outbox').onsuccess = done;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Stores a valuation with photos; those with a path are uploaded. */
function keep(
  photos: readonly { readonly name: string; readonly path?: string }[],
  getSentData?: PhotosController['getSentData'],
) {
  const records = photos.map(({ name, path }, index): PhotoRecord => {
    const file = { fileID: `photo-${index}`, name, type: 'image/jpeg', bytes: 3 };
    return path === undefined
      ? { ...file, state: 'error', error: { code: 'failed', isUnanswered: true } }
      : { ...file, state: 'uploaded', path };
  });
  const upload = photos.map(({ path }, index) => path ?? `slipway-photo:photo-${index}`);
  const files = new Map(records.map(({ fileID, name }) => [fileID, new File(['abc'], name)]));
  return keepEnquiry({
    attempt: {
      plan: resolve(form, service),
      entered: {},
      request: {
        endpoint: '/graphql',
        form,
        variables: { upload },
        headers: { 'Idempotency-Key': 'key-1' },
      },
    },
    section: createSectionProps({ form }),
    enquiry: {
      idPrefix: 'contact-form',
      photos: {
        getSnapshot: () => ({ upload: records }),
        getFile: (id: string) => files.get(id),
        getSentData,
      },
      later: { editedId: { current: undefined } },
      judging: { draft: { branches: () => ({}) } },
    } as unknown as Parameters<typeof keepEnquiry>[0]['enquiry'],
  });
}

/** Has the disk be full for some records: the id of a photo is a list of the ids of the enquiry and of the file. */
function fillDisk(isFull: (id: unknown) => boolean): void {
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...given: Parameters<IDBObjectStore['put']>
  ) {
    if (this.name !== 'keys' && isFull(given[0].id)) throw new DOMException('No space', 'QuotaExceededError');
    return put.apply(this, given);
  });
}

/** Returns the names of the photos whose files are stored. */
async function listFiles(): Promise<readonly string[]> {
  const store = await openOutboxStore();
  const [enquiry] = await store.list();
  const names: string[] = [];
  for (const { fileID, name } of enquiry?.photos ?? [])
    if (await store.getPhoto('key-1', fileID)) names.push(name);
  store.close();
  return names;
}

describe('isSupported', () => {
  it('is false where the visitor has blocked all storage, and Firefox throws', () => {
    expect(isSupported()).toBe(true);
    vi.stubGlobal('BroadcastChannel', function forbidden() {
      throw new DOMException('The operation is insecure', 'SecurityError');
    });
    expect(isSupported()).toBe(false);
  });
});

describe('keepEnquiry', () => {
  it('stores as many photos as fit, and says that one is missing', async () => {
    fillDisk((id) => Array.isArray(id) && id[1] === 'photo-1');
    const { photos, hasLostPhotos, post } = await keep([
      { name: 'keel.jpg' },
      { name: 'mast.jpg' },
      { name: 'rudder.jpg' },
    ]);
    expect([photos.map(({ name }) => name), hasLostPhotos]).toEqual([['keel.jpg', 'rudder.jpg'], true]);
    expect(JSON.parse(post.body).variables.upload).toEqual([
      'slipway-photo:photo-0',
      'slipway-photo:photo-2',
    ]);
    expect(await listFiles()).toEqual(['keel.jpg', 'rudder.jpg']);
  });

  it('loses no uploaded photo if its file does not fit, and stores those first that are not uploaded', async () => {
    let stored = 0;
    fillDisk((id) => {
      if (!Array.isArray(id)) return false;
      stored += 1;
      return stored > 1;
    });
    const { photos, hasLostPhotos } = await keep([{ name: 'keel.jpg', path: 'a.jpg' }, { name: 'mast.jpg' }]);
    expect([photos.map(({ name }) => name), hasLostPhotos]).toEqual([['keel.jpg', 'mast.jpg'], undefined]);
    expect(await listFiles()).toEqual(['mast.jpg']);
  });

  it('stores the smaller picture that was to be uploaded', async () => {
    await keep([{ name: 'keel.jpg' }], () => new Blob(['a']));
    const store = await openOutboxStore();
    expect((await store.getPhoto('key-1', 'photo-0'))?.byteLength).toBe(1);
    store.close();
  });

  it('says that a photo is missing whose file cannot be read any more', async () => {
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(
      new DOMException('Changed', 'NotReadableError'),
    );
    const { photos, hasLostPhotos } = await keep([{ name: 'keel.jpg' }]);
    expect([photos, hasLostPhotos]).toEqual([[], true]);
  });

  it('lets no other tab send the enquiry before its photos are stored', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const { arrayBuffer } = Blob.prototype;
    const sending = vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(async function (this: Blob) {
      expect(await sendWaiting()).toEqual({ sent: [], refused: [], waiting: 0 });
      return arrayBuffer.call(this);
    });
    await keep([{ name: 'keel.jpg' }]);
    expect([sending.mock.calls.length, fetched.mock.calls]).toEqual([1, []]);
    expect(await listFiles()).toEqual(['keel.jpg']);
  });

  it('stores the text if the photos take the space that it needs', async () => {
    let isFull = false;
    fillDisk((id) => {
      const before = isFull;
      isFull = Array.isArray(id);
      return before && !isFull;
    });
    const { photos, hasLostPhotos } = await keep([{ name: 'keel.jpg' }]);
    expect([photos, hasLostPhotos]).toEqual([[], true]);
    expect(await listFiles()).toEqual([]);
  });
});
