import type { FastifyInstance } from 'fastify';
import type { ContentSource, SourcesView, SourceTrial } from '../../../../api/content-sources.ts';
import type { ContentFolderView } from '../../../../api/studio.ts';
import { findSourcedFile } from '../../../forms/content/content-kinds.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { sendJson } from '../../send-text.ts';
import { getActor } from '../account/auth.ts';
import { refuseLimitedPerson } from '../admin/privacy-routes.ts';
import { defineBody, jsonShape, textShape } from '../bodies.ts';

/** Adds the routes that read the content, and request its lists that come from addresses. */
export function addContentSourceRoutes(
  scope: FastifyInstance,
  { studio: { draftService, people }, contentSources, store }: HttpDependencies,
): void {
  /** Returns the states of the sources of the draft. */
  async function getView(): Promise<SourcesView> {
    const view = await contentSources.view(draftService.getDocuments());
    const owners = (await store.people()).filter(({ role }) => role === 'owner');
    return { ...view, owners: owners.map(({ name }) => name) };
  }

  scope.get('/api/content', { config: { role: 'viewer' } }, async (request, reply) => {
    const view: ContentFolderView = { ...(await draftService.getContentFolder()), sources: await getView() };
    return sendJson(request, reply, view);
  });

  scope.post<{ Params: { list: string } }>(
    '/api/content/sources/:list/update',
    { config: { role: 'editor' }, preHandler: refuseLimitedPerson, ...defineBody({}) },
    async (request, reply) => {
      if (!(await contentSources.update(request.params.list))) return reply.code(404).send();
      return getView();
    },
  );

  scope.post<{ Params: { list: string } }>(
    '/api/content/sources/:list/accept',
    {
      config: { role: 'publisher' },
      preHandler: refuseLimitedPerson,
      ...defineBody({ hash: textShape }, 'hash'),
    },
    async (request, reply) => {
      const { list } = request.params;
      const { hash } = request.body as { readonly hash: string };
      if (!(await contentSources.update(list, hash))) return reply.code(404).send();
      await people.audit.record({ who: getActor(request), action: 'content-accepted', about: list });
      return getView();
    },
  );

  scope.post<{ Params: { list: string } }>(
    '/api/content/sources/:list/try',
    { config: { role: 'owner' }, ...defineBody({ source: jsonShape }, 'source') },
    async (request, reply): Promise<SourceTrial | typeof reply> => {
      const { list } = request.params;
      if (findSourcedFile(list) === undefined) return reply.code(404).send();
      // Its shape is checked by the schema of the document that will have it.
      const { source } = request.body as { readonly source: ContentSource };
      return contentSources.tryOut({ list, source, documents: draftService.getDocuments() });
    },
  );
}
