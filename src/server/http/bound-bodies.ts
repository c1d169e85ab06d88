import { Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerSettings } from '../config/settings.ts';
import { addressKey } from '../limits/limits.ts';
import type { RequestRefusal, TooManyRequests } from '../refusal.ts';

/** A body that is not read to its end. */
export class UnreadBody extends Error {
  override readonly name = 'UnreadBody';
  /** Fastify answers with it. */
  readonly statusCode: number;
  readonly refusal: RequestRefusal | TooManyRequests;

  constructor(refusal: RequestRefusal | TooManyRequests) {
    super('Cannot read a body: there is no room for it, or it does not come');
    this.refusal = refusal;
    this.statusCode = 'status' in refusal ? refusal.status : 429;
  }
}

/** How long somebody waits for whom room may become free at any time. */
const soonS = 5;

/**
 * Bounds what of bodies is held while they arrive, in all and of one address: they are parsed once they are whole, so that whoever sends
 * slowly on many connections would have the server hold everything that was sent. Photos are streamed, and have a budget of their own.
 */
export function boundBodies(
  app: FastifyInstance,
  {
    settings,
    isOn,
  }: {
    readonly settings: ServerSettings['bodies'] /** Whether an address may hold only its share. */;
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

  // What of a form in parts is held is known to nobody before it is whole: they are counted themselves.
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
      // What still comes is read and left, so that the sender hears why.
      payload.unpipe(meter).resume();
    });
    payload.once('error', (error) => meter.destroy(error));
    reply.raw.once('close', () => count(key, -own));
    // Once Fastify listens: it would miss an error that comes before.
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

/** A photo comes by PUT, or in a part of a form. */
function isHeldWhole(request: FastifyRequest): boolean {
  return request.method === 'POST' && !isInParts(request);
}
