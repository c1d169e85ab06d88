import type { FastifyInstance } from 'fastify';
import type { StudioServices } from '../../../studio/open-studio.ts';
import { getActor } from '../account/auth.ts';
import { defineBody, textShape } from '../bodies.ts';

/**
 * Adds the route by which pages report where in the studio a person is. A position outside the studio is
 * stored as an empty one.
 */
export function addPresenceRoute(scope: FastifyInstance, { draftService }: StudioServices): void {
  scope.post(
    '/api/presence',
    { config: { role: 'viewer' }, ...defineBody({ page: textShape, place: textShape }) },
    async (request) => {
      const given = Object(request.body) as Readonly<Record<string, unknown>>;
      /** Returns a text of the body, cut after `most` characters; empty if it is absent. */
      const readText = (name: string, most: number) =>
        typeof given[name] === 'string' ? given[name].slice(0, most) : '';
      const place = readText('place', 500);
      // Others see the position as a link, so it must lead into the studio.
      const isInside = isStudioPage(place);
      draftService.setPosition({
        page: readText('page', 100),
        name: getActor(request).name,
        place: isInside ? place : '',
      });
      return { ok: true };
    },
  );
}

/**
 * Returns true if a link leads to a page below `/studio/`, false for the API. It is parsed as browsers do,
 * which resolve `..` and `%2e%2e`.
 */
function isStudioPage(place: string): boolean {
  if (!/^\/studio\/[^\\]*$/.test(place)) return false;
  const path = URL.parse(place, 'http://studio.invalid')?.pathname ?? '';
  return path.startsWith('/studio/') && !path.startsWith('/studio/api');
}
