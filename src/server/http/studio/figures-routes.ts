import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FiguresView } from '../../../studio/protocol-figures.ts';
import { dayOf } from '../../content/visit.ts';
import { csvLine, csvStart } from '../../csv.ts';
import { figuresView } from '../../desk/figures-view.ts';
import type { Actor } from '../../people/actor.ts';
import type { FigureQuery } from '../../store/figure-entry.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { personOf } from './door.ts';
import { localeOf } from './studio-locale.ts';

/** How many days are shown where nothing is said, and at most. */
const usualDays = 28;
const mostDays = 366;

const dayMs = 86_400_000;

/** What visitors do with the forms, counted (docs/behaviour.md, "Figures"): for everybody who is signed in, within what they may see. */
export function figuresRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, forms, content, settings, now } = dependencies;
  const viewer = { config: { role: 'viewer' } } as const;

  scope.get('/api/figures', viewer, async (request): Promise<FiguresView> => {
    const actor = personOf(request);
    const query = queryOf(request, actor, now());
    const today = dayOf(now());
    return figuresView(
      await store.figures(query),
      { form: forms.current().form, content: content(), locale: localeOf(request), today },
      {
        ...{ from: query.from, until: query.until },
        ...settings.figures,
        isWithin: (limit, key) => actor[limit]?.includes(key) ?? true,
      },
    );
  });

  scope.get('/api/figures/export', viewer, async (request, reply) => {
    const { days } = await store.figures(queryOf(request, personOf(request), now()));
    const rows = days.map(({ day, site, type, step, count }) => [day, site, type, step, count]);
    const lines = [['day', 'site', 'type', 'step', 'count'], ...rows].map(csvLine);
    return reply
      .type('text/csv; charset=utf-8; header=present')
      .header('Content-Disposition', 'attachment; filename="slipway-figures.csv"')
      .send(csvStart + lines.join(''));
  });
}

/** What is asked for, as far as whoever asks may see it. */
function queryOf({ query }: FastifyRequest, { types, sites }: Pick<Actor, 'types' | 'sites'>, now: number) {
  const given = Object(query) as Readonly<Record<string, unknown>>;
  const until = timeOf(given.until) ?? now;
  const wanted = timeOf(given.from) ?? until - (usualDays - 1) * dayMs;
  const from = Math.max(Math.min(wanted, until), until - (mostDays - 1) * dayMs);
  const within = (name: string, limit: readonly string[] | undefined) => {
    const asked = given[name];
    if (typeof asked !== 'string' || asked === '') return limit;
    return limit === undefined || limit.includes(asked) ? [asked] : [];
  };
  const [ofTypes, ofSites] = [within('type', types), within('site', sites)];
  return {
    ...{ from: dayOf(from), until: dayOf(until) },
    ...(ofTypes && { types: ofTypes }),
    ...(ofSites && { sites: ofSites }),
  } satisfies FigureQuery;
}

/** When a day of the calendar begins; undefined for anything else. */
function timeOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) || dayOf(at) !== text ? undefined : at;
}
