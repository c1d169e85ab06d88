import type { FastifyInstance } from 'fastify';
import type { HttpDependencies } from '../dependencies.ts';
import { openDesk } from './desk-context.ts';

/** How far back what arrived lately goes. */
const latelyMs = 7 * 24 * 60 * 60 * 1000;

/** What arrived lately, by type, of the types and sites that somebody is limited to: counted, and nothing of what it says. */
export function arrivalsRoute(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, now } = dependencies;
  const desk = openDesk(dependencies);
  scope.get('/api/arrivals', { config: { role: 'viewer' } }, async (request) =>
    store.arrivals({ since: now() - latelyMs, within: desk.reachOf(request) }),
  );
}
