import { uploadField } from '#engine/model/names.ts';
import { uploadWithFetch } from '#widgets/photos/upload-with-fetch.ts';
import { createRandomKey } from '../draft/idempotency-key.ts';
import type { NamedProblem } from '../section-data.ts';
import { postEnquiry } from '../send/post-enquiry.ts';
import { withTimeout } from '../send/with-timeout.ts';
import { type OutboxStore, openOutboxStore } from './outbox-store.ts';
import { dropPhoto, insertPaths, type WaitingEnquiry, type WaitingPhoto } from './waiting-enquiry.ts';

/** The result of sending all waiting enquiries. */
export interface SendReport {
  readonly sent: readonly SentEnquiry[];
  /** The ids of those that the server has refused. */
  readonly refused: readonly string[];
  /** The number of those that still wait, because there is no connection. */
  readonly waiting: number;
}

export interface SentEnquiry extends Pick<WaitingEnquiry, 'id' | 'enquiryType' | 'notification'> {
  readonly url: string;
  readonly reference?: string;
}

export interface SendWaitingOptions {
  /** The id of the only enquiry to send. Absent: all that wait. */
  readonly only?: string;
  /**
   * Solves a challenge of the server (docs/contract.md, "Challenges"). Absent, or if it rejects: the enquiry is
   * stored, and a person reviews it.
   */
  readonly prove?: (challenge: unknown, signal: AbortSignal) => Promise<string>;
}

/** Tells all pages of the site that the waiting enquiries have changed. */
export const outboxChannel = 'slipway-outbox';

/**
 * Sends waiting enquiries, one after the other: first the photos that are missing, then the enquiry with its
 * idempotency key. Tabs and service worker take turns. Never rejects: what goes wrong is logged, and waits.
 */
export async function sendWaiting(options: SendWaitingOptions = {}): Promise<SendReport> {
  try {
    return await navigator.locks.request('slipway-outbox', async () => {
      const store = await openOutboxStore();
      try {
        return await sendAll(store, options);
      } finally {
        store.close();
        announceChange();
      }
    });
  } catch (error) {
    console.error('Cannot send the waiting enquiries:', error);
    return { sent: [], refused: [], waiting: 0 };
  }
}

/** Tells other tabs that the waiting enquiries have changed. */
export function announceChange(): void {
  const channel = new BroadcastChannel(outboxChannel);
  channel.postMessage({ type: 'changed' });
  channel.close();
}

/** Returns the enquiries that may still be sent, and deletes those whose time is over. */
export async function listCurrent(
  store: OutboxStore,
): Promise<{ readonly current: readonly WaitingEnquiry[]; readonly expired: readonly WaitingEnquiry[] }> {
  const all = await store.list();
  const now = Date.now();
  const expired = all.filter(({ until }) => until <= now);
  for (const { id } of expired) await store.remove(id);
  return { current: all.filter(({ until }) => until > now), expired };
}

/** The number of lost requests in a row after which there is no connection. Each may take its whole time limit. */
const mostLost = 3;

async function sendAll(store: OutboxStore, { only, prove }: SendWaitingOptions): Promise<SendReport> {
  const { current } = await listCurrent(store);
  const chosen = current.filter(({ id, state }) =>
    only === undefined ? state.is === 'waiting' : id === only,
  );
  const sent: SentEnquiry[] = [];
  const refused: string[] = [];
  let waiting = 0;
  let lostInARow = 0;
  for (const enquiry of chosen) {
    const outcome = lostInARow < mostLost ? await sendOne(store, enquiry, prove) : 'waiting';
    lostInARow = outcome === 'waiting' ? lostInARow + 1 : 0;
    if (outcome === 'waiting') waiting += 1;
    else if (outcome === 'refused') refused.push(enquiry.id);
    else sent.push(outcome);
  }
  return { sent, refused, waiting };
}

