import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DeskChoices, DeskPage } from '../../../studio/protocol-desk.ts';
import { askedFilter } from '../../desk/desk-filter.ts';
import { typesOfToday } from '../../desk/desk-names.ts';
import { deskRow } from '../../desk/desk-view.ts';
import { mayWithEnquiries, reachOf } from '../../people/actor.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { sendJson } from '../send-text.ts';
import { noEnquiry, type OfEnquiry, openDesk, refuseDesk } from './desk-context.ts';
import { personOf } from './door.ts';

export function deskRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, forms, content, settings } = dependencies;
  const { pageSize, mostCounted, longestExcerpt, longestSearch } = settings.desk;
  const desk = openDesk(dependencies);
  const reader = { config: { role: 'viewer', enquiries: 'read' } } as const;

  async function list(request: FastifyRequest, reply: FastifyReply, isSuspected: boolean) {
    const asking = { me: personOf(request).id, within: desk.reachOf(request), isSuspected };
    const asked = askedFilter(request.query, asking, settings.desk);
    if (!asked.ok) return refuseDesk(reply, 400, asked.refusal);
    const { filter } = asked;
    const [before, after] = [Number(Object(request.query).before), Number(Object(request.query).after)];
    const [found, count, names] = await Promise.all([
      store.findEnquiries({
        ...{ filter, limit: pageSize + 1 },
        ...(after > 0 ? { after } : before > 0 && { before }),
      }),
      store.countEnquiries({ filter, most: mostCounted }),
      desk.namesFor(request),
    ]);
    const shown = found.slice(0, pageSize);
    const last = shown.at(-1);
    const page: DeskPage = {
      rows: shown.map((enquiry) => deskRow(enquiry, { names, longestExcerpt })),
      ...(found.length > pageSize && last && { next: last.sequence }),
      ...{ count, counted: mostCounted },
    };
    return sendJson(request, reply, page);
  }
  scope.get('/api/enquiries', reader, (request, reply) => list(request, reply, false));
  scope.get('/api/enquiries/suspected', reader, (request, reply) => list(request, reply, true));

  scope.get('/api/enquiries/choices', reader, async (request): Promise<DeskChoices> => {
    const { types: within, sites } = desk.reachOf(request);
    const { offices, sites: all } = content();
    const [names, people] = await Promise.all([desk.namesFor(request), store.people()]);
    return {
      types: typesOfToday({ form: forms.current().form, content: content() })
        .filter((id) => within?.includes(String(id)) ?? true)
        .map((id) => names.type(id)),
      offices: offices.map(({ id, email }) => ({ ...names.office(id), hasAddress: Boolean(email?.trim()) })),
      sites: all.map(({ domain }) => domain).filter((domain) => sites?.includes(domain) ?? true),
      people: people
        .filter((person) => !person.isDamaged && mayWithEnquiries(reachOf(person), 'handle'))
        .map(({ id, name }) => ({ id, name })),
      longestSearch,
    };
  });

  scope.get<OfEnquiry>('/api/enquiries/:id', reader, async (request, reply) => {
    const file = await desk.find(request);
    return file ? sendJson(request, reply, await desk.view(request, file)) : noEnquiry(reply);
  });
}
