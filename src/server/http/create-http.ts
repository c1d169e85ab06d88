import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import { formModuleRoute } from './form-module-route.ts';
import { formPostRoute } from './form-post-route.ts';
import { graphqlRoute } from './graphql-route.ts';
import { healthRoute } from './health-route.ts';
import { pageRoutes } from './page-routes.ts';
import type { HttpParts } from './parts.ts';
import { photoRoutes } from './photo-routes.ts';
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
export async function createHttp(parts: HttpParts): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMs,
    trustProxy: (_address: string, hop: number) => hop < parts.config.trustedProxies,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
  });
  const headers = commonHeaders(parts.config.publicOrigin?.startsWith('https:') ?? false);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
  app.removeContentTypeParser('text/plain');
  await parts.serve?.(app);
  errorHandler(app, parts);
  healthRoute(app, parts);
  graphqlRoute(app, parts);
  uploadRoute(app, parts);
  await photoRoutes(app, parts);
  formModuleRoute(app, parts);
  if (parts.build.folder !== undefined) await builtFiles(app, parts.build.folder);
  await formPostRoute(app, parts);
  pageRoutes(app, parts);
  return app;
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
