import type { FastifyInstance } from 'fastify';
import type { PreviewLinkListView, PreviewLinkView, ReviewRefusal } from '../../../../api/review.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { getPublicOrigin } from '../../origins.ts';
import { getActor, sendPeopleRefusal } from '../account/auth.ts';
import { defineBody, flagShape, jsonShape, numberShape } from '../bodies.ts';
import { getBody, sendBadField } from '../body-fields.ts';
import { parseEnteredQuery } from '../draft/preview-query.ts';
import { sendScopeRefusal } from '../send-scope-refusal.ts';

/** Adds the routes that make, list and revoke links to previews. They need the right to edit. */
export function addPreviewLinkAdminRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { studio, settings } = dependencies;
  const { previewLinks } = studio;
  const editor = { config: { role: 'editor' } } as const;
  const { mostDays, mostLinks } = settings.review;

  scope.get(
    '/api/preview-links',
    editor,
    async (request): Promise<PreviewLinkListView> =>
      previewLinks.list(getActor(request), getPublicOrigin(request, dependencies)),
  );

  scope.post(
    '/api/preview-links',
    {
      ...editor,
      ...defineBody({ query: jsonShape, days: numberShape, isFrozen: flagShape, acceptsComments: flagShape }),
    },
    async (request, reply): Promise<PreviewLinkView | typeof reply> => {
      const { days, isFrozen, acceptsComments } = getBody(request);
      if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > mostDays)
        return sendBadField(reply, 'days', `A link is valid for 1 to ${mostDays} days.`);
      const { query } = parseEnteredQuery(request);
      const made = await previewLinks.create(
        { query, days, isFrozen: isFrozen === true, acceptsComments: acceptsComments === true },
        getActor(request),
        getPublicOrigin(request, dependencies),
      );
      if (made.kind === 'created') return made.link;
      if (made.kind === 'outside-reach') return sendScopeRefusal(reply, made);
      if (made.kind === 'unknown') return sendBadField(reply, made.name, formatUnknown(made));
      const refusal: ReviewRefusal = { error: 'too-many', most: mostLinks };
      return reply.code(429).send(refusal);
    },
  );

  scope.delete<{ readonly Params: { readonly id: string } }>(
    '/api/preview-links/:id',
    editor,
    async (request, reply) =>
      (await previewLinks.revoke(request.params.id, getActor(request)))
        ? { ok: true }
        : sendPeopleRefusal(reply, 404, { error: 'not-found' }),
  );
}

/** Returns the sentence for a site or a type that does not exist, with what to do. */
function formatUnknown({ name, value }: { readonly name: 'site' | 'type'; readonly value: string }): string {
  if (value === '') return 'There is no site yet: add one under Content, Sites, then make the link.';
  const place = name === 'site' ? 'Content, Sites' : 'Forms';
  const noun = name === 'site' ? 'site' : 'form';
  return `There is no ${noun} "${value}": it was removed, or its key is wrong. Choose one that is listed under ${place}.`;
}
