import type { FastifyInstance } from 'fastify';
import type { Studio } from '../../studio/open-studio.ts';
import { takes, text } from './bodies.ts';
import { personOf } from './door.ts';

/** Adds the route by which pages report where a person is. */
export function presenceRoute(scope: FastifyInstance, { workshop }: Studio): void {
  scope.post(
    '/api/presence',
    { config: { role: 'viewer' }, ...takes({ page: text, place: text }) },
    async (request) => {
      const given = Object(request.body) as Readonly<Record<string, unknown>>;
      const text = (name: string, most: number) =>
        typeof given[name] === 'string' ? given[name].slice(0, most) : '';
      const place = text('place', 500);
      // Others see the position as a link, so it must lead into the studio.
      const isInside = isInStudio(place);
      workshop.place({ page: text('page', 100), name: personOf(request).name, place: isInside ? place : '' });
      return { ok: true };
    },
  );
}

/**
 * Returns true if a link leads to a page of the studio. It is parsed as browsers do, which resolve `..` and
 * `%2e%2e`.
 */
function isInStudio(place: string): boolean {
  if (!/^\/studio\/[^\\]*$/.test(place)) return false;
  const path = URL.parse(place, 'http://studio.invalid')?.pathname ?? '';
  return path.startsWith('/studio/') && !path.startsWith('/studio/api');
}
