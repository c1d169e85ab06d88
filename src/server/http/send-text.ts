import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Below this a compressed answer is hardly shorter. */
const minBytes = 1024;

/** Sends a text, compressed as the browser takes it (RFC 9110, section 12.5.3); quick rather than small. */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, text }: { readonly type: string; readonly text: string },
): Promise<FastifyReply> {
  const bytes = Buffer.from(text);
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = bytes.length < minBytes ? null : negotiate(accepted, encodings);
  addVary(reply, 'Accept-Encoding');
  reply.type(type);
  if (encoding === null) return reply.send(bytes);
  return reply.header('Content-Encoding', encoding).send(await compressed(bytes, encoding));
}

/** Sends a value as JSON; what there is not is null. */
export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  value: unknown,
): Promise<FastifyReply> {
  return sendText(request, reply, { type: 'application/json', text: JSON.stringify(value ?? null) });
}

/** Adds a name to the header `Vary`. */
export function addVary(reply: FastifyReply, name: string): void {
  const others = reply.getHeader('Vary');
  reply.header('Vary', others === undefined ? name : `${String(others)}, ${name}`);
}

/** The best first. */
const encodings: Encoding[] = ['br', 'gzip'];

type Encoding = 'br' | 'gzip';

function compressed(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br'
    ? brotli(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      })
    : zip(bytes, { level: 6 });
}
