import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { memoizeByKey, memoizeByObject } from '#engine/model/memoize.ts';

// Texts are compressed whole: `@fastify/compress` streams, is slower, and gives no length.
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** The `Cache-Control` of answers whose address changes with their content. */
export const immutableCacheControl = 'public, max-age=31536000, immutable';

/** Minimum bytes for compression. Shorter answers hardly shrink. */
const minBytes = 1024;

/**
 * Compresses a text as the browser accepts it (RFC 9110, section 12.5.3), and sends it; short texts are sent
 * as they are. Prefers speed to size.
 */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, text }: { readonly type: string; readonly text: string },
): Promise<FastifyReply> {
  const bytes = Buffer.from(text);
  const encoding = chooseEncoding(request, reply, bytes.length);
  reply.type(type);
  return reply.send(encoding === null ? bytes : await compressBytes(bytes, encoding, quick));
}

/**
 * Sends a text whose compressed form is cached, so size is preferred to speed. The caller must pass the same
 * object with the text each time, because it is the key of the cache.
 */
export async function sendCachedText(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, kept }: { readonly type: string; readonly kept: { readonly text: string } },
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request, reply, kept.text.length);
  reply.type(type);
  if (encoding === null) return reply.send(kept.text);
  return reply.send(await compressText(kept)(encoding));
}

/**
 * Returns a function that compresses a text by encoding. The bytes are cached as long as the object exists.
 */
const compressText = memoizeByObject(({ text }: { readonly text: string }) =>
  memoizeByKey((encoding: Encoding) => compressBytes(Buffer.from(text), encoding, thorough)),
);

/**
 * Returns the encoding, and sets `Content-Encoding` and `Vary`. Null means no compression: the browser
 * accepts none, or the text has fewer than `minBytes`.
 * @param length The length of the text or its bytes.
 */
function chooseEncoding(request: FastifyRequest, reply: FastifyReply, length: number): Encoding | null {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = length < minBytes ? null : negotiate(accepted, encodings);
  addVary(reply, 'Accept-Encoding');
  if (encoding !== null) reply.header('Content-Encoding', encoding);
  return encoding;
}

/** Sends a value as JSON. Undefined becomes null. */
export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  value: unknown,
): Promise<FastifyReply> {
  return sendText(request, reply, { type: 'application/json', text: JSON.stringify(value ?? null) });
}

/** Adds a name to the header `Vary`; names that it has already stay. */
export function addVary(reply: FastifyReply, name: string): void {
  const others = reply.getHeader('Vary');
  reply.header('Vary', others === undefined ? name : `${String(others)}, ${name}`);
}

const encodings: Encoding[] = ['br', 'gzip'];

type Encoding = 'br' | 'gzip';

/** The compression level of each encoding. */
type Effort = Readonly<Record<Encoding, number>>;

const quick: Effort = { br: 4, gzip: 6 };
const thorough: Effort = { br: 9, gzip: 9 };

/** Returns the bytes compressed with an encoding, at its level. */
function compressBytes(bytes: Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> {
  return encoding === 'br'
    ? brotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: effort.br,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      })
    : zip(bytes, { level: effort.gzip });
}
