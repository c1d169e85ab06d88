import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asObject } from '#engine/json-schema/values.ts';
import { pageAt } from '../content/content.ts';
import { dayOf } from '../content/visit.ts';
import type { HttpDependencies } from './dependencies.ts';
import { outsideOrigin } from './origins.ts';
import { sendRefusal } from './refusals.ts';
import { localeOf } from './request-context.ts';

/** Adds `POST /api/contact-resume` (docs/contract.md, "Saved answers"). */
export function resumeRoute(app: FastifyInstance, dependencies: HttpDependencies): void {
  app.post('/api/contact-resume', (request, reply) => save(request, reply, dependencies));
}

async function save(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: HttpDependencies,
): Promise<FastifyReply> {
  reply.header('Cache-Control', 'no-store');
  const { path, email, values } = asObject(request.body);
  const page = typeof path === 'string' ? pageAt(dependencies.content(), path) : undefined;
  if (page === undefined || typeof email !== 'string')
    return sendRefusal(request, reply, { code: 'bad-request', status: 400 }, dependencies);
  const ready = dependencies.forms.current();
  const locale = page.locale ?? localeOf(request, ready);
  const saved = await dependencies.saveAnswers({
    visit: { page, content: dependencies.content(), locale, today: dayOf(dependencies.now()) },
    ready,
    values: asObject(values),
    email,
    outsideOrigin: outsideOrigin(request, dependencies),
    address: request.ip,
  });
  return saved.isSaved
    ? reply.send({ until: saved.until })
    : sendRefusal(request, reply, saved.refusal, dependencies);
}
