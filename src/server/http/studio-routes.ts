import { randomBytes } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Values } from '#engine';
import type { Example } from '#engine/check/index.ts';
import type { Change } from '#engine/editing/index.ts';
import { isTooDeep } from '#engine/json-schema/depth.ts';
import { isObject } from '#engine/json-schema/values.ts';
import type { ScenarioSituation } from '#engine/scenarios/index.ts';
import type {
  AskedChoices,
  ChangeAnswer,
  EnteredQuery,
  PreviewQuery,
  Refusal,
  RehearsalView,
  StudioEvent,
} from '../../studio/protocol.ts';
import type { Content } from '../content/content.ts';
import { negotiateLocale } from '../content/negotiate-locale.ts';
import type { SiteBuild } from '../pages/site-build.ts';
import type { Studio } from '../studio/open-studio.ts';
import { previewedSite } from '../studio/preview-visit.ts';
import { sessionMs } from '../studio/session.ts';
import { previewPage, studioPage } from '../studio/studio-pages.ts';
import type { HttpDependencies } from './dependencies.ts';
import { readToTheEnd } from './refusals.ts';
import { pagePolicy } from './security-headers.ts';
import { sendText } from './send-text.ts';

const cookieName = 'slipway-studio';

/** The languages that the studio speaks. */
const locales = ['en', 'de', 'fr', 'ar'];

/**
 * Everything below `/studio`: its page, what that asks for, and the preview. All of it has the strict policy and is stored nowhere; all but
 * the page and the sign-in is for those who are signed in.
 */
export async function studioRoutes(app: FastifyInstance, dependencies: HttpDependencies): Promise<void> {
  const { studio } = dependencies;
  if (studio.build.folder !== undefined) await builtFiles(app, studio.build.folder);
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        reply.headers(studioHeaders);
        if (isOpenToAll(request)) return;
        if (!studio.sessions.holds(cookieOf(request), dependencies.now()))
          return reply.code(401).send({ error: 'signed-out', message: 'Sign in first.' });
        if (request.method !== 'GET' && !isSameOrigin(request))
          return reply
            .code(403)
            .send({ error: 'foreign', message: 'Only the studio itself may ask for this.' });
      });
      pageRoute(scope, dependencies);
      signInRoutes(scope, dependencies);
      draftRoutes(scope, studio);
      arrivalsRoute(scope, dependencies);
      eventsRoute(scope, studio);
      previewRoutes(scope, dependencies);
      await rehearsedUploads(scope);
    },
    { prefix: '/studio' },
  );
}

const studioHeaders = {
  'Content-Security-Policy': pagePolicy({ frameAncestors: "'none'", images: [] }),
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
};

/** The page itself says nothing, and signing in is how one comes to be signed in. */
function isOpenToAll({ url, method }: FastifyRequest): boolean {
  const [path = ''] = url.split('?');
  if (path === '/studio/api/sign-in') return method === 'POST';
  return method === 'GET' && !/^\/studio\/(?:api|preview|forms-of-draft)(?:\/|$)/.test(path);
}

/** What a browser says of where a request comes from (Fetch Metadata Request Headers, "Sec-Fetch-Site"). */
function isSameOrigin({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin';
}

function cookieOf({ headers: { cookie = '' } }: FastifyRequest): string | undefined {
  const pairs = cookie.split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([name]) => name === cookieName)?.[1];
}

async function builtFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    ...{
      root,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      index: false,
      decorateReply: false,
    },
    setHeaders: (reply) => void reply.header('Cache-Control', 'public, max-age=31536000, immutable'),
  });
}

function localeOf(request: FastifyRequest): string {
  return negotiateLocale({ header: request.headers['accept-language'], locales, fallback: 'en' });
}

/** One document for every address of the studio: which part of it is shown its script decides. */
function pageRoute(scope: FastifyInstance, { studio: { build }, isDev }: HttpDependencies): void {
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    // In development Vite's own scripts are inline.
    if (isDev) reply.removeHeader('Content-Security-Policy');
    const page = studioPage(build.studio, { locale: localeOf(request) });
    return sendText(request, reply, { type: html, text: (await build.transform?.(page)) ?? page });
  };
  scope.get('', send);
  scope.get('/*', send);
}

const html = 'text/html; charset=utf-8';

