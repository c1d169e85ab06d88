import { Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerSettings } from '../config/settings.ts';
import { addressKey } from '../limits/limits.ts';
import type { RequestRefusal, TooManyRequests } from '../refusal.ts';

export class UnreadBody extends Error {
  override readonly name = 'UnreadBody';
  /** Fastify answers with this status. */
  readonly statusCode: number;
  readonly refusal: RequestRefusal | TooManyRequests;

  constructor(refusal: RequestRefusal | TooManyRequests) {
    super('Cannot read a body: there is no room for it, or it does not come');
    this.refusal = refusal;
    this.statusCode = 'status' in refusal ? refusal.status : 429;
  }
}

/** Seconds after which a client may try again. Memory can become free at any moment. */
const soonS = 5;

/**
 * Limits the memory of bodies that are still arriving, in total and per address. Bodies are parsed when they
 * are complete, so slow senders on many connections could fill the memory. Photos are streamed and have their
 * own limit.
 */
export function boundBodies(
  app: FastifyInstance,
  {
    settings,
    isOn,
  }: {
    readonly settings: ServerSettings['bodies'] /** True if the limit per address applies. */;
    readonly isOn: boolean;
  },
): void {
  const heldOf = new Map<string, number>();
  let held = 0;
  const count = (key: string, bytes: number) => {
    held += bytes;
    const own = (heldOf.get(key) ?? 0) + bytes;
    if (own > 0) heldOf.set(key, own);
    else heldOf.delete(key);
    return held > settings.bytes || (isOn && own > settings.bytesOfAddress);
  };

  // The size of a multipart form in memory is unknown before it is complete, so the forms themselves are
  // counted.
  const formsOf = new Map<string, number>();
  const openForm = (key: string, reply: FastifyReply) => {
    const open = (formsOf.get(key) ?? 0) + 1;
    if (isOn && open > settings.formsOfAddress) throw noRoom();
    formsOf.set(key, open);
    reply.raw.once('close', () => {
      const left = (formsOf.get(key) ?? 1) - 1;
      if (left > 0) formsOf.set(key, left);
      else formsOf.delete(key);
    });
  };

  app.addHook('preParsing', async (request, reply, payload) => {
    const key = addressKey(request.ip);
    if (isInParts(request)) openForm(key, reply);
    if (!isHeldWhole(request)) return payload;
    let own = 0;
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        own += chunk.length;
        const isTooMuch = count(key, chunk.length);
        done(isTooMuch ? noRoom() : null, chunk);
      },
    });
    const giveUp = () => meter.destroy(new UnreadBody({ code: 'bad-request', status: 408 }));
    const timer = setTimeout(giveUp, settings.arriveMs).unref();
    meter.once('close', () => clearTimeout(timer));
    meter.once('error', () => {
      reply.header('Connection', 'close');
      // Read and discard the rest, so that the sender receives the answer.
      payload.unpipe(meter).resume();
    });
    payload.once('error', (error) => meter.destroy(error));
    reply.raw.once('close', () => count(key, -own));
    // Pipe only after Fastify listens: it would miss an earlier error.
    setImmediate(() => payload.pipe(meter));
    return meter;
  });
}

function noRoom(): UnreadBody {
  return new UnreadBody({ code: 'too-many-requests', retryAfterS: soonS });
}

function isInParts({ method, headers }: FastifyRequest): boolean {
  return method === 'POST' && /^multipart\//i.test(headers['content-type'] ?? '');
}

/**
 * Returns true if the body is kept in memory as a whole. Photos are sent by PUT or in a multipart form and
 * are streamed.
 */
function isHeldWhole(request: FastifyRequest): boolean {
  return request.method === 'POST' && !isInParts(request);
}
