import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { InboxChoices, InboxListView } from '../../../../api/inbox.ts';
import { includesEnquiryRight, pickAccessScope } from '../../../admin/people/actor.ts';
import { toInboxRow } from '../../../inbox/enquiry-view.ts';
import { parseInboxFilter } from '../../../inbox/inbox-filter.ts';
import { listCurrentTypes } from '../../../inbox/inbox-names.ts';
import { listForwardChoices } from '../../../preset/enquiries.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { sendJson } from '../../send-text.ts';
import { getActor } from '../account/auth.ts';
import { isPositiveInteger } from '../body-fields.ts';
import { createInboxAccess, type EnquiryRoute, sendInboxRefusal, sendNoEnquiry } from './inbox-context.ts';

/**
 * Adds the routes that list and show enquiries and the choices of the list's filters, within the scope of the
 * person.
 */
export function addInboxRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, forms, content, settings, now } = dependencies;
  const { pageSize, mostCounted, longestExcerpt, longestSearch, unansweredHours, mostSelected } =
    settings.desk;
  const inbox = createInboxAccess(dependencies);
  const reader = { config: { role: 'viewer', enquiries: 'read' } } as const;

  /**
   * Sends one page of the list: the latest before the sequence number `before` of the query, or the earliest
   * after its `after`, which wins. Without both, the latest of all. An invalid filter gets 400.
   * @param isSuspected True for the list of suspected enquiries, false for that of the others.
   */
  async function sendList(request: FastifyRequest, reply: FastifyReply, isSuspected: boolean) {
    const asking = { me: getActor(request).id, within: inbox.getScope(request), isSuspected, now: now() };
    const asked = parseInboxFilter(request.query, asking, settings.desk);
    if (!asked.ok) return sendInboxRefusal(reply, 400, asked.refusal);
    const { filter } = asked;
    const [before, after] = [Number(Object(request.query).before), Number(Object(request.query).after)];
    const [found, count, names] = await Promise.all([
      store.findEnquiries({
        filter,
        limit: pageSize + 1,
        ...(isPositiveInteger(after) ? { after } : isPositiveInteger(before) && { before }),
      }),
      store.countEnquiries({ filter, most: mostCounted }),
      inbox.loadNames(request),
    ]);
    const shown = found.slice(0, pageSize);
    const last = shown.at(-1);
    const rows = shown.map(async (enquiry) => ({
      ...toInboxRow(enquiry, { names, longestExcerpt }),
      ...(isSuspected && (await inbox.findBlock(request, enquiry))),
    }));
    const page: InboxListView = {
      rows: await Promise.all(rows),
      ...(found.length > pageSize && last && { next: last.sequence }),
      count,
      counted: mostCounted,
    };
    return sendJson(request, reply, page);
  }
  scope.get('/api/enquiries', reader, (request, reply) => sendList(request, reply, false));
  scope.get('/api/enquiries/suspected', reader, (request, reply) => sendList(request, reply, true));

  scope.get('/api/enquiries/choices', reader, async (request): Promise<InboxChoices> => {
    const { types: within, sites } = inbox.getScope(request);
    const { sites: all } = content();
    const [names, people, campaigns] = await Promise.all([
      inbox.loadNames(request),
      store.people(),
      store.countCampaigns({ ...inbox.getScope(request), limit: settings.figures.mostCampaigns }),
    ]);
    return {
      types: listCurrentTypes({ form: forms.current().form, content: content() })
        .filter((id) => within?.includes(String(id)) ?? true)
        .map((id) => names.type(id)),
      ...listForwardChoices(content(), names),
      sites: all.map(({ domain }) => domain).filter((domain) => sites?.includes(domain) ?? true),
      ...(campaigns.length > 0 && { campaigns: campaigns.map(({ name }) => name) }),
      people: people
        .filter((person) => !person.isDamaged && includesEnquiryRight(pickAccessScope(person), 'handle'))
        .map(({ id, name }) => ({ id, name })),
      longestSearch,
      unansweredHours,
      mostSelected,
    };
  });

  scope.get<EnquiryRoute>('/api/enquiries/:id', reader, async (request, reply) => {
    const file = await inbox.findEnquiry(request);
    return file ? sendJson(request, reply, await inbox.toView(request, file)) : sendNoEnquiry(reply);
  });
}
