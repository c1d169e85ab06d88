import type { FastifyInstance } from 'fastify';
import type { HttpParts } from './parts.ts';

/** `GET /healthz` answers 200 once the database answers (docs/contract.md, "Addresses"). */
export function healthRoute(app: FastifyInstance, { store, log }: HttpParts): void {
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
}
