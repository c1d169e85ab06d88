import { Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toAddressKey } from '../limits/limits.ts';
import type { ServerSettings } from '../platform/config/settings.ts';
import type { RequestRefusal, TooManyRequests } from '../platform/refusal.ts';

/** The error of a request whose body is not read further; `refusal` is the answer. */
export class UnreadBodyError extends Error {
  override readonly name = 'UnreadBodyError';
  /** Fastify answers with this status. */
  readonly statusCode: number;
  readonly refusal: RequestRefusal | TooManyRequests;

  constructor(refusal: RequestRefusal | TooManyRequests) {
    super('Cannot read a body: too many bodies are arriving, or it arrives too slowly');
    this.refusal = refusal;
    this.statusCode = 'status' in refusal ? refusal.status : 429;
  }
}

/** Seconds after which a client may try again. Memory can become free at any moment. */
const retrySoonS = 5;

/**
 * Adds a hook that limits the memory of bodies that are still arriving, in total and per address, and the
 * simultaneous multipart forms per address. Beyond that, reading fails with an `UnreadBodyError` for 429, for
 * slow bodies for 408. Photos are streamed and have their own limit.
 */
export function limitBodies(
  app: FastifyInstance,
  {
    settings,
    isOn,
  }: {
    readonly settings: ServerSettings['bodies'];
    /** True if the limits per address apply; the limit in total always does. */
    readonly isOn: boolean;
  },
): void {
  const bufferedByAddress = new Map<string, number>();
  let bufferedBytes = 0;
  /**
   * Adds bytes to the total and to an address (negative: removes them). Returns true if a limit is exceeded.
   */
  const addBytes = (key: string, bytes: number) => {
    bufferedBytes += bytes;
    const own = (bufferedByAddress.get(key) ?? 0) + bytes;
    if (own > 0) bufferedByAddress.set(key, own);
    else bufferedByAddress.delete(key);
    return bufferedBytes > settings.bytes || (isOn && own > settings.bytesOfAddress);
  };

  // The size of a multipart form in memory is unknown before it is complete, so the forms themselves are
  // counted.
  const openForms = new Map<string, number>();
  /**
   * Counts a form until its answer ends.
   * @throws UnreadBodyError if the address has too many at a time.
   */
  const countForm = (key: string, reply: FastifyReply) => {
    const open = (openForms.get(key) ?? 0) + 1;
    if (isOn && open > settings.formsOfAddress) throw createNoRoomError();
    openForms.set(key, open);
    reply.raw.once('close', () => {
      const left = (openForms.get(key) ?? 1) - 1;
      if (left > 0) openForms.set(key, left);
      else openForms.delete(key);
    });
  };

  app.addHook('preParsing', async (request, reply, payload) => {
    const key = toAddressKey(request.ip);
    if (isMultipart(request)) countForm(key, reply);
    if (!isBuffered(request)) return payload;
    let own = 0;
    const meter = new Transform({
      /** Counts a chunk and passes it on, or fails if a limit is exceeded. */
      transform(chunk: Buffer, _encoding, done) {
        own += chunk.length;
        const isTooMuch = addBytes(key, chunk.length);
        done(isTooMuch ? createNoRoomError() : null, chunk);
      },
    });
    /** Ends reading with 408. */
    const refuseSlowBody = () => meter.destroy(new UnreadBodyError({ code: 'bad-request', status: 408 }));
    const timer = setTimeout(refuseSlowBody, settings.arriveMs).unref();
    meter.once('close', () => clearTimeout(timer));
    meter.once('error', () => {
      reply.header('Connection', 'close');
      // Read and discard the rest, so that the sender receives the answer.
      payload.unpipe(meter).resume();
    });
    payload.once('error', (error) => meter.destroy(error));
    reply.raw.once('close', () => addBytes(key, -own));
    // Pipe only after Fastify listens: it would miss an earlier error.
    setImmediate(() => payload.pipe(meter));
    return meter;
  });
}

/** Returns the error for 429, with the time after which the client may try again. */
function createNoRoomError(): UnreadBodyError {
  return new UnreadBodyError({ code: 'too-many-requests', retryAfterS: retrySoonS });
}

/** Returns true for a POST with a multipart body. */
function isMultipart({ method, headers }: FastifyRequest): boolean {
  return method === 'POST' && /^multipart\//i.test(headers['content-type'] ?? '');
}

/**
 * Returns true if the whole body is read into memory: for a POST that is not multipart. Photos are sent by
 * PUT or in a multipart form and are streamed.
 */
function isBuffered(request: FastifyRequest): boolean {
  return request.method === 'POST' && !isMultipart(request);
}
