import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AnswerFiguresView } from '../../../../api/answer-figures.ts';
import type { FiguresView } from '../../../../api/figures.ts';
import { formatFiguresCsv, toFigureQuery } from '../../../enquiries/figures/figure-query.ts';
import { toUtcDay } from '../../../forms/content/visit.ts';
import { formatAnswersCsv } from '../../../inbox/answers/answers-csv.ts';
import { countAnswersFor } from '../../../inbox/answers/count-answers-for.ts';
import { countCampaigns } from '../../../inbox/campaign-figures.ts';
import { toFiguresView } from '../../../inbox/figures-view.ts';
import { createTaskQueue } from '../../../platform/concurrency/task-queue.ts';
import { getCsvSeparator } from '../../../platform/csv.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { getActor } from '../account/auth.ts';
import { createFileRequests } from '../file-requests.ts';
import { negotiateStudioLocale } from '../studio-locale.ts';

/**
 * Adds the routes of the forms' figures (docs/behaviour.md, "Figures"), for all signed-in people within their
 * scope.
 */
export function addStudioFiguresRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, forms, content, settings, now } = dependencies;
  const fileRequests = createFileRequests(now);
  const viewer = { config: { role: 'viewer' } } as const;

  scope.get('/api/figures', viewer, async (request): Promise<FiguresView> => {
    const actor = getActor(request);
    const query = toFigureQuery(Object(request.query), actor, now());
    const today = toUtcDay(now());
    const documents = { form: forms.current().form, content: content() };
    return toFiguresView(
      await store.figures(query),
      { ...documents, locale: negotiateStudioLocale(request), today },
      {
        from: query.from,
        until: query.until,
        ...settings.figures,
        campaigns: await countCampaigns(store, query, documents),
        /** Returns true if the person's limit includes the type or site, or if there is no such limit. */
        isWithin: (limit, key) => actor[limit]?.includes(key) ?? true,
      },
    );
  });

  // One count reads up to `figures.answers.mostEnquiries`. Several at a time would delay visitors.
  const runInOrder = createTaskQueue();
  /** Counts the answers that a request asks for, in the scope and the language of the person. */
  const countAnswers = (request: FastifyRequest): Promise<AnswerFiguresView> =>
    runInOrder(() =>
      countAnswersFor(Object(request.query), {
        store,
        form: forms.current().form,
        content: content(),
        settings,
        actor: getActor(request),
        locale: negotiateStudioLocale(request),
        now: now(),
      }),
    );

  scope.get('/api/figures/answers', viewer, countAnswers);

  scope.get('/api/figures/answers/export', { ...viewer, exposeHeadRoute: false }, async (request, reply) => {
    if (fileRequests.isRequest(request)) return fileRequests.createAnswer(request);
    return reply
      .type('text/csv; charset=utf-8; header=present')
      .header('Content-Disposition', 'attachment; filename="slipway-answers.csv"')
      .send(formatAnswersCsv(await countAnswers(request), getCsvSeparator(negotiateStudioLocale(request))));
  });

  scope.get('/api/figures/export', { ...viewer, exposeHeadRoute: false }, async (request, reply) => {
    if (fileRequests.isRequest(request)) return fileRequests.createAnswer(request);
    const sums = await store.figures(toFigureQuery(Object(request.query), getActor(request), now()));
    return reply
      .type('text/csv; charset=utf-8; header=present')
      .header('Content-Disposition', 'attachment; filename="slipway-figures.csv"')
      .send(formatFiguresCsv(sums, getCsvSeparator(negotiateStudioLocale(request))));
  });
}
