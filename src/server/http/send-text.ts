import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Below this a compressed answer is hardly shorter. */
const leastBytes = 1024;

/** Sends a text, compressed as the browser takes it (RFC 9110, section 12.5.3); quick rather than small. */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, text }: { readonly type: string; readonly text: string },
): Promise<FastifyReply> {
  const bytes = Buffer.from(text);
  const encoding = bytes.length < leastBytes ? undefined : encodingOf(request.headers['accept-encoding']);
  addVary(reply, 'Accept-Encoding');
  reply.type(type);
  if (encoding === undefined) return reply.send(bytes);
  return reply.header('Content-Encoding', encoding).send(await compressed(bytes, encoding));
}

/** Adds a name to the header `Vary`. */
export function addVary(reply: FastifyReply, name: string): void {
  const others = reply.getHeader('Vary');
  reply.header('Vary', others === undefined ? name : `${String(others)}, ${name}`);
}

type Encoding = 'br' | 'gzip';

function encodingOf(header: string | string[] | undefined): Encoding | undefined {
  const accepted = String(header ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : undefined;
}

function compressed(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br'
    ? brotli(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      })
    : zip(bytes, { level: 6 });
}
