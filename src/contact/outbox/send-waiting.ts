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

const dayMs = 86_400_000;

/**
 * Returns the enquiries that may still be sent, and deletes those whose time is over. None is stored for longer because
 * the clock was set back.
 */
export async function listCurrent(
  store: OutboxStore,
): Promise<{ readonly current: readonly WaitingEnquiry[]; readonly expired: readonly WaitingEnquiry[] }> {
  const now = Date.now();
  const all = await Promise.all(
    (await store.list()).map(async (one) => {
      const latest = now + (one.days ?? Number.POSITIVE_INFINITY) * dayMs;
      if (one.until <= latest) return one;
      const shortened = { ...one, until: latest };
      await store.replace(shortened);
      return shortened;
    }),
  );
  const expired = all.filter(({ until }) => until <= now);
  for (const { id } of expired) await store.remove(id);
  return { current: all.filter(({ until }) => until > now), expired };
}

/** The number of lost requests in a row after which there is no connection. Each may take its whole time limit. */
const mostLost = 3;

async function sendAll(store: OutboxStore, { only, prove }: SendWaitingOptions): Promise<SendReport> {
  const { current } = await listCurrent(store);
  const chosen = current.filter(({ id, state }) =>
    only === undefined ? state.is === 'waiting' : id === only && state.is !== 'sent',
  );
  const sent: SentEnquiry[] = [];
  const refused: string[] = [];
  let waiting = 0;
  let lostInARow = 0;
  for (const enquiry of chosen) {
    const outcome =
      lostInARow < mostLost ? await sendOne(store, enquiry, prove).catch(logFailure) : 'waiting';
    lostInARow = outcome === 'waiting' ? lostInARow + 1 : 0;
    if (outcome === 'waiting') waiting += 1;
    else if (outcome === 'refused') refused.push(enquiry.id);
    else if (outcome !== 'withdrawn') sent.push(outcome);
  }
  return { sent, refused, waiting };
}

/** Logs that an enquiry could not be sent, for example because the disk is full. It waits; others are still sent. */
function logFailure(error: unknown): 'waiting' {
  console.error('Cannot send a waiting enquiry:', error);
  return 'waiting';
}

/** `withdrawn`: the visitor has discarded it, or taken it back into the form, before it was sent. */
type Outcome = SentEnquiry | 'refused' | 'waiting' | 'withdrawn';

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
    await store.replace(receipt).catch(() => store.remove(id));
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
    outcome.failure.isTemporary ||
    outcome.failure.retryAfterSeconds !== undefined
  )
    return 'waiting';
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
 * `waiting` if there is no connection, or the store can take nothing at the moment. A photo that its store refuses, or
 * could not take for hours, is left out.
 */
async function uploadMissing(
  store: OutboxStore,
  enquiry: WaitingEnquiry,
): Promise<WaitingEnquiry | 'waiting' | 'withdrawn'> {
  let current = enquiry;
  for (const photo of enquiry.photos) {
    if (photo.path !== undefined) continue;
    const data = await store.getPhoto(enquiry.id, photo.fileID);
    const outcome = data
      ? await uploadWithFetch({ ...current.uploads, photo, data, timeoutMs: enquiry.timeoutMs })
      : 'refused';
    if (outcome === 'unreachable') return 'waiting';
    const { postponedAt = Date.now() } = photo;
    const isPostponed = outcome === 'busy' && Math.abs(Date.now() - postponedAt) < longestPostponedMs;
    if (isPostponed) current = changePhoto(current, { ...photo, postponedAt });
    else if (typeof outcome === 'string') current = dropPhoto(current, photo);
    else current = changePhoto(current, { ...photo, path: outcome.path });
    if (!(await update(store, current))) return 'withdrawn';
    if (isPostponed) return 'waiting';
  }
  return current;
}

/** The time after which an enquiry is sent without a photo that its store could not take: six hours. */
const longestPostponedMs = 21_600_000;

function changePhoto(enquiry: WaitingEnquiry, changed: WaitingPhoto): WaitingEnquiry {
  const photos = enquiry.photos.map((photo) => (photo.fileID === changed.fileID ? changed : photo));
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
