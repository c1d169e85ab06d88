import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import type { Health } from '../platform/health/health.ts';
import { runInRequest } from '../platform/log/request-id.ts';
import { allowAnyOrigin, allowSites } from './cors.ts';
import type { HttpDependencies } from './dependencies.ts';
import { addHealthRoutes } from './health-routes.ts';
import { limitBodies } from './limit-bodies.ts';
import { addClearDeviceRoute } from './public/clear-device-route.ts';
import { addEmbedRoute } from './public/embed-route.ts';
import { addFiguresRoute } from './public/figures-route.ts';
import { addFormModuleRoute } from './public/form-module-route.ts';
import { addFormPostRoute } from './public/form-post-route.ts';
import { addGraphqlRoute } from './public/graphql-route.ts';
import { addNotificationStopRoute } from './public/notification-stop-route.ts';
import { addPagePartRoute } from './public/page-part-route.ts';
import { addPageRoutes } from './public/page-routes.ts';
import { addPhotoLinkRoute, addPhotoTargetRoute } from './public/photo-routes.ts';
import { addPreviewLinkRoutes } from './public/preview-link-routes.ts';
import { addResumeRoute } from './public/resume-route.ts';
import { addSharedFileRoute } from './public/shared-file-route.ts';
import { addUploadRoute } from './public/upload-route.ts';
import { addWorkerRoute } from './public/worker-route.ts';
import { addErrorHandler, sendRefusal } from './refusals.ts';
import { createCommonHeaders } from './security-headers.ts';
import { addStudioRoutes } from './studio/studio-routes.ts';

/**
 * Maximum bytes of a request's body. The longest enquiry of our forms takes about 200 kB if every character
 * is an escape of twelve bytes (`test/server/limits.test.ts` computes it).
 */
const maxBodyBytes = 1_048_576;

/**
 * Maximum duration of receiving a request, in milliseconds. A form with ten photos takes minutes over a slow
 * line.
 */
const requestTimeoutMs = 300_000;

/**
 * Creates the HTTP server with all hooks and routes, not yet listening. `close` waits for running requests.
 */
export async function createHttp(dependencies: HttpDependencies): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMs,
    trustProxy: (_address: string, hop: number) => hop < dependencies.config.trustedProxies,
    forceCloseConnections: 'idle',
    genReqId: createRequestIdGenerator(dependencies.config.trustedProxies),
    routerOptions: { maxParamLength: 200 },
  });
  limitPipelining(app);
  const headers = createCommonHeaders(dependencies.config);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
  addRequestIds(app);
  warnOfUntrustedProxy(app, dependencies);
  measureRequests(app, dependencies.health);
  closeIdleConnections(app);
  refuseInvalidUrls(app, dependencies);
  app.removeContentTypeParser('text/plain');
  const { config, settings } = dependencies;
  limitBodies(app, { settings: settings.bodies, isOn: config.isRateLimited });
  await dependencies.serve?.(app);
  addErrorHandler(app, dependencies);
  addHealthRoutes(app, dependencies);
  await app.register(async (scope) => {
    await allowSites(scope, dependencies);
    addGraphqlRoute(scope, dependencies);
    addUploadRoute(scope, dependencies);
    addResumeRoute(scope, dependencies);
    await addPhotoTargetRoute(scope, dependencies);
  });
  addFiguresRoute(app, dependencies);
  addPhotoLinkRoute(app, dependencies);
  await addNotificationStopRoute(app, dependencies);
  await addClearDeviceRoute(app, dependencies);
  addFormModuleRoute(app, dependencies);
  addPagePartRoute(app, dependencies);
  addEmbedRoute(app, dependencies);
  addSharedFileRoute(app, dependencies);
  addWorkerRoute(app, dependencies);
  await addPreviewLinkRoutes(app, dependencies);
  if (dependencies.build.folder !== undefined) await serveBuiltFiles(app, dependencies.build.folder);
  if (config.widgetsFolder !== undefined) await serveWidgets(app, config.widgetsFolder);
  await addStudioRoutes(app, dependencies);
  await addFormPostRoute(app, dependencies);
  addPageRoutes(app, dependencies);
  return app;
}

/**
 * The maximum number of simultaneous requests of one connection. Browsers and proxies send one after the
 * other.
 */
const maxPipelined = 8;

/**
 * Adds a hook that closes a connection with more than `maxPipelined` unanswered requests (RFC 9112, section
 * 9.3.2), because all answers would stay in memory. This must be the first hook and synchronous: it runs
 * while Node still parses the packet.
 */
