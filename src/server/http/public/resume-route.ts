import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asObject } from '#engine/json-schema/values.ts';
import { findPage } from '../../forms/content/content.ts';
import { toUtcDay } from '../../forms/content/visit.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { getPublicOrigin } from '../origins.ts';
import { sendRefusal } from '../refusals.ts';
import { negotiateRequestLocale } from '../request-context.ts';

/** Adds `POST /api/contact-resume` (docs/contract.md, "Saved answers"). */
export function addResumeRoute(app: FastifyInstance, dependencies: HttpDependencies): void {
  app.post('/api/contact-resume', (request, reply) => handleSaveRequest(request, reply, dependencies));
}

/**
 * Saves the answers in the body and mails their link to the address in it. Sends the day until which they are
 * saved, or a refusal.
 */
async function handleSaveRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: HttpDependencies,
): Promise<FastifyReply> {
  reply.header('Cache-Control', 'no-store');
  const { path, email, values } = asObject(request.body);
  const page = typeof path === 'string' ? findPage(dependencies.content(), path) : undefined;
  if (page === undefined || typeof email !== 'string')
    return sendRefusal(request, reply, { code: 'bad-request', status: 400 }, dependencies);
  const ready = dependencies.forms.current();
  const locale = page.locale ?? negotiateRequestLocale(request, ready);
  const saved = await dependencies.saveAnswers({
    visit: { page, content: dependencies.content(), locale, today: toUtcDay(dependencies.now()) },
    ready,
    values: asObject(values),
    email,
    outsideOrigin: getPublicOrigin(request, dependencies),
    address: request.ip,
  });
  return saved.isSaved
    ? reply.send({ until: saved.until })
    : sendRefusal(request, reply, saved.refusal, dependencies);
}
