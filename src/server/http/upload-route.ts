import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatText } from '#engine';
import { typeNames } from '#widgets/photos/port.ts';
import { allowSites } from './cors.ts';
import type { HttpParts } from './parts.ts';
import { localeOf, originsOf } from './request-context.ts';

/** What the call works with. */
export type UploadRouteParts = Pick<
  HttpParts,
  'photos' | 'limits' | 'content' | 'forms' | 'config' | 'log' | 'now'
>;

/** Longest body of a call: a file name of any length that a system allows, every character written as an escape. */
const maxBodyBytes = 16_384;

/** `POST /api/contact-upload` and its preflight (specification, section 7.1). */
export function uploadRoute(app: FastifyInstance, parts: UploadRouteParts): void {
  app.route({
    url: '/api/contact-upload',
    method: ['POST', 'OPTIONS'],
    bodyLimit: maxBodyBytes,
    handler: async (request, reply) => {
      allowSites(request, reply, parts.content());
      return request.method === 'OPTIONS' ? reply.code(204).send() : issue(request, reply, parts);
    },
  });
}

async function issue(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: UploadRouteParts,
): Promise<FastifyReply> {
  const { limits, photos, config, now } = parts;
  reply.header('Cache-Control', 'no-store');
  const grant = limits.takeUploadTarget({ address: request.ip, now: now() });
  if (!grant.isGranted) {
    reply.header('Retry-After', String(grant.retryAfterS));
    return refuse(request, reply, {
      ...{ status: 429, code: 'too-many-requests', text: 'server.too-many-requests', parts },
      values: { minutes: Math.ceil(grant.retryAfterS / 60) },
    });
  }
  const origin = originsOf(request, config.publicOrigin).at(-1) ?? '';
  const { form } = parts.forms.current();
  const issued = await photos.issue({ body: request.body, form, origin });
  if (issued.isIssued) return reply.send(issued.answer);
  return issued.code === 'bad-filename'
    ? refuse(request, reply, { status: 400, code: issued.code, text: 'server.bad-filename', parts })
    : refuse(request, reply, {
        ...{ status: 415, code: issued.code, text: 'server.unknown-photo-type', parts },
        values: { types: typeNames(issued.types) },
      });
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly text: string;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly parts: UploadRouteParts;
}

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, code, text, values, parts }: Refusal,
): FastifyReply {
  const ready = parts.forms.current();
  parts.log.info('target-refused', { code, status });
  const message = formatText(ready.form, localeOf(request, ready), text, values);
  return reply.code(status).send({ error: code, message });
}
