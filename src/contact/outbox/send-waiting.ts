import { uploadField } from '#engine/model/names.ts';
import { type StoredPhotoOutcome, uploadWithFetch } from '#widgets/photos/upload-with-fetch.ts';
import { createRandomKey } from '../draft/idempotency-key.ts';
import type { NamedProblem } from '../section-data.ts';
import { postEnquiry } from '../send/post-enquiry.ts';
import { withTimeout } from '../send/with-timeout.ts';
import limits from './limits.json' with { type: 'json' };
import { listCurrent } from './store/expiry.ts';
import { type OutboxStore, openOutboxStore } from './store/outbox-store.ts';
import {
  dropPhoto,
  insertPaths,
  type PhotoDelay,
  type WaitingEnquiry,
  type WaitingPhoto,
} from './store/waiting-enquiry.ts';

/** The result of sending all waiting enquiries. */
export interface SendReport {
  readonly sent: readonly SentEnquiry[];
  /** The ids of those that the server has refused. */
  readonly refused: readonly string[];
  /** The number of those that still wait. */
  readonly waiting: number;
  /** Present if one waits though there is a connection: the server has failed, or asks for time. */
  readonly isBusy?: true;
}

export interface SentEnquiry extends Pick<WaitingEnquiry, 'id' | 'enquiryType' | 'notification'> {
  readonly url: string;
  readonly reference?: string;
  /** Present if the store contains no receipt of it: the disk is full, or the visitor has discarded it meanwhile. */
  readonly hasNoReceipt?: true;
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
      let report: SendReport | undefined;
      try {
        report = await sendAll(store, options);
        return report;
      } finally {
        store.close();
        announceChange(report?.sent);
      }
    });
  } catch (error) {
    console.error('Cannot send the waiting enquiries:', error);
    // Perhaps something waits: the browser is to try again.
    return { sent: [], refused: [], waiting: 1 };
  }
}

/** A message of the channel. Another tab may delete the receipts in `sent` before this one has read them. */
export interface OutboxMessage {
  readonly type: 'changed';
  readonly sent?: readonly Pick<SentEnquiry, 'id' | 'reference'>[];
}

/** Tells other tabs that the waiting enquiries have changed, and which ones were sent. */
export function announceChange(sent: OutboxMessage['sent'] = []): void {
  const channel = new BroadcastChannel(outboxChannel);
  const receipts = sent.map(({ id, reference }) => ({ id, ...(reference !== undefined && { reference }) }));
  channel.postMessage({ type: 'changed', sent: receipts } satisfies OutboxMessage);
  channel.close();
}

async function sendAll(store: OutboxStore, { only, prove }: SendWaitingOptions): Promise<SendReport> {
  const { current } = await listCurrent(store);
  const chosen = current.filter(({ id, state }) =>
    only === undefined ? state.is === 'waiting' : id === only && state.is !== 'sent',
  );
  const sent: SentEnquiry[] = [];
  const refused: string[] = [];
  let waiting = 0;
  let isBusy = false;
  // Each lost request may take its whole time limit.
  let lostInARow = 0;
  for (const enquiry of chosen) {
    const outcome =
      lostInARow < limits.lostInARow ? await sendOne(store, enquiry, prove).catch(logFailure) : 'unreachable';
    const isWaiting = outcome === 'unreachable' || outcome === 'busy';
    lostInARow = isWaiting ? lostInARow + 1 : 0;
    isBusy ||= outcome === 'busy';
    if (isWaiting) waiting += 1;
    else if (outcome === 'refused') refused.push(enquiry.id);
    else if (outcome !== 'withdrawn') sent.push(outcome);
  }
  return { sent, refused, waiting, ...(isBusy && { isBusy }) };
}

/** Logs that an enquiry could not be sent, for example because the disk is full. It waits; others are still sent. */
function logFailure(error: unknown): 'busy' {
  console.error('Cannot send a waiting enquiry:', error);
  return 'busy';
}

/**
 * `unreachable`: no answer of the server came. `busy`: one came, and the same enquiry may be accepted later. Both wait.
 * `withdrawn`: the visitor has discarded it, or taken it back into the form, before it was sent.
 */
type Outcome = SentEnquiry | 'refused' | 'unreachable' | 'busy' | 'withdrawn';

/** Sends one enquiry, and stores the outcome. */
async function sendOne(
  store: OutboxStore,
  enquiry: WaitingEnquiry,
  prove: SendWaitingOptions['prove'],
): Promise<Outcome> {
  const uploaded = await uploadMissing(store, enquiry);
  if (typeof uploaded === 'string') return uploaded;
  if (await isWithdrawn(store, uploaded)) return 'withdrawn';
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
    const receipt: WaitingEnquiry = {
      ...forgetContent(enquiry),
      state: { is: 'sent', ...(reference !== undefined && { reference }) },
    };
    const hasReceipt = await store.replace(receipt).catch(async () => {
      await store.remove(id);
      return false;
    });
    return {
      id,
      enquiryType,
      url: page.url,
      ...(!hasReceipt && { hasNoReceipt: true }),
      ...(reference !== undefined && { reference }),
      ...(notification && { notification }),
    };
  }
  if (outcome === undefined || outcome.failure.isUnreachable) return 'unreachable';
  if (outcome.failure.isTemporary || outcome.failure.retryAfterSeconds !== undefined) return 'busy';
  const { named } = outcome.failure;
  const renewed = renewPhotos(uploaded, named);
  if (renewed) {
    const isStored = await update(store, renewed);
    return isStored ? sendOne(store, renewed, prove) : 'withdrawn';
  }
  const isStored = await update(store, { ...uploaded, state: { is: 'refused', named } });
  return isStored ? 'refused' : 'withdrawn';
}

