import type { FastifyInstance } from 'fastify';
import type { HttpDependencies } from '../dependencies.ts';

/** How far back what arrived lately goes. */
const latelyMs = 7 * 24 * 60 * 60 * 1000;

/** What arrived lately, by type: counted, and nothing of what it says. */
export function arrivalsRoute(scope: FastifyInstance, { store, now }: HttpDependencies): void {
  scope.get('/api/arrivals', { config: { role: 'viewer' } }, async () =>
    store.arrivals({ since: now() - latelyMs }),
  );
}