function limitPipelining(app: FastifyInstance): void {
  const openRequests = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = (openRequests.get(socket) ?? 0) + 1;
    if (count > maxPipelined) {
      socket.destroy();
      reply.hijack();
      return;
    }
    openRequests.set(socket, count);
    reply.raw.once('close', () => openRequests.set(socket, (openRequests.get(socket) ?? 1) - 1));
    done();
  });
}

/**
 * Adds a hook that answers 400 to requests whose first line or `Host` is not a valid URL, such as `//[` or `a
 * b` (URL Standard, "URL parsing").
 */
function refuseInvalidUrls(app: FastifyInstance, dependencies: HttpDependencies): void {
  app.addHook('onRequest', async (request, reply) => {
    if (URL.canParse(request.url, `http://${request.headers.host || 'localhost'}`)) return;
    await sendRefusal(request, reply, { code: 'bad-request', status: 400 }, dependencies);
  });
}

/**
 * Adds a hook that closes connections which become idle while the server closes. Fastify closes only those
 * that are idle at the start; the others would stay open for up to 72 s (`keepAliveTimeout`). Node does not
 * count connections that have sent nothing yet, so these are destroyed.
 */
function closeIdleConnections(app: FastifyInstance): void {
  const connections = new Set<Socket>();
  app.server.on('connection', (connection: Socket) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  app.addHook('preClose', async () => {
    // A server that is mounted in another one has no connections and closes at once.
    if (!app.server.listening) return;
    const timer = setInterval(() => {
      app.server.closeIdleConnections();
      for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
    }, 100);
    app.server.once('close', () => clearInterval(timer));
  });
}

/**
 * Adds routes for the files of the build, readable by pages of any origin. Browsers cache files with a hash
 * in their name for a year, others for a day.
 */
async function serveBuiltFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
    setHeaders: (reply, path) => {
      allowAnyOrigin(reply);
      const isHashed = path.replaceAll('\\', '/').includes('/client/assets/');
      reply.header(
        'Cache-Control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
      );
    },
  });
}

/**
 * Adds a route for the modules of an installation's own widgets, readable by pages of any origin. Browsers ask for
 * them anew each time, as their names have no hash.
 */
async function serveWidgets(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: resolve(folder),
    prefix: '/own/',
    cacheControl: false,
    index: false,
    dotfiles: 'ignore',
    decorateReply: false,
    setHeaders: (reply) => {
      allowAnyOrigin(reply);
      reply.header('Cache-Control', 'no-cache');
    },
  });
}

/**
 * Adds a hook that warns once in the log if a request came through a proxy and no proxy is trusted. Without
 * that trust, all visitors share the proxy's address, and the rate limits refuse everybody.
 */
function warnOfUntrustedProxy(app: FastifyInstance, { config, log }: HttpDependencies): void {
  let isWarningDone = config.trustedProxies > 0;
  app.addHook('onRequest', async ({ headers }) => {
    if (isWarningDone || (headers['x-forwarded-for'] ?? headers.forwarded) === undefined) return;
    isWarningDone = true;
    log.warn('proxy-not-trusted', {
      reason: 'a request came with X-Forwarded-For; set SLIPWAY_TRUST_PROXY if there is a proxy in front',
    });
  });
}

/**
 * Adds a hook that records the duration of each request by method, route and status. The label is the route
 * and never the requested path, so the number of labels is bounded.
 */
function measureRequests(app: FastifyInstance, health: Health): void {
  const recordDuration = health.addDurations({
    name: 'slipway_http_request_duration_seconds',
    help: 'Requests by route and status',
    labels: ['method', 'route', 'status'],
  });
  app.addHook('onResponse', async (request, reply) => {
    const { url: route = 'none' } = request.routeOptions;
    recordDuration({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime);
  });
}

const requestIdHeader = 'x-request-id';

/** The ids that are accepted from a proxy: no character that could break a log line or control a terminal. */
const idPattern = /^[\w.:-]{1,100}$/;

/**
 * Creates the generator of request ids. It uses the id of a trusted proxy if that is well-formed, else a
 * random one.
 * @param trustedProxies The number of proxies before this server; with 0, all ids are random.
 */
function createRequestIdGenerator(trustedProxies: number): (request: IncomingMessage) => string {
  return ({ headers }) => {
    const given = headers[requestIdHeader];
    return trustedProxies > 0 && typeof given === 'string' && idPattern.test(given) ? given : randomUUID();
  };
}

/** Adds the request's id to its answer and to all its log lines. */
function addRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    runInRequest(request.id, done);
  });
}
