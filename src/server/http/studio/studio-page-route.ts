import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PeopleRefusal } from '../../../api/people.ts';
import { renderStudioPage } from '../../studio/studio-pages.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { sendText } from '../send-text.ts';
import { negotiateStudioLocale } from './studio-locale.ts';

/**
 * Serves the files of the studio's build, which browsers cache for ever. Their names contain a hash of their
 * content.
 * @param root The folder of the build.
 */
export async function serveStudioFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
    decorateReply: false,
    setHeaders: (reply) => void reply.header('Cache-Control', 'public, max-age=31536000, immutable'),
  });
}

/**
 * Adds one document for all addresses of the studio, except those below `/api`, which get 404. Its script
 * shows the page.
 */
export function addStudioPageRoute(
  scope: FastifyInstance,
  { studio: { build }, isDev }: HttpDependencies,
): void {
  /**
   * Sends the document in the language that the browser prefers; in development without a
   * Content-Security-Policy.
   */
  const sendStudioPage = async (request: FastifyRequest, reply: FastifyReply) => {
    // Vite's own scripts are inline in development.
    if (isDev) reply.removeHeader('Content-Security-Policy');
    const page = renderStudioPage(build.studio, { locale: negotiateStudioLocale(request) });
    return sendText(request, reply, { type: html, text: (await build.transform?.(page)) ?? page });
  };
  scope.get('', { config: { role: 'everybody' } }, sendStudioPage);
  scope.get('/*', { config: { role: 'everybody' } }, sendStudioPage);
  scope.get('/api/*', { config: { role: 'everybody' } }, async (_request, reply) =>
    reply.code(404).send({ error: 'not-found' } satisfies PeopleRefusal),
  );
}

const html = 'text/html; charset=utf-8';
