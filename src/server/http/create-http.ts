import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import { allowSites } from './cors.ts';
import type { HttpDependencies } from './dependencies.ts';
import { formModuleRoute } from './form-module-route.ts';
import { formPostRoute } from './form-post-route.ts';
import { graphqlRoute } from './graphql-route.ts';
import { pageRoutes } from './page-routes.ts';
import { photoLinkRoute, photoTargetRoute } from './photo-routes.ts';
import { errorHandler } from './refusals.ts';
import { commonHeaders } from './security-headers.ts';
import { uploadRoute } from './upload-route.ts';

/**
 * Longest body of a request. The longest enquiry of our forms, every character written as an escape of twelve bytes, takes some
 * 200 kB (`test/server/limits.test.ts` counts it).
 */
export const maxBodyBytes = 1_048_576;

/** How long a request may take to arrive, in milliseconds: a form that is posted with ten photos over a slow line takes minutes. */
const requestTimeoutMs = 300_000;

/** The HTTP server, not yet listening. `close` lets what is under way end first. */
export async function createHttp(dependencies: HttpDependencies): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMs,
    trustProxy: (_address: string, hop: number) => hop < dependencies.config.trustedProxies,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
  });
  const headers = commonHeaders(dependencies.config.publicOrigin?.startsWith('https:') ?? false);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
  closeWhatBecomesIdle(app);
  app.removeContentTypeParser('text/plain');
  await dependencies.serve?.(app);
  errorHandler(app, dependencies);
  healthRoute(app, dependencies);
  await app.register(async (scope) => {
    await allowSites(scope, dependencies.content);
    graphqlRoute(scope, dependencies);
    uploadRoute(scope, dependencies);
    await photoTargetRoute(scope, dependencies);
  });
  photoLinkRoute(app, dependencies);
  formModuleRoute(app, dependencies);
  if (dependencies.build.folder !== undefined) await builtFiles(app, dependencies.build.folder);
  await formPostRoute(app, dependencies);
  pageRoutes(app, dependencies);
  return app;
}

/**
 * A connection that is idle when a close begins is closed by Fastify. One that becomes idle after that would stay until its client or
 * `keepAliveTimeout` ends it: 72 s.
 */
function closeWhatBecomesIdle(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const again = setInterval(() => app.server.closeIdleConnections(), 100);
    app.server.once('close', () => clearInterval(again));
  });
}

/** What the build has made and copied; what carries a hash in its name never changes. */
async function builtFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
    setHeaders: (reply, path) => {
      const isHashed = path.replaceAll('\\', '/').includes('/client/assets/');
      reply.header(
        'Cache-Control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
      );
    },
  });
}

/** `GET /healthz` answers 200 once the database answers (docs/contract.md, "Addresses"). */
function healthRoute(app: FastifyInstance, { store, log }: HttpDependencies): void {
  app.get('/healthz', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    try {
      await store.ping();
      return reply.send({ status: 'ok' });
    } catch (error) {
      log.error('database-silent', error);
      return reply.code(503).send({ status: 'database-silent' });
    }
  });
}
