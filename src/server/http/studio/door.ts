import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EnquiryRight, PeopleRefusal, Role } from '../../../studio/protocol-people.ts';
import { type Actor, mayAs, mayWithEnquiries } from '../../people/actor.ts';
import type { Pass, Standing } from '../../people/passes.ts';
import { busyRetryS, TooBusy } from '../../people/passwords.ts';
import { isDamagedRow, isStoreFull, toldReason } from '../../store/store-error.ts';
import { DraftFault } from '../../studio/draft-fault.ts';
import { StudioFault } from '../../studio/studio-fault.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { originsOf } from '../origins.ts';
import { pagePolicy } from '../security-headers.ts';
import { BadInput, checkBodies } from './bodies.ts';
import { studioCookie } from './cookies.ts';

export type { Actor };

export type Audience = 'everybody' | Role;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The audience of the route. Required below `/studio`. */
    readonly role?: Audience;
    /** True if the route needs a session: a stolen token must not lead to further access. */
    readonly isBySession?: boolean;
    readonly enquiries?: EnquiryRight;
  }
}

interface Admitted {
  readonly actor: Actor;
  readonly pass: Pass;
  readonly standing: Extract<Standing, { readonly kind: 'holds' }>;
}

const admitted = new WeakMap<FastifyRequest, Admitted>();

/**
 * Returns the person or program that sends the request.
 * @throws Error on a route for everybody, where the sender may be unknown.
 */
export function personOf(request: FastifyRequest): Actor {
  return admittedBy(request).actor;
}

/**
 * Returns the credential of the request, and its status when it was checked.
 * @throws Error on a route for everybody.
 */
export function admittedBy(request: FastifyRequest): Admitted {
  const found = admitted.get(request);
  if (found === undefined) throw new Error('Nobody is known to ask: the route is for everybody');
  return found;
}

/**
 * Adds authentication and error handling to the studio's routes. A route without an audience (`config.role`)
 * throws at the start of the server. Requests with a cookie can change something only from the studio's own
 * pages.
 */
export function studioDoor(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { people } = dependencies.studio;
  const readPass = passReader(dependencies);
  scope.addHook('onRoute', ({ url, config }) => {
    if (config?.role === undefined) throw new Error(`Cannot serve "${url}": it does not say whom it is for`);
  });
  checkBodies(scope);
  scope.setErrorHandler((error, request, reply) => {
    if (error instanceof BadInput) {
      const { field, message } = error;
      return refuse(reply, 400, { error: 'bad-request', ...(field !== undefined && { field }), message });
    }
    if (error instanceof TooBusy)
      return refuse(reply, 429, { error: 'too-many-requests', retryAfterS: busyRetryS });
    if (error instanceof RightEnded) return refuse(reply, 401, rightEnded);
    const isFull = isStoreFull(error) || isStoreFull(Object(error).cause);
    if (!isFull && error instanceof StudioFault) return refuse(reply, 503, faultRefusal(error));
    if (!isFull && isDamagedRow(error))
      return refuse(reply, 503, { error: 'not-readable', message: (error as Error).message });
    if (!isFull) throw error;
    dependencies.log.error('studio-store-full', error, {
      ...{ route: request.routeOptions.url ?? 'none' },
      ...toldReason(error),
    });
    return refuse(reply, 507, { error: 'store-full' });
  });
  scope.addHook('onRequest', async (request, reply) => {
    reply.headers(studioHeaders);
    const pass = readPass(request);
    if (isChanging(request) && pass?.via !== 'token' && !isSameOrigin(request, dependencies))
      return refuse(reply, 403, foreign);
    const { role, isBySession = false, enquiries } = request.routeOptions.config;
    if (role === 'everybody') return;
    const standing = await people.passes.standing(pass);
    if (pass === undefined || standing.kind !== 'holds') return refuse(reply, 401, signedOut(standing));
    const { person, reach } = standing;
    if (isOfAnother(request, person.id)) return refuse(reply, 401, ofAnother);
    if (role === undefined || !mayAs(reach.role, role)) return refuse(reply, 403, notAllowed(role));
    if (enquiries !== undefined && !mayWithEnquiries(reach, enquiries))
      return refuse(reply, 403, notForEnquiries(enquiries));
    if (isBySession && pass.via !== 'session') return refuse(reply, 403, notByToken);
    const actor = { id: person.id, name: person.name, ...reach, via: pass.via, address: request.ip };
    admitted.set(request, { actor, pass, standing });
    people.passes.noteUse(pass, request.ip);
  });
  // A body may take a minute to arrive, so the credential is checked again after it.
  scope.addHook('preValidation', async (request) => {
    if (isChanging(request) && admitted.has(request)) await rightKeeper(request, dependencies)();
  });
}

