import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatText } from '#engine';
import { BucketError } from '../bucket/bucket-error.ts';
import { downloadName } from '../photos/file-name.ts';
import type { ReadPhoto } from '../photos/open-photos.ts';
import { photosRoute, type TargetNote } from '../photos/photo-address.ts';
import { isKeptAsItIs, typeOfPath } from '../photos/photo-path.ts';
import type { PhotoRequest } from '../photos/put-photo.ts';
import { InterruptedUpload, SlowUpload } from '../photos/receive-photo.ts';
import { type PhotoRefusal, photoProblem, type TooManyRequests } from '../refusal.ts';
import { isStoreFull } from '../store/store-error.ts';
import type { HttpDependencies } from './dependencies.ts';
import { sendRefusal } from './refusals.ts';
import { localeOf } from './request-context.ts';

export type PhotoDependencies = Pick<HttpDependencies, 'photos' | 'forms' | 'log'>;

type PhotoHttpRequest = FastifyRequest<{
  readonly Params: { readonly file: string };
  readonly Querystring: Readonly<Record<string, unknown>>;
}>;

const address = `${photosRoute}/:file`;

/** Adds the route that receives photos at their upload targets. */
export async function photoTargetRoute(app: FastifyInstance, dependencies: PhotoDependencies): Promise<void> {
  await app.register(async (scope) => {
    // Bodies are streamed, never parsed or buffered.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.put(address, (request: PhotoHttpRequest, reply) => put(request, reply, dependencies));
  });
}

/** Adds the route that serves photos to the links in mails. */
export function photoLinkRoute(app: FastifyInstance, dependencies: PhotoDependencies): void {
  app.get(address, (request: PhotoHttpRequest, reply) => give(request, reply, dependencies));
}

async function put(
  request: PhotoHttpRequest,
  reply: FastifyReply,
  dependencies: PhotoDependencies,
): Promise<FastifyReply> {
  const { photos, log } = dependencies;
  reply.header('Cache-Control', 'no-store');
  try {
    const outcome = await photos.put(photoRequest(request));
    if (!outcome.isStored) return await refuse(request, reply, { ...outcome, dependencies });
    log.info('photo-stored', { id: outcome.path, bytes: outcome.bytes });
    return reply.code(200).send();
  } catch (error) {
    if (error instanceof InterruptedUpload) {
      log.info('photo-interrupted');
      return reply.hijack();
    }
    if (error instanceof SlowUpload)
      return refuse(request, reply, { refusal: { code: 'too-slow' }, dependencies });
    const code = isStoreFull(error) ? 'store-full' : 'unavailable';
    log.error('photo-not-stored', error, { code });
    return refuse(request, reply, { refusal: { code }, dependencies });
  }
}

function photoRequest({ params, query, headers, ip, raw }: PhotoHttpRequest): PhotoRequest {
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

interface RefusedPhoto {
  readonly refusal: PhotoRefusal | TooManyRequests;
  readonly target?: TargetNote;
  readonly dependencies: PhotoDependencies;
}

/** Sends the reason in the request's language, once the sender reads it. */
async function refuse(
  request: PhotoHttpRequest,
  reply: FastifyReply,
  { refusal, target, dependencies }: RefusedPhoto,
): Promise<FastifyReply> {
  // A sender that has disconnected needs no answer.
  await drain(request, target?.maxBytes ?? 0).catch(() => undefined);
  // Unread bytes would be parsed as the connection's next request.
  if (!request.raw.complete) reply.header('Connection', 'close');
  return sendRefusal(request, reply, refusal, dependencies, photoProblem);
}

const drainMs = 5000;

/**
 * Reads the rest of a body, since a browser reads no answer before it has sent everything. Stops if more
 * arrives than was allowed, or if there was no valid target.
 */
async function drain({ raw }: PhotoHttpRequest, maxBytes: number): Promise<void> {
  let left = maxBytes - Number(raw.headers['content-length'] ?? 0) < 0 ? 0 : maxBytes;
  if (raw.complete || left === 0) return;
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, drainMs).unref();
  const take = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) resolve();
  };
  raw.on('data', take).once('end', resolve).once('close', resolve);
  await over;
  clearTimeout(timer);
  raw.off('data', take);
}

/** Seconds after which a photo that is not ready should be requested again. */
const retryAfterS = 60;

/** Reads a photo. If the bucket fails, the photo is treated as not ready. */
async function read(
  { params: { file }, query }: PhotoHttpRequest,
  { photos, log }: PhotoDependencies,
): Promise<ReadPhoto | undefined> {
  try {
    return await photos.read({ file, query });
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    log.error('photo-not-read', error, { reason: error.reason });
    return { isReady: false };
  }
}

async function give(
  request: PhotoHttpRequest,
  reply: FastifyReply,
  dependencies: PhotoDependencies,
): Promise<FastifyReply> {
  const photo = await read(request, dependencies);
  reply.header('Cache-Control', 'private, no-store').header('X-Robots-Tag', 'noindex');
  if (!photo) {
    reply.callNotFound();
    return reply;
  }
  if (!photo.isReady) {
    const ready = dependencies.forms.current();
    const key = isKeptAsItIs(request.params.file) ? 'server.file-pending' : 'server.photo-pending';
    const message = formatText(ready.form, localeOf(request, ready), key);
    return reply
      .code(503)
      .header('Retry-After', String(retryAfterS))
      .type('text/plain; charset=utf-8')
      .send(message);
  }
  const { path, name } = photo.entry;
  // A download is never opened in this origin: `nosniff` and an empty policy come with every answer.
  reply.headers({
    'Content-Disposition': contentDisposition(downloadName(name, path), {
      fallback: downloadName('', path),
    }),
    'Content-Length': String(photo.bytes),
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
  return reply.type(typeOfPath(path)).send(photo.stream);
}