function signInRoutes(
  scope: FastifyInstance,
  { config, limits, log, now, studio: { sessions } }: HttpDependencies,
): void {
  const cookie = (value: string, maxAgeS: number) =>
    [
      `${cookieName}=${value}`,
      'Path=/studio',
      'HttpOnly',
      'SameSite=Strict',
      `Max-Age=${maxAgeS}`,
      ...(config.publicOrigin?.startsWith('https:') ? ['Secure'] : []),
    ].join('; ');

  scope.post('/api/sign-in', async (request, reply) => {
    const grant = limits.takeSignIn({ address: request.ip, now: now() });
    if (!grant.isGranted) {
      reply.code(429).header('Retry-After', String(grant.retryAfterS));
      return { error: 'too-many-requests', retryAfterS: grant.retryAfterS };
    }
    const { password } = Object(request.body) as { readonly password?: unknown };
    if (!isSameOrigin(request) || !sessions.isPassword(password)) {
      log.warn('studio-sign-in-refused');
      return reply.code(403).send({ error: 'wrong-password' });
    }
    log.info('studio-signed-in');
    reply.header('Set-Cookie', cookie(sessions.issue(now()), Math.floor(sessionMs / 1000)));
    return { ok: true };
  });

  scope.post('/api/sign-out', async (_request, reply) => {
    reply.header('Set-Cookie', cookie('', 0));
    return { ok: true };
  });
}

function draftRoutes(scope: FastifyInstance, { workshop }: Studio): void {
  scope.get('/api/draft', async (request, reply) =>
    sendText(request, reply, { type: 'application/json', text: JSON.stringify(workshop.draft()) }),
  );

  scope.post('/api/changes', async (request, reply): Promise<ChangeAnswer> => {
    const { draft, by, change } = Object(request.body) as ChangeBody;
    const refuse = (reason: Refusal): ChangeAnswer => {
      reply.code(400);
      return { kind: 'refused', reason };
    };
    if (isTooDeep(change)) return refuse('too-deep');
    if (typeof draft !== 'string' || typeof by !== 'string' || !isChange(change)) return refuse('no-change');
    return workshop.take({ draft, by: by.slice(0, 100), change });
  });

  scope.post('/api/presence', async (request) => {
    const given = Object(request.body) as Readonly<Record<string, unknown>>;
    const text = (name: string, most: number) =>
      typeof given[name] === 'string' ? given[name].slice(0, most) : '';
    const place = text('place', 500);
    // It becomes a link for the others: only into the studio.
    const isInside = /^\/studio\/[^\\]*$/.test(place) && !place.startsWith('/studio/api');
    workshop.place({ page: text('page', 100), name: text('name', 60), place: isInside ? place : '' });
    return { ok: true };
  });

  scope.post('/api/publish', async (request) => {
    const { version } = Object(request.body) as { readonly version?: unknown };
    return workshop.publish(Number(version));
  });
}

interface ChangeBody {
  readonly draft?: unknown;
  readonly by?: unknown;
  readonly change?: unknown;
}

/** Whether something is a change as far as its shape goes: what it says is held against the documents. */
function isChange(value: unknown): value is Change {
  const { id, title, patches } = Object(value) as Partial<Change>;
  return (
    typeof id === 'string' &&
    id.length <= 100 &&
    typeof title?.key === 'string' &&
    Array.isArray(patches) &&
    patches.length > 0 &&
    patches.every(
      (patch: unknown) =>
        typeof Object(patch).file === 'string' &&
        /^[\w-]+(?:\/[\w-]+)*\.json$/.test(Object(patch).file) &&
        Array.isArray(Object(patch).path) &&
        Object(patch).path.every((key: unknown) => typeof key === 'string' && key !== '__proto__') &&
        !hasPrototype(Object(patch).after),
    )
  );
}

/** Whether a key `__proto__` stands anywhere in a value: no document has one, and some programs take it for more than a name. */
function hasPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPrototype);
}

/** How far back what arrived lately goes. */
const latelyMs = 7 * 24 * 60 * 60 * 1000;

/** What arrived lately, by type: counted, and nothing of what it says. */
function arrivalsRoute(scope: FastifyInstance, { store, now }: HttpDependencies): void {
  scope.get('/api/arrivals', async () => store.arrivals({ since: now() - latelyMs }));
}

/** Often enough that no proxy takes the connection for dead. */
const heartbeatMs = 20_000;

