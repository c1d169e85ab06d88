import type { FastifyInstance } from 'fastify';
import { applyPatches, type Patch } from '#engine/editing/change.ts';
import { patchesSchema } from '../../../studio/draft/change-shapes.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { sendJson, sendText } from '../../send-text.ts';
import { defineBody, jsonShape } from '../bodies.ts';
import { negotiateStudioLocale } from '../studio-locale.ts';
import { parseEnteredQuery, parsePreviewQuery } from './preview-query.ts';

/**
 * Adds the routes that resolve the draft, or another version, for its preview, explain it, and serve the
 * schemas of draft forms as modules.
 */
export function addPreviewRoutes(
  scope: FastifyInstance,
  { now, build: site, studio: { draftService } }: HttpDependencies,
): void {
  scope.get('/api/preview', { config: { role: 'viewer' } }, async (request, reply) => {
    await draftService.waitUntilLoaded();
    const query = parsePreviewQuery(request);
    const documents = await draftService.versions.findPreviewDocuments(query);
    const view = await draftService.thread.preview({
      query,
      runtime: site.validatorRuntime,
      now: now(),
      ...(documents && { documents }),
    });
    return sendJson(request, reply, view);
  });

  scope.post(
    '/api/preview',
    { config: { role: 'editor' }, ...defineBody({ query: jsonShape, patches: patchesSchema }, 'patches') },
    async (request, reply) => {
      await draftService.waitUntilLoaded();
      const { documents } = await draftService.getDraft();
      const { patches } = request.body as { readonly patches: readonly Patch[] };
      const applied = applyPatches(documents, patches);
      if (!applied.ok) return reply.code(409).send({ error: 'conflict' });
      const view = await draftService.thread.preview({
        query: parseEnteredQuery(request).query,
        runtime: site.validatorRuntime,
        now: now(),
        documents: applied.documents,
      });
      return sendJson(request, reply, view);
    },
  );

  scope.post(
    '/api/reasons',
    { config: { role: 'viewer' }, ...defineBody({ query: jsonShape, entered: jsonShape }) },
    async (request, reply) => {
      await draftService.waitUntilLoaded();
      const asked = { ...parseEnteredQuery(request), locale: negotiateStudioLocale(request), now: now() };
      return sendJson(request, reply, await draftService.thread.reasons(asked));
    },
  );

  scope.post(
    '/api/expectation',
    { config: { role: 'viewer' }, ...defineBody({ query: jsonShape, entered: jsonShape }) },
    async (request, reply) => {
      await draftService.waitUntilLoaded();
      const asked = { ...parseEnteredQuery(request), locale: negotiateStudioLocale(request), now: now() };
      return sendJson(request, reply, await draftService.thread.expectation(asked));
    },
  );

  scope.get('/api/offers', { config: { role: 'viewer' } }, async (request, reply) => {
    await draftService.waitUntilLoaded();
    return sendJson(request, reply, await draftService.thread.offers({ now: now() }));
  });

  scope.get<{ readonly Querystring: { readonly type?: unknown } }>(
    '/api/differing',
    { config: { role: 'viewer' } },
    async (request, reply) => {
      await draftService.waitUntilLoaded();
      const type = String(request.query.type);
      return sendJson(
        request,
        reply,
        await draftService.findDifferingSituations({ type, locale: negotiateStudioLocale(request) }),
      );
    },
  );

  scope.get<{ readonly Params: { readonly hash: string; readonly module: string } }>(
    '/forms-of-draft/:hash/:module',
    { config: { role: 'viewer' } },
    async (request, reply) => {
      const { hash, module } = request.params;
      const key = module.replace(/\.js$/, '');
      const text = await draftService.findModule({ hash, key, runtime: site.validatorRuntime });
      if (text === undefined) return reply.code(404).send({ error: 'not-found' });
      return sendText(request, reply, { type: 'text/javascript; charset=utf-8', text });
    },
  );
}
