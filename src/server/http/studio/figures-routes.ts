import type { FastifyInstance } from 'fastify';
import type { FiguresView } from '../../../studio/protocol-figures.ts';
import { dayOf } from '../../content/visit.ts';
import { figuresView } from '../../desk/figures-view.ts';
import { askedFigures, figuresCsv } from '../../figures/asked-figures.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { personOf } from './door.ts';
import { createFileAsks } from './file-asks.ts';
import { localeOf } from './studio-locale.ts';

/**
 * Adds the routes of the forms' figures (docs/behaviour.md, "Figures"), for all signed-in people within their
 * scope.
 */
export function figuresRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, forms, content, settings, now } = dependencies;
  const asks = createFileAsks(now);
  const viewer = { config: { role: 'viewer' } } as const;

  scope.get('/api/figures', viewer, async (request): Promise<FiguresView> => {
    const actor = personOf(request);
    const query = askedFigures(Object(request.query), actor, now());
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

  scope.get('/api/figures/export', { ...viewer, exposeHeadRoute: false }, async (request, reply) => {
    if (asks.isAsking(request)) return asks.answer(request);
    const sums = await store.figures(askedFigures(Object(request.query), personOf(request), now()));
    return reply
      .type('text/csv; charset=utf-8; header=present')
      .header('Content-Disposition', 'attachment; filename="slipway-figures.csv"')
      .send(figuresCsv(sums));
  });
}