/** Returns true if the visitor has discarded the enquiry meanwhile, or taken it back into the form. */
async function isWithdrawn(store: OutboxStore, { id, state }: WaitingEnquiry): Promise<boolean> {
  const stored = await store.get(id);
  return stored === undefined || (stored.state.is === 'edited' && state.is !== 'edited');
}

/** Stores progress of an enquiry. Resolves to false if the visitor has withdrawn it meanwhile. */
async function update(store: OutboxStore, enquiry: WaitingEnquiry): Promise<boolean> {
  return !(await isWithdrawn(store, enquiry)) && store.replace(enquiry);
}

/** Returns an enquiry without what the visitor has entered. */
function forgetContent(enquiry: WaitingEnquiry): WaitingEnquiry {
  const { branches: _branches, ...others } = enquiry;
  return { ...others, post: { ...enquiry.post, headers: {}, body: '' }, photos: [], entered: {} };
}

/**
 * Uploads the photos that have no path yet, and stores each path, so that the next attempt continues there. Returns
 * `unreachable` if there is no connection, and `busy` if the store can take nothing at the moment. A photo that its
 * store refuses, or has not taken for too long, is left out.
 */
async function uploadMissing(
  store: OutboxStore,
  enquiry: WaitingEnquiry,
): Promise<WaitingEnquiry | 'unreachable' | 'busy' | 'withdrawn'> {
  let current = enquiry;
  for (const photo of enquiry.photos) {
    if (photo.path !== undefined) continue;
    const outcome = await uploadStored(store, current, photo);
    if (outcome === 'unreachable') return outcome;
    const isTemporary = outcome === 'busy' || outcome === 'unanswered';
    if (isTemporary) current = { ...current, photoDelay: countAttempt(current) };
    const isDelayed = isTemporary && !isOver(current.photoDelay, limits.photos[outcome]);
    if (typeof outcome === 'object') current = addPath(current, photo, outcome.path);
    else if (!isDelayed) current = dropPhoto(current, photo);
    if (!(await storeProgress(store, current))) return 'withdrawn';
    if (isDelayed) return 'busy';
  }
  return current;
}

/** Stores progress like `update`. Where the disk is full, the enquiry is sent without: the next attempt begins again. */
async function storeProgress(store: OutboxStore, enquiry: WaitingEnquiry): Promise<boolean> {
  if (await isWithdrawn(store, enquiry)) return false;
  return store.replace(enquiry).catch((error: unknown) => {
    console.warn('Cannot store that a photo is uploaded:', error);
    return true;
  });
}

/** Uploads one photo. On a weak line the next attempts have more time. */
async function uploadStored(
  store: OutboxStore,
  { id, uploads, timeoutMs, photoDelay }: WaitingEnquiry,
  photo: WaitingPhoto,
): Promise<StoredPhotoOutcome> {
  const data = await store.getPhoto(id, photo.fileID);
  if (data === undefined) return 'refused';
  const attempt = Math.min((photoDelay?.attempts ?? 0) + 1, limits.photos.unanswered.attempts);
  return uploadWithFetch({ ...uploads, photo, data, timeoutMs: timeoutMs && timeoutMs * attempt });
}

/** Counts an attempt in which the store of the photos has taken none. */
function countAttempt({ photoDelay }: WaitingEnquiry): PhotoDelay {
  return { attempts: (photoDelay?.attempts ?? 0) + 1, since: photoDelay?.since ?? Date.now() };
}

/** Returns true if the enquiry is to go without the photo. A clock that was changed alone does not lose it. */
function isOver(
  delay: PhotoDelay | undefined,
  longest: { readonly attempts: number; readonly minutes: number },
): boolean {
  if (delay === undefined || delay.attempts < longest.attempts) return false;
  return Math.abs(Date.now() - delay.since) >= longest.minutes * 60_000;
}

/** Returns the enquiry with an uploaded photo: its store takes photos again. */
function addPath(
  { photoDelay: _over, ...enquiry }: WaitingEnquiry,
  { fileID }: WaitingPhoto,
  path: string,
): WaitingEnquiry {
  const uploaded = { path, uploadedAt: Date.now() };
  const photos = enquiry.photos.map((photo) => (photo.fileID === fileID ? { ...photo, ...uploaded } : photo));
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
  const withoutPaths = photos.map(({ path: _path, uploadedAt: _at, ...photo }) => photo);
  return { ...enquiry, post: { ...post, headers }, photos: withoutPaths, hasRenewedPhotos: true };
}
