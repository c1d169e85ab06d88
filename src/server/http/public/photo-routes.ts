import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatText } from '#engine';
import { toDownloadName } from '../../photos/file-name.ts';
import type { LinkedPhoto } from '../../photos/open-photo-service.ts';
import { photosRoute, type SignedTarget } from '../../photos/photo-address.ts';
import { getPhotoType, isDeliveredUnchanged } from '../../photos/photo-path.ts';
import type { PhotoRequest } from '../../photos/put-photo.ts';
import { InterruptedUpload, SlowUpload } from '../../photos/receive-photo.ts';
import { BucketError } from '../../platform/bucket/bucket-error.ts';
import { formatPhotoRefusal, type PhotoRefusal, type TooManyRequests } from '../../platform/refusal.ts';
import { isStoreFull } from '../../store/store-error.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { sendRefusal } from '../refusals.ts';
import { negotiateRequestLocale } from '../request-context.ts';

export type PhotoDependencies = Pick<HttpDependencies, 'photos' | 'forms' | 'log'>;

type PhotoHttpRequest = FastifyRequest<{
  readonly Params: { readonly file: string };
  readonly Querystring: Readonly<Record<string, unknown>>;
}>;

const photoRoutePattern = `${photosRoute}/:file`;

/** Adds the `PUT` route to which browsers upload photos. */
export async function addPhotoTargetRoute(
  app: FastifyInstance,
  dependencies: PhotoDependencies,
): Promise<void> {
  await app.register(async (scope) => {
    // Bodies are streamed, never parsed or buffered.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.put(photoRoutePattern, (request: PhotoHttpRequest, reply) =>
      acceptPhotoUpload(request, reply, dependencies),
    );
  });
}

/** Adds the `GET` route that sends a photo for its signed link. */
export function addPhotoLinkRoute(app: FastifyInstance, dependencies: PhotoDependencies): void {
  app.get(photoRoutePattern, (request: PhotoHttpRequest, reply) =>
    sendPhotoFile(request, reply, dependencies),
  );
}

/**
 * Stores a photo and sends 200, or sends the reason why it is not stored. An upload that the sender
 * interrupted gets no answer. Outcomes and errors are logged.
 */
async function acceptPhotoUpload(
  request: PhotoHttpRequest,
  reply: FastifyReply,
  dependencies: PhotoDependencies,
): Promise<FastifyReply> {
  const { photos, log } = dependencies;
  reply.header('Cache-Control', 'no-store');
  try {
    const outcome = await photos.put(toPhotoRequest(request));
    if (!outcome.isStored) return await refusePhoto(request, reply, { ...outcome, dependencies });
    log.info('photo-stored', { id: outcome.path, bytes: outcome.bytes });
    return reply.code(200).send();
  } catch (error) {
    if (error instanceof InterruptedUpload) {
      log.info('photo-interrupted');
      return reply.hijack();
    }
    if (error instanceof SlowUpload)
      return refusePhoto(request, reply, { refusal: { code: 'too-slow' }, dependencies });
    const code = isStoreFull(error) ? 'store-full' : 'unavailable';
    log.error('photo-not-stored', error, { code });
    return refusePhoto(request, reply, { refusal: { code }, dependencies });
  }
}

/** Returns the parts of a request that storing a photo needs; the body is its unread stream. */
function toPhotoRequest({ params, query, headers, ip, raw }: PhotoHttpRequest): PhotoRequest {
  const length = headers['content-length'];
  return {
    file: params.file,
    query,
    contentType: headers['content-type'] ?? '',
    contentLength: length === undefined ? undefined : Number(length),
    address: ip,
    body: raw,
  };
}

/**
 * A photo that is not stored. `target` is absent if the upload target was not valid, or if storing failed.
 */
interface RefusedPhoto {
  readonly refusal: PhotoRefusal | TooManyRequests;
  readonly target?: SignedTarget;
  readonly dependencies: PhotoDependencies;
}

/**
 * Reads the rest of the photo, within the limits of `drainBody`, then sends the reason in the request's
 * language. Closes the connection if bytes are left.
 */
async function refusePhoto(
  request: PhotoHttpRequest,
  reply: FastifyReply,
  { refusal, target, dependencies }: RefusedPhoto,
): Promise<FastifyReply> {
  // A sender that has disconnected needs no answer.
  await drainBody(request, target?.maxBytes ?? 0).catch(() => undefined);
  // Unread bytes would be parsed as the connection's next request.
  if (!request.raw.complete) reply.header('Connection', 'close');
  return sendRefusal(request, reply, refusal, dependencies, formatPhotoRefusal);
}

const drainMs = 5000;

/**
 * Reads the rest of a body, since a browser reads no answer before it has sent everything. Stops after
 * `drainMs` or after more than `maxBytes`. Reads nothing if the body announces more, or if `maxBytes` is 0.
 */
async function drainBody({ raw }: PhotoHttpRequest, maxBytes: number): Promise<void> {
  let left = maxBytes - Number(raw.headers['content-length'] ?? 0) < 0 ? 0 : maxBytes;
  if (raw.complete || left === 0) return;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, drainMs).unref();
  /** Stops the reading after more than `maxBytes`. */
  const countChunk = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) resolve();
  };
  raw.on('data', countChunk).once('end', resolve).once('close', resolve);
  await ended;
  clearTimeout(timer);
  raw.off('data', countChunk);
}

/** Seconds after which a photo that is not ready should be requested again. */
const retryAfterS = 60;

/**
 * Returns a photo; undefined if there is none for the link. If the bucket fails, that is logged, and the
 * photo counts as not ready.
 */
async function readPhoto(
  { params: { file }, query }: PhotoHttpRequest,
  { photos, log }: PhotoDependencies,
): Promise<LinkedPhoto | undefined> {
  try {
    return await photos.read({ file, query });
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    log.error('photo-not-read', error, { reason: error.reason });
    return { isReady: false };
  }
}

/**
 * Sends a photo as a download: 404 if there is none for the link, 503 with `Retry-After` if it is not ready.
 */
async function sendPhotoFile(
  request: PhotoHttpRequest,
  reply: FastifyReply,
  dependencies: PhotoDependencies,
): Promise<FastifyReply> {
  const photo = await readPhoto(request, dependencies);
  reply.header('Cache-Control', 'private, no-store').header('X-Robots-Tag', 'noindex');
  if (!photo) {
    reply.callNotFound();
    return reply;
  }
  if (!photo.isReady) {
    const ready = dependencies.forms.current();
    const key = isDeliveredUnchanged(request.params.file) ? 'server.file-pending' : 'server.photo-pending';
    const message = formatText(ready.form, negotiateRequestLocale(request, ready), key);
    return reply
      .code(503)
      .header('Retry-After', String(retryAfterS))
      .type('text/plain; charset=utf-8')
      .send(message);
  }
  const { path, name } = photo.entry;
  // A download is never opened in this origin: `nosniff` and an empty policy come with every answer.
  reply.headers({
    'Content-Disposition': contentDisposition(toDownloadName(name, path), {
      fallback: toDownloadName('', path),
    }),
    'Content-Length': String(photo.bytes),
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
  return reply.type(getPhotoType(path)).send(photo.stream);
}
