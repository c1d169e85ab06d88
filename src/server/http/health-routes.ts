import type { FastifyInstance } from 'fastify';
import { isReadyDespite } from '../platform/health/health.ts';
import type { HttpDependencies } from './dependencies.ts';

/**
 * Adds `/healthz` and `/readyz`, which answer 200 or 503. `/healthz` succeeds if the process runs and the
 * database answers; if it does not answer, that is logged. `/readyz` succeeds if an enquiry can be stored and
 * mails are sent in time; it lists problems and warnings (docs/contract.md, "Addresses").
 */
export function addHealthRoutes(
  app: FastifyInstance,
  { store, health, log }: Pick<HttpDependencies, 'store' | 'health' | 'log'>,
): void {
  app.get('/healthz', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    try {
      await store.ping();
      return reply.send({ status: 'ok' });
    } catch (error) {
      log.error('database-silent', error);
      return reply.code(503).send({ status: 'database-silent' });
    }
  });

  app.get('/readyz', async (_request, reply) => {
    const troubles = await health.findTroubles();
    reply.header('Cache-Control', 'no-store').code(isReadyDespite(troubles) ? 200 : 503);
    return reply.send(troubles);
  });
}
