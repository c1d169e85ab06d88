import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PeopleRefusal, Role } from '../../../studio/protocol-people.ts';
import { sessionMs } from '../../studio/session.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { pagePolicy } from '../security-headers.ts';

const cookieName = 'slipway-studio';

/** Who asks for something of the studio, and what they may. */
export interface Actor {
  readonly id: string;
  /** As they sign in, and as others see them. */
  readonly name: string;
  readonly role: Role;
  /** Keys of the enquiry types that they are limited to; absent: all. */
  readonly types?: readonly string[];
  /** Ids of the sites that they are limited to; absent: all. */
  readonly sites?: readonly string[];
  readonly via: 'session' | 'token';
}

/** Whom a route of the studio is for: everybody, or whoever is signed in with at least this role. */
export type Audience = 'everybody' | Role;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route below `/studio`: each has one. */
    readonly role?: Audience;
  }
}

/** The roles by what they may, from the least. */
const rank: Readonly<Record<Role, number>> = { viewer: 0, editor: 1, publisher: 2, owner: 3 };

/** Whether a role may do what at least another one may. */
function mayAs(role: Role, least: Role): boolean {
  return rank[role] >= rank[least];
}

const actors = new WeakMap<FastifyRequest, Actor>();

/** Who asks. @throws an `Error` on a route that is for everybody: there it may be nobody. */
export function personOf(request: FastifyRequest): Actor {
  const actor = actors.get(request);
  if (actor === undefined) throw new Error('Nobody is known to ask: the route is for everybody');
  return actor;
}

/**
 * Who comes in: every address says how it may be shown, and for whom it is (`config.role`); one that does not say it stops the start. Only
 * the studio's own pages may change something by a cookie.
 */
export function studioDoor(scope: FastifyInstance, dependencies: HttpDependencies): void {
  scope.addHook('onRoute', ({ url, config }) => {
    if (config?.role === undefined) throw new Error(`Cannot serve "${url}": it does not say whom it is for`);
  });
  scope.addHook('onRequest', async (request, reply) => {
    reply.headers(studioHeaders);
    if (request.method !== 'GET' && request.method !== 'HEAD' && !isSameOrigin(request))
      return reply.code(403).send(foreign);
    const { role } = request.routeOptions.config;
    if (role === 'everybody') return;
    const actor = actorOf(request, dependencies);
    if (actor === undefined) return reply.code(401).send(signedOut);
    if (role === undefined || !mayAs(actor.role, role)) return reply.code(403).send(notAllowed(role));
    actors.set(request, actor);
  });
  signInRoutes(scope, dependencies);
}

const signedOut: PeopleRefusal = { error: 'signed-out', message: 'Sign in first.' };
const foreign: PeopleRefusal = { error: 'foreign', message: 'Only the studio itself may ask for this.' };

function notAllowed(needs: Role = 'owner'): PeopleRefusal {
  return { error: 'not-allowed', needs, message: `Only whoever is ${needs}, or more, may do this.` };
}

function actorOf(request: FastifyRequest, { studio, now }: HttpDependencies): Actor | undefined {
  if (!studio.sessions.holds(sessionOf(request), now())) return undefined;
  return { id: 'owner', name: 'owner', role: 'owner', via: 'session' };
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

  scope.post('/api/sign-in', { config: { role: 'everybody' } }, async (request, reply) => {
    const grant = limits.takeSignIn({ address: request.ip, now: now() });
    if (!grant.isGranted) {
      reply.code(429).header('Retry-After', String(grant.retryAfterS));
      return { error: 'too-many-requests', retryAfterS: grant.retryAfterS };
    }
    const { password } = Object(request.body) as { readonly password?: unknown };
    if (!sessions.isPassword(password)) {
      log.warn('studio-sign-in-refused');
      return reply.code(403).send({ error: 'wrong-password' });
    }
    log.info('studio-signed-in');
    reply.header('Set-Cookie', cookie(sessions.issue(now()), Math.floor(sessionMs / 1000)));
    return { ok: true };
  });

  scope.post('/api/sign-out', { config: { role: 'everybody' } }, async (request, reply) => {
    sessions.end(sessionOf(request), now());
    reply.header('Set-Cookie', cookie('', 0));
    return { ok: true };
  });
}