/** Sends one enquiry, and stores the outcome. */
async function sendOne(
  store: OutboxStore,
  enquiry: WaitingEnquiry,
  prove: SendWaitingOptions['prove'],
): Promise<SentEnquiry | 'refused' | 'waiting'> {
  const uploaded = await uploadMissing(store, enquiry);
  if (uploaded === undefined) return 'waiting';
  const post = insertPaths(uploaded);
  const outcome = await withTimeout(enquiry.timeoutMs, async (signal) => {
    const first = await postEnquiry(post, signal);
    if (first.isAccepted || first.challenge === undefined) return first;
    const proof = await prove?.(first.challenge, signal).catch(() => undefined);
    return postEnquiry({ ...post, headers: { ...post.headers, 'Slipway-Proof': proof ?? 'none' } }, signal);
  }).catch(() => undefined);
  if (outcome?.isAccepted) {
    const { id, enquiryType, notification, page } = enquiry;
    const { reference } = outcome;
    await store.removePhotos(id);
    await store.put({
      ...forgetContent(enquiry),
      state: { is: 'sent', ...(reference !== undefined && { reference }) },
    });
    return {
      id,
      enquiryType,
      url: page.url,
      ...(reference !== undefined && { reference }),
      ...(notification && { notification }),
    };
  }
  if (
    outcome === undefined ||
    outcome.failure.isUnreachable ||
    outcome.failure.retryAfterSeconds !== undefined
  )
    return 'waiting';
  const { named } = outcome.failure;
  const renewed = renewPhotos(uploaded, named);
  if (renewed) {
    await store.put(renewed);
    return sendOne(store, renewed, prove);
  }
  await store.put({ ...uploaded, state: { is: 'refused', named } });
  return 'refused';
}

/** Returns an enquiry without what the visitor has entered. */
function forgetContent(enquiry: WaitingEnquiry): WaitingEnquiry {
  const { branches: _branches, ...others } = enquiry;
  return { ...others, post: { ...enquiry.post, headers: {}, body: '' }, photos: [], entered: {} };
}

/**
 * Uploads the photos that have no path yet, and stores each path, so that the next attempt continues there. Returns
 * undefined if there is no connection. A photo that its store refuses is left out.
 */
async function uploadMissing(
  store: OutboxStore,
  enquiry: WaitingEnquiry,
): Promise<WaitingEnquiry | undefined> {
  let current = enquiry;
  for (const photo of enquiry.photos) {
    if (photo.path !== undefined) continue;
    const data = await store.getPhoto(enquiry.id, photo.fileID);
    const outcome = data
      ? await uploadWithFetch({ ...current.uploads, photo, data, timeoutMs: enquiry.timeoutMs })
      : 'refused';
    if (outcome === 'unreachable') return undefined;
    current = outcome === 'refused' ? dropPhoto(current, photo) : setPath(current, photo, outcome.path);
    await store.put(current);
  }
  return current;
}

function setPath(enquiry: WaitingEnquiry, { fileID }: WaitingPhoto, path: string): WaitingEnquiry {
  const photos = enquiry.photos.map((photo) => (photo.fileID === fileID ? { ...photo, path } : photo));
  return { ...enquiry, photos };
}

/**
 * Returns the enquiry with photos that are to be uploaded once more, and another key, because its server has refused
 * the paths: a photo that no enquiry names is deleted after a while. Undefined if it was refused for another reason, or
 * twice.
 */
function renewPhotos(
  { post, photos, ...enquiry }: WaitingEnquiry,
  named: readonly NamedProblem[],
): WaitingEnquiry | undefined {
  const fields = new Set([uploadField, ...photos.map(({ field }) => field)]);
  const isAboutPhotos = named.length > 0 && named.every(({ problem }) => fields.has(problem.field));
  if (!isAboutPhotos || photos.length === 0 || enquiry.hasRenewedPhotos) return undefined;
  const headers = { ...post.headers, 'Idempotency-Key': createRandomKey() };
  const withoutPaths = photos.map(({ path: _path, ...photo }) => photo);
  return { ...enquiry, post: { ...post, headers }, photos: withoutPaths, hasRenewedPhotos: true };
}
