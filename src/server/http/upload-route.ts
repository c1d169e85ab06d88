import type { FastifyInstance } from 'fastify';
import { allowSites } from './cors.ts';
import type { HttpParts } from './parts.ts';

/** `POST /api/contact-upload` and its preflight (specification, section 7.1): this server takes no photos yet, and says so. */
export function uploadRoute(app: FastifyInstance, parts: HttpParts): void {
  app.route({
    url: '/api/contact-upload',
    method: ['POST', 'OPTIONS'],
    handler: async (request, reply) => {
      allowSites(request, reply, parts.content());
      if (request.method === 'OPTIONS') return reply.code(204).send();
      return reply.code(501).send({ error: 'not-supported', message: 'This server takes no photos.' });
    },
  });
}
