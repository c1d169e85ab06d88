import type { FastifyInstance } from 'fastify';
import type { HttpDependencies } from '../dependencies.ts';
import { openDesk } from './desk-context.ts';

const latelyMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Adds the route that counts recent enquiries by type, within the scope of the person. It returns no answers.
 */
export function arrivalsRoute(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, now } = dependencies;
  const desk = openDesk(dependencies);
  scope.get('/api/arrivals', { config: { role: 'viewer' } }, async (request) =>
    store.arrivals({ since: now() - latelyMs, within: desk.reachOf(request) }),
  );
}
