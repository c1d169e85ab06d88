import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sessionMs } from '../../studio/session.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { pagePolicy } from '../security-headers.ts';

const cookieName = 'slipway-studio';

/** Who comes in: every address says how it may be shown, and all but those that are open to all ask for a session. */
export function studioDoor(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { studio, now } = dependencies;
  scope.addHook('onRequest', async (request, reply) => {
    reply.headers(studioHeaders);
    if (isOpenToAll(request)) return;
    if (!studio.sessions.holds(sessionOf(request), now()))
      return reply.code(401).send({ error: 'signed-out', message: 'Sign in first.' });
    if (request.method !== 'GET' && !isSameOrigin(request))
      return reply.code(403).send({ error: 'foreign', message: 'Only the studio itself may ask for this.' });
  });
  signInRoutes(scope, dependencies);
}

/** The session that a request names; whether it holds is another question. */
export function sessionOf({ headers: { cookie = '' } }: FastifyRequest): string | undefined {
  const pairs = cookie.split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([name]) => name === cookieName)?.[1];
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

  scope.post('/api/sign-out', async (request, reply) => {
    sessions.end(sessionOf(request), now());
    reply.header('Set-Cookie', cookie('', 0));
    return { ok: true };
  });
}