/**
 * Creates the function that checks whether the request's right is still the same. It throws `RightEnded` if
 * not.
 */
export function rightKeeper(
  request: FastifyRequest,
  { studio }: Pick<HttpDependencies, 'studio'>,
): () => Promise<void> {
  const { pass, standing } = admittedBy(request);
  return async () => {
    const now = await studio.people.passes.standing(pass);
    if (now.kind !== 'holds' || !isDeepStrictEqual(now.reach, standing.reach)) throw new RightEnded();
  };
}

export function passReader({
  config,
  studio: { people },
}: HttpDependencies): (request: FastifyRequest) => Pass | undefined {
  const session = studioCookie('studio', config);
  return (request) =>
    people.passes.read({ cookie: session.read(request), authorization: request.headers.authorization });
}

export function refuse(reply: FastifyReply, status: number, refusal: PeopleRefusal): FastifyReply {
  if ('retryAfterS' in refusal) reply.header('Retry-After', String(refusal.retryAfterS));
  return reply.code(status).send(refusal);
}

/**
 * Returns true if the page was opened by another person. Somebody else may have signed in since, and changes
 * must not be made in their name.
 */
function isOfAnother({ headers }: FastifyRequest, person: string): boolean {
  const page = headers['slipway-person'];
  return page !== undefined && page !== person;
}

const ofAnother: PeopleRefusal = { error: 'signed-out', message: 'Somebody else is signed in by now.' };
const foreign: PeopleRefusal = { error: 'foreign', message: 'Only the studio itself may ask for this.' };

/** Converts a fault to a refusal that says how to repair it. */
function faultRefusal(fault: StudioFault): PeopleRefusal {
  if (!(fault instanceof DraftFault)) return { error: 'not-readable', message: fault.message };
  return { error: 'no-draft', message: fault.message, isMendable: fault.isStored };
}

/** Thrown if a right or a session ended while a request was running. */
export class RightEnded extends Error {
  readonly code = 'right-ended';
}

const rightEnded: PeopleRefusal = {
  error: 'signed-out',
  message: 'What you may do has changed since you asked for this: nothing was done.',
};

const notByToken: PeopleRefusal = {
  error: 'bad-request',
  message: 'Only whoever is signed in may do this, not a token.',
};

function signedOut({ kind }: Standing): PeopleRefusal {
  if (kind === 'token-ended') return { error: kind, message: 'The token has come to its end: make another.' };
  if (kind === 'unknown-token')
    return { error: kind, message: 'There is no such token: it was ended, or is cut off.' };
  return { error: 'signed-out', message: 'Sign in first.' };
}

function notAllowed(needs: Role = 'owner'): PeopleRefusal {
  return { error: 'not-allowed', needs, message: `Only whoever is ${needs}, or more, may do this.` };
}

function notForEnquiries(needs: EnquiryRight): PeopleRefusal {
  return { error: 'not-for-enquiries', needs, message: refusedRights[needs] };
}

const refusedRights: Readonly<Record<EnquiryRight, string>> = {
  read: 'Enquiries are shown to those whom an owner lets see them.',
  handle: 'Only those whom an owner lets look after enquiries may do this.',
  erase: 'Only those whom an owner lets erase enquiries may do this.',
};

const studioHeaders = {
  'Content-Security-Policy': pagePolicy({ frameAncestors: "'none'", images: [] }),
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
};

function isChanging({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/**
 * Returns true if the request comes from this origin (Fetch Metadata Request Headers, "Sec-Fetch-Site").
 * Browsers omit that header without TLS; then `Origin` counts (RFC 6454). Every current browser sends one of
 * them.
 */
function isSameOrigin(request: FastifyRequest, dependencies: HttpDependencies): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && originsOf(request, dependencies).includes(origin);
}
