import { getSubmitName, listUploadFields, type Plan, toDraftValues } from '#engine';
import { typeField } from '#engine/model/names.ts';
import type { PhotoRecord, PhotosController, UploadedFile } from '#widgets/photos/photos.ts';
import { toStoredBranches } from '../../draft/draft.ts';
import { toDraftKey } from '../../draft/draft-store.ts';
import type { Enquiry, SendAttemptDetails } from '../../enquiry/enquiry.ts';
import { findRecipient } from '../../preset/recipient.ts';
import type { ContactFormSectionProps } from '../../props.ts';
import { buildSendBody } from '../../send/send-body.ts';
import limits from '../limits.json' with { type: 'json' };
import { setWaiting } from '../marker.ts';
import { announceChange, outboxChannel } from '../send-waiting.ts';
import { planExpiry } from './expiry.ts';
import { type OutboxStore, openOutboxStore } from './outbox-store.ts';
import { dropPhoto, removePaths, type WaitingEnquiry, type WaitingPhoto } from './waiting-enquiry.ts';

/**
 * Returns true if this browser can store and send enquiries later. False on pages without TLS, and where the visitor has
 * blocked all storage.
 */
export function isSupported(): boolean {
  return (
    typeof indexedDB !== 'undefined' &&
    globalThis.crypto?.subtle !== undefined &&
    navigator.locks !== undefined &&
    hasChannels()
  );
}

/** Returns true if tabs can tell each other of changes. Firefox throws where storage is blocked. */
function hasChannels(): boolean {
  try {
    new BroadcastChannel(outboxChannel).close();
    return true;
  } catch {
    return false;
  }
}

/** Resolves to true if this browser lets the page store enquiries. Some do not in a private window. */
export async function canKeep(): Promise<boolean> {
  if (!isSupported()) return false;
  try {
    await withStore(async () => {});
    return true;
  } catch (error) {
    console.warn('Cannot store enquiries in this browser:', error);
    return false;
  }
}

interface EnquiryToKeep {
  readonly attempt: SendAttemptDetails;
  readonly section: ContactFormSectionProps;
  readonly enquiry: Pick<Enquiry, 'idPrefix' | 'photos' | 'later' | 'judging'>;
  /** The texts of a notification, if the visitor wants one. */
  readonly notification?: WaitingEnquiry['notification'];
}

/**
 * Stores an enquiry that could not be sent, with its photos, in place of the one that the visitor has edited. Resolves
 * to what was stored. Rejects if the browser has no space for the enquiry itself.
 */
export async function keepEnquiry(stored: EnquiryToKeep): Promise<WaitingEnquiry> {
  const { editedId } = stored.enquiry.later;
  const enquiry = await withStore(async (store) => {
    const whole = toWaitingEnquiry(stored);
    // Another tab must not send it before its photos are stored.
    await store.put({ ...whole, state: { is: 'edited' } });
    if (editedId.current !== undefined && editedId.current !== whole.id) await store.remove(editedId.current);
    return completeStoring(store, whole, stored.enquiry.photos);
  });
  editedId.current = undefined;
  setWaiting(true);
  announceChange();
  return enquiry;
}

/** Deletes a waiting enquiry. */
export async function discard(id: string): Promise<void> {
  await withStore(async (store) => {
    await store.remove(id);
    setWaiting((await store.list()).length > 0);
  });
  announceChange();
}

/** Runs a task with the open store. */
export async function withStore<Result>(task: (store: OutboxStore) => Promise<Result>): Promise<Result> {
  const store = await openOutboxStore();
  try {
    return await task(store);
  } finally {
    store.close();
  }
}

function toWaitingEnquiry({ attempt, section, enquiry, notification }: EnquiryToKeep): WaitingEnquiry {
  const { plan, entered, request } = attempt;
  const { form, endpoints, ticket } = section;
  const { settings } = form;
  const photos = listPhotos(enquiry.photos.getSnapshot(), plan);
  const days = settings.sendLater?.days ?? 0;
  return {
    id: request.headers['Idempotency-Key'] ?? '',
    ...planExpiry({ now: Date.now(), days, ticket }),
    state: { is: 'waiting' },
    post: {
      endpoint: toAbsolute(request.endpoint),
      operation: getSubmitName(form),
      headers: request.headers,
      body: removePaths(buildSendBody(request), photos),
    },
    timeoutMs: settings.sendTimeoutMs,
    photos,
    uploads: { endpoint: toAbsolute(endpoints.contactUpload), tellsSize: ticket !== undefined },
    entered: toDraftValues(form, entered),
    branches: toStoredBranches(form, enquiry.judging.draft.branches()),
    // With a fragment, a page that is open would not be loaded.
    page: {
      url: location.href.split('#')[0] ?? location.href,
      draftKey: toDraftKey(location.pathname, enquiry.idPrefix),
    },
    enquiryType: plan.type?.id ?? '',
    typeName: findTypeName(plan),
    recipient: findRecipient(plan, section),
    ...(notification && { notification }),
  };
}

