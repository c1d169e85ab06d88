import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { InboxView, InboxViews } from '../../../../api/inbox.ts';
import { parseInboxFilter } from '../../../inbox/inbox-filter.ts';
import { parseViews } from '../../../inbox/inbox-views.ts';
import type { SavedInboxView, SavedInboxViews } from '../../../store/records/inbox-views-entry.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { getActor } from '../account/auth.ts';
import { defineBody, listShape, numberShape } from '../bodies.ts';
import { getBody } from '../body-fields.ts';
import { createInboxAccess, sendInboxRefusal } from './inbox-context.ts';

/** Adds the routes that return and replace the saved views of the signed-in person. */
export function addInboxViewsRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, settings, now } = dependencies;
  const { views: limits } = settings.desk;
  const inbox = createInboxAccess(dependencies);
  const reader = { config: { role: 'viewer', enquiries: 'read' } } as const;

  /** Returns a view with the number of its enquiries, if it is counted and its filter is still valid. */
  async function countView(request: FastifyRequest, view: SavedInboxView): Promise<InboxView> {
    if (!view.isCounted) return view;
    const context = { me: getActor(request).id, within: inbox.getScope(request), now: now() };
    const query = Object.fromEntries(new URLSearchParams(view.query));
    const asked = parseInboxFilter(query, context, settings.desk);
    if (!asked.ok) return view;
    return {
      ...view,
      count: await store.countEnquiries({ filter: asked.filter, most: limits.mostCounted }),
    };
  }

  /** Returns the views as the studio shows them. */
  async function toInboxViews(
    request: FastifyRequest,
    { revision, views }: SavedInboxViews,
  ): Promise<InboxViews> {
    const counted = await Promise.all(views.map((view) => countView(request, view)));
    const { most, longestName, mostCounted } = limits;
    return { revision, views: counted, most, longestName, counted: mostCounted };
  }

  scope.get('/api/enquiries/views', reader, async (request) =>
    toInboxViews(request, await store.inboxViews(getActor(request).id)),
  );

  scope.put(
    '/api/enquiries/views',
    { ...reader, ...defineBody({ seen: numberShape, views: listShape }, 'seen', 'views') },
    async (request, reply) => {
      const { seen, views } = getBody(request);
      const parsed = parseViews(views, settings.desk);
      if (!parsed.ok) return sendInboxRefusal(reply, 400, parsed.refusal);
      const person = getActor(request).id;
      const outcome = await store.setInboxViews({ person, seen: Number(seen), views: parsed.views });
      const current = await toInboxViews(request, outcome);
      return outcome.kind === 'done'
        ? current
        : sendInboxRefusal(reply, 409, { error: 'views-changed', current });
    },
  );
}
