import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isStoreFull } from '../../store/store-error.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { getPublicOrigin } from '../origins.ts';
import { sendRefusal } from '../refusals.ts';
import { getHeader } from '../request-context.ts';

export type UploadDependencies = Pick<
  HttpDependencies,
  'photos' | 'limits' | 'content' | 'forms' | 'config' | 'log' | 'now'
>;

/**
 * Maximum bytes of a request: a file name of the maximum length of file systems, with every character
 * escaped.
 */
const maxBodyBytes = 16_384;

/** Adds `POST /api/contact-upload` (docs/contract.md, "Upload targets"). */
export function addUploadRoute(app: FastifyInstance, dependencies: UploadDependencies): void {
  app.post('/api/contact-upload', { bodyLimit: maxBodyBytes }, (request, reply) =>
    issueUploadTarget(request, reply, dependencies),
  );
}

/**
 * Counts the request for the limits, and sends an upload target or a refusal. A full store is a refusal, and
 * is logged.
 */
async function issueUploadTarget(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: UploadDependencies,
): Promise<FastifyReply> {
  const { limits, photos, now } = dependencies;
  reply.header('Cache-Control', 'no-store');
  const grant = await limits.consumeUploadTarget({ address: request.ip, now: now() });
  if (!grant.isGranted) {
    const { retryAfterS } = grant;
    return sendRefusal(request, reply, { code: 'too-many-requests', retryAfterS }, dependencies);
  }
  const origin = getPublicOrigin(request, dependencies);
  const { form } = dependencies.forms.current();
  const call = { body: request.body, size: getHeader(request, 'slipway-upload-size'), form, origin };
  const issued = await photos.issue(call).catch((error: unknown) => {
    if (!isStoreFull(error)) throw error;
    dependencies.log.error('photo-not-stored', error);
    return { isIssued: false, refusal: { code: 'store-full' } } as const;
  });
  return issued.isIssued
    ? reply.send(issued.answer)
    : sendRefusal(request, reply, issued.refusal, dependencies);
}