/** Returns the name of the type that the visitor has chosen; undefined if the form has one type. */
function findTypeName({ fields, type }: Plan): string | undefined {
  const { options = [] } = fields.find(({ name }) => name === typeField) ?? {};
  return options.find(({ value }) => value === type?.id)?.label;
}

/** Returns the photos that are uploaded, and those that can be uploaded later. */
function listPhotos(
  lists: Readonly<Record<string, readonly PhotoRecord[]>>,
  plan: Plan,
): readonly WaitingPhoto[] {
  return listUploadFields(plan).flatMap(({ name: field }) =>
    (lists[field] ?? []).flatMap((record): readonly WaitingPhoto[] => {
      const { fileID, name, type } = record;
      if (record.state === 'uploaded')
        return [{ fileID, field, name, type, path: record.path, uploadedAt: Date.now() }];
      const isLater = record.state === 'error' && record.error.isUnanswered;
      return isLater ? [{ fileID, field, name, type }] : [];
    }),
  );
}

type PhotoSource = Pick<PhotosController, 'getFile' | 'getSentData'>;

/** Stores the photos of an enquiry, and that it waits. Rejects, and deletes it, if there is no space for that. */
async function completeStoring(
  store: OutboxStore,
  whole: WaitingEnquiry,
  photos: PhotoSource,
): Promise<WaitingEnquiry> {
  try {
    const stored = await storePhotos(store, whole, photos);
    await store.put(stored);
    return stored;
  } catch (error) {
    console.warn('Cannot store an enquiry beside its photos:', error);
    await store.removePhotos(whole.id);
    const text = whole.photos.filter(({ path }) => path === undefined).reduce(dropPhoto, whole);
    await store.put(text).catch(async (cause: unknown) => {
      await store.remove(whole.id);
      throw cause;
    });
    return text;
  }
}

/**
 * Stores the photos of an enquiry, those first that are not uploaded. Returns it without those of them for which there is
 * no space.
 */
async function storePhotos(
  store: OutboxStore,
  enquiry: WaitingEnquiry,
  photos: PhotoSource,
): Promise<WaitingEnquiry> {
  let stored = enquiry;
  const missing = enquiry.photos.filter(({ path }) => path === undefined);
  const uploaded = enquiry.photos.filter(({ path }) => path !== undefined);
  for (const photo of [...missing, ...uploaded]) {
    // On a weak line, and on a full disk, a smaller picture arrives where the original does not.
    const data = photos.getSentData?.(photo.fileID) ?? photos.getFile(photo.fileID);
    const isStored = await tryToStore(store, enquiry.id, photo, data);
    if (!isStored && photo.path === undefined) stored = dropPhoto(stored, photo);
  }
  return stored;
}

/** Stores the data of a photo. Resolves to false if there is no space for it, or it cannot be read. */
async function tryToStore(
  store: OutboxStore,
  id: string,
  { fileID }: WaitingPhoto,
  data: Blob | undefined,
): Promise<boolean> {
  try {
    if (data === undefined) return false;
    await store.putPhoto(id, fileID, await data.arrayBuffer());
    return true;
  } catch (error) {
    console.warn('Cannot store a photo of the enquiry:', error);
    return false;
  }
}

function toAbsolute(url: string): string {
  return new URL(url, location.href).href;
}

/** Returns the files of an enquiry by field, for the form: with their paths for as long as the server knows those. */
export async function readFiles(
  enquiry: WaitingEnquiry,
): Promise<Readonly<Record<string, readonly (File | UploadedFile)[]>>> {
  return withStore(async (store) => {
    const files: Record<string, (File | UploadedFile)[]> = {};
    for (const photo of enquiry.photos) {
      const { fileID, field, name, type, path } = photo;
      const data = await store.getPhoto(enquiry.id, fileID);
      if (data === undefined) continue;
      const file = new File([data], name, { type });
      const added = path !== undefined && isUsable(photo) ? { file, path } : file;
      files[field] = [...(files[field] ?? []), added];
    }
    return files;
  });
}

/** Returns true if the server has surely not deleted a photo yet. It deletes those that no enquiry names. */
function isUsable({ uploadedAt }: WaitingPhoto): boolean {
  return Math.abs(Date.now() - (uploadedAt ?? 0)) < limits.photos.usableHours * 3_600_000;
}
