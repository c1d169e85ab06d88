import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowSites } from './cors.ts';
import type { HttpParts } from './parts.ts';
import { sendRefusal } from './refusals.ts';
import { originsOf } from './request-context.ts';

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
    const { retryAfterS } = grant;
    return sendRefusal(request, reply, { code: 'too-many-requests', retryAfterS }, parts);
  }
  const origin = originsOf(request, config.publicOrigin).at(-1) ?? '';
  const { form } = parts.forms.current();
  const issued = await photos.issue({ body: request.body, form, origin });
  return issued.isIssued ? reply.send(issued.answer) : sendRefusal(request, reply, issued.refusal, parts);
}
