import type { FastifyInstance } from 'fastify';
import type { Me } from '../../../studio/protocol-people.ts';
import { personOf } from './door.ts';

/** One's own account. */
export function accountRoutes(scope: FastifyInstance): void {
  scope.get(
    '/api/me',
    { config: { role: 'viewer' } },
    async (request): Promise<Me> => ({
      ...personOf(request),
      hasPassword: true,
    }),
  );
}
