import type { FastifyInstance } from 'fastify';
import type { HttpDependencies } from '../../dependencies.ts';
import { createInboxAccess } from './inbox-context.ts';

const recentMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Adds the route `/api/arrivals`, which counts the enquiries of the last seven days by type, within the scope
 * of the person. It returns no answers.
 */
export function addArrivalsRoute(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, now } = dependencies;
  const inbox = createInboxAccess(dependencies);
  scope.get('/api/arrivals', { config: { role: 'viewer' } }, async (request) =>
    store.arrivals({ since: now() - recentMs, within: inbox.getScope(request) }),
  );
}