/** Server-sent events (HTML Standard, section 9.2). */
function eventsRoute(scope: FastifyInstance, { workshop }: Studio): void {
  const open = new Set<() => void>();
  scope.get('/api/events', (request, reply) => {
    reply.hijack();
    const { raw } = reply;
    const headers = { ...reply.getHeaders(), 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' };
    raw.writeHead(200, headers as Record<string, string>);
    const write = (event: StudioEvent) => void raw.write(`data: ${JSON.stringify(event)}\n\n`);
    const beat = setInterval(() => void raw.write(': \n\n'), heartbeatMs);
    const { page } = Object(request.query) as { readonly page?: unknown };
    const stop = workshop.listen(write, typeof page === 'string' ? page.slice(0, 100) : '');
    const end = () => {
      clearInterval(beat);
      stop();
      open.delete(end);
      raw.end();
    };
    open.add(end);
    request.raw.once('close', end);
  });
  scope.addHook('preClose', async () => {
    for (const end of open) end();
  });
}

function previewRoutes(
  scope: FastifyInstance,
  { content, now, build: site, isDev, studio: { workshop, build } }: HttpDependencies,
): void {
  const inJson = (request: FastifyRequest, reply: FastifyReply, answer: unknown) =>
    sendText(request, reply, { type: 'application/json', text: JSON.stringify(answer ?? null) });

  const drawn = async (request: FastifyRequest, reply: FastifyReply) => {
    const query = queryOf(request);
    const theme = previewedSite(content(), query)?.theme;
    if (isDev) reply.removeHeader('Content-Security-Policy');
    else
      reply.header(
        'Content-Security-Policy',
        pagePolicy({ frameAncestors: "'self'", images: imagesOf(content()) }),
      );
    const { script, styles } = build.preview;
    const looks = [...site.assets.styles, ...lateStyles(site), ...styles];
    const page = previewPage({ script, styles: [...new Set(looks)] }, { locale: query.locale, theme });
    return sendText(request, reply, { type: html, text: (await build.transform?.(page)) ?? page });
  };
  scope.get('/preview', drawn);
  // What is entered is kept by the path: two previews beside each other keep their own.
  scope.get('/preview/second', drawn);

  scope.get('/api/preview', async (request, reply) => {
    await workshop.isLoaded();
    const view = await workshop.thread.preview({
      query: queryOf(request),
      runtime: site.validatorRuntime,
      now: now(),
    });
    return inJson(request, reply, view);
  });

  scope.get('/api/rules', async (request, reply) => {
    await workshop.isLoaded();
    return inJson(request, reply, await workshop.thread.rules({ locale: localeOf(request) }));
  });

  const refused = (reply: FastifyReply) =>
    reply.code(400).send({ error: 'bad-request', message: 'This is no question about rules.' });

  scope.post('/api/rule-choices', async (request, reply) => {
    const { then, insteadOf } = Object(request.body) as Partial<AskedChoices>;
    if (!isObject(then)) return refused(reply);
    await workshop.isLoaded();
    const asked = { then, ...(typeof insteadOf === 'string' && { insteadOf }) };
    return inJson(request, reply, await workshop.thread.ruleChoices({ asked, locale: localeOf(request) }));
  });

  scope.post('/api/rule-effect', async (request, reply) => {
    const { rule, example } = Object(request.body) as { readonly rule?: unknown; readonly example?: Example };
    if (typeof rule !== 'string' || !isObject(example) || !isObject(example.on)) return refused(reply);
    await workshop.isLoaded();
    const asked = { rule, example, locale: localeOf(request) };
    return inJson(request, reply, await workshop.thread.ruleEffect(asked));
  });

  scope.post('/api/situations', async (request, reply) => {
    const { on } = Object(request.body) as { readonly on?: readonly ScenarioSituation[] };
    if (!Array.isArray(on) || !on.every(isObject)) return refused(reply);
    await workshop.isLoaded();
    return inJson(request, reply, await workshop.thread.situations({ on, locale: localeOf(request) }));
  });

  scope.post('/api/reasons', async (request, reply) => {
    await workshop.isLoaded();
    const asked = { ...enteredQueryOf(request), locale: localeOf(request), now: now() };
    return inJson(request, reply, await workshop.thread.reasons(asked));
  });

  scope.post('/api/expectation', async (request, reply) => {
    await workshop.isLoaded();
    const asked = { ...enteredQueryOf(request), locale: localeOf(request), now: now() };
    return inJson(request, reply, await workshop.thread.expectation(asked));
  });

  scope.get<{ readonly Querystring: { readonly type?: unknown } }>(
    '/api/differing',
    async (request, reply) => {
      await workshop.isLoaded();
      const type = String(request.query.type);
      return inJson(request, reply, await workshop.differing({ type, locale: localeOf(request) }));
    },
  );

  scope.get<{ readonly Params: { readonly hash: string; readonly module: string } }>(
    '/forms-of-draft/:hash/:module',
    async (request, reply) => {
      const { hash, module } = request.params;
      const key = module.replace(/\.js$/, '');
      const text = await workshop.thread.module({ hash, key, runtime: site.validatorRuntime });
      if (text === undefined) return reply.code(404).send({ error: 'not-found' });
      return sendText(request, reply, { type: 'text/javascript; charset=utf-8', text });
    },
  );

  /** The last of each session. */
  const rehearsals = new Map<string, RehearsalView>();
  scope.get('/api/rehearsal', async (request, reply) =>
    inJson(request, reply, rehearsals.get(cookieOf(request) ?? '')),
  );

  scope.post('/preview/graphql', async (request, reply) => {
    const query = queryOf(request);
    const body = JSON.stringify(request.body);
    const { status, text, rehearsal } = await workshop.thread.graphql({
      ...{ query, body, locale: query.locale, now: now() },
    });
    const session = cookieOf(request) ?? '';
    rehearsals.delete(session);
    if (rehearsal) rehearsals.set(session, rehearsal);
    for (const old of [...rehearsals.keys()].slice(0, -mostRehearsals)) rehearsals.delete(old);
    return reply.code(status).type('application/json').send(text);
  });
}

/** More sessions are not remembered. */
const mostRehearsals = 50;

/** The pictures that a section may show. */
function imagesOf({ pages }: Content): readonly string[] {
  return pages.flatMap(({ contactForm: { dealerImage } }) => dealerImage ?? []);
}

/** Takes photos as a rehearsal: their bytes are read to the end, and kept nowhere. */
async function rehearsedUploads(scope: FastifyInstance): Promise<void> {
  scope.post('/preview/upload', async (request) => {
    const { filename } = Object(request.body) as { readonly filename?: unknown };
    const ending = /\.(?:jpe?g|png|pdf)$/i.exec(String(filename))?.[0].toLowerCase() ?? '.jpg';
    const file = `${randomBytes(16).toString('hex')}${ending.replace('jpeg', 'jpg')}`;
    return { path: `photos/${file}`, method: 'PUT', url: `/studio/preview/upload/${file}` };
  });
  await scope.register(async (bytes) => {
    bytes.removeAllContentTypeParsers();
    bytes.addContentTypeParser('*', (_request, _payload, done) => done(null));
    bytes.put('/preview/upload/:file', async (request, reply) => {
      await readToTheEnd(request.raw);
      return reply.send();
    });
  });
}

/** What is drawn late has its looks at once. */
function lateStyles({ blocks, lateWidgets, resume, steps }: SiteBuild): readonly string[] {
  return [blocks, lateWidgets, resume, steps].flatMap(({ styles }) => styles);
}

/** What is asked of a preview, in a body. */
function enteredQueryOf({ body }: FastifyRequest): EnteredQuery {
  const { query, entered } = Object(body) as Readonly<Record<string, unknown>>;
  const { example } = Object(query) as Readonly<Record<string, unknown>>;
  const text = example === undefined ? {} : { example: JSON.stringify(example) };
  return {
    query: previewQueryOf({ ...Object(query), ...text }),
    ...(typeof entered === 'object' && entered !== null && { entered: entered as Values }),
  };
}

/** The query of a preview in an address. */
function queryOf({ query }: FastifyRequest): PreviewQuery {
  return previewQueryOf(Object(query));
}

/** What a query of a preview lacks is as on most pages. */
function previewQueryOf(given: Readonly<Record<string, unknown>>): PreviewQuery {
  const text = (name: string) =>
    typeof given[name] === 'string' && given[name] !== '' ? given[name] : undefined;
  const placement = text('placement');
  const [type, office, today] = [text('type'), text('office'), text('today')];
  const example = exampleOf(text('example'));
  return {
    site: text('site') ?? '',
    placement: placement === 'modal' || placement === 'landing' ? placement : 'inline',
    locale: text('locale') ?? 'en',
    ...(type !== undefined && { type }),
    ...(office !== undefined && { office }),
    ...(today !== undefined && /^\d{4}-\d\d-\d\d$/.test(today) && { today }),
    ...(example && { example }),
  };
}

/** A situation in the words of scenarios; what names there is not is told by whoever reads it. */
function exampleOf(text: string | undefined): PreviewQuery['example'] {
  if (text === undefined) return undefined;
  try {
    const { on, offices } = Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
    return { on: { ...Object(on) }, ...(offices !== undefined && { offices: { ...Object(offices) } }) };
  } catch {
    return undefined;
  }
}
