import { getSubmitName, listUploadFields, type Plan, toDraftValues } from '#engine';
import { dayMs } from '#engine/model/moments/time-zone.ts';
import type { PhotoRecord, RestoredPhoto } from '#widgets/photos/photos.ts';
import { toStoredBranches } from '../draft/draft.ts';
import { toDraftKey } from '../draft/draft-store.ts';
import type { Enquiry, SendAttemptDetails } from '../enquiry/enquiry.ts';
import { findRecipient } from '../preset/recipient.ts';
import type { ContactFormSectionProps } from '../props.ts';
import { buildSendBody } from '../send/send-body.ts';
import { setWaiting } from './marker.ts';
import { type OutboxStore, openOutboxStore } from './outbox-store.ts';
import { announceChange } from './send-waiting.ts';
import { dropPhoto, removePaths, type WaitingEnquiry, type WaitingPhoto } from './waiting-enquiry.ts';

/** Returns true if this browser can store and send enquiries later. False on pages without TLS. */
export function isSupported(): boolean {
  return (
    typeof indexedDB !== 'undefined' &&
    typeof BroadcastChannel !== 'undefined' &&
    globalThis.crypto?.subtle !== undefined &&
    navigator.locks !== undefined
  );
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
    await store.put(whole);
    if (editedId.current !== undefined && editedId.current !== whole.id) await store.remove(editedId.current);
    return keepPhotos(store, whole, stored.enquiry.photos.getFile);
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
    until: Date.now() + days * dayMs,
    days,
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
    recipient: findRecipient(plan, section),
    ...(notification && { notification }),
  };
}

/** Returns the photos that are uploaded, and those that can be uploaded later. */
function listPhotos(
  lists: Readonly<Record<string, readonly PhotoRecord[]>>,
  plan: Plan,
): readonly WaitingPhoto[] {
  return listUploadFields(plan).flatMap(({ name: field }) =>
    (lists[field] ?? []).flatMap((record): readonly WaitingPhoto[] => {
      const { fileID, name, type } = record;
      if (record.state === 'uploaded') return [{ fileID, field, name, type, path: record.path }];
      const isLater = record.state === 'error' && record.error.isUnanswered;
      return isLater ? [{ fileID, field, name, type }] : [];
    }),
  );
}

/**
 * Stores the photos of an enquiry, first those that were not uploaded. If there is no space for these, the enquiry is
 * stored without them.
 */
async function keepPhotos(
  store: OutboxStore,
  enquiry: WaitingEnquiry,
  getFile: (fileID: string) => File | undefined,
): Promise<WaitingEnquiry> {
  const missing = enquiry.photos.filter(({ path }) => path === undefined);
  const storeFiles = async (photos: readonly WaitingPhoto[]) => {
    for (const { fileID } of photos) {
      const file = getFile(fileID);
      if (file) await store.putPhoto(enquiry.id, fileID, await file.arrayBuffer());
    }
  };
  try {
    await storeFiles(missing);
  } catch (error) {
    console.warn('Cannot store the photos of the enquiry:', error);
    await store.removePhotos(enquiry.id);
    const stored = missing.reduce(dropPhoto, enquiry);
    await store.put(stored);
    return stored;
  }
  // They are sent without their files, which only Edit shows again.
  await storeFiles(enquiry.photos.filter((photo) => !missing.includes(photo))).catch((error: unknown) =>
    console.warn('Cannot store the uploaded photos of the enquiry:', error),
  );
  return enquiry;
}

function toAbsolute(url: string): string {
  return new URL(url, location.href).href;
}

/**
 * Returns the photos of an enquiry by field, for the form. Those uploaded before have their path, so that the same
 * enquiry is sent again if its answer was lost, unless the server may have deleted them meanwhile.
 */
export async function readPhotos(
  enquiry: WaitingEnquiry,
): Promise<Readonly<Record<string, readonly RestoredPhoto[]>>> {
  const { id, until, days = Number.POSITIVE_INFINITY } = enquiry;
  const isRecent = Date.now() - (until - days * dayMs) < usableUploadMs;
  return withStore(async (store) => {
    const photos: Record<string, readonly RestoredPhoto[]> = {};
    for (const { fileID, field, name, type, path } of enquiry.photos) {
      const data = await store.getPhoto(id, fileID);
      if (!data) continue;
      const photo = { file: new File([data], name, { type }), ...(isRecent && { path }) };
      photos[field] = [...(photos[field] ?? []), photo];
    }
    return photos;
  });
}

/** The age of an enquiry until which its uploads can certainly be sent: servers accept an upload for a day. */
const usableUploadMs = dayMs / 2;
