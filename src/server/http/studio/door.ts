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

/** Whom a route of the studio is for: everybody, or whoever is signed in with at least this role. */
export type Audience = 'everybody' | Role;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route below `/studio`: each has one. */
    readonly role?: Audience;
    /** Not for programs: whoever finds a token is not to open further doors with it. */
    readonly isBySession?: boolean;
    /** For those who may do this with enquiries. */
    readonly enquiries?: EnquiryRight;
  }
}

/** Who was let in by which pass. */
interface Admitted {
  readonly actor: Actor;
  readonly pass: Pass;
  readonly standing: Extract<Standing, { readonly kind: 'holds' }>;
}

const admitted = new WeakMap<FastifyRequest, Admitted>();

/** Who asks. @throws an `Error` on a route that is for everybody: there it may be nobody. */
export function personOf(request: FastifyRequest): Actor {
  return admittedBy(request).actor;
}

/** The pass by which somebody was let in, and what it was good for then. @throws an `Error` as `personOf`. */
export function admittedBy(request: FastifyRequest): Admitted {
  const found = admitted.get(request);
  if (found === undefined) throw new Error('Nobody is known to ask: the route is for everybody');
  return found;
}

/**
 * Who comes in: every address says how it may be shown, and for whom it is (`config.role`); one that does not say it stops the start. By a
 * cookie only the studio's own pages may change something.
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
  // A body may take a minute to arrive: who is let in by then is another question.
  scope.addHook('preValidation', async (request) => {
    if (isChanging(request) && admitted.has(request)) await rightKeeper(request, dependencies)();
  });
}

/** Asks whether somebody still has the right that they were let in with; throws `RightEnded` where they have not. */
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

/** What a request shows at the door; whether it holds is another question. */
export function passReader({
  config,
  studio: { people },
}: HttpDependencies): (request: FastifyRequest) => Pass | undefined {
  const session = studioCookie('studio', config);
  return (request) =>
    people.passes.read({ cookie: session.read(request), authorization: request.headers.authorization });
}

/** Answers with why not. */
export function refuse(reply: FastifyReply, status: number, refusal: PeopleRefusal): FastifyReply {
  if ('retryAfterS' in refusal) reply.header('Retry-After', String(refusal.retryAfterS));
  return reply.code(status).send(refusal);
}

/** A page that somebody has open says whose it is: in the browser another may have signed in since, whose name its work must not bear. */
function isOfAnother({ headers }: FastifyRequest, person: string): boolean {
  const page = headers['slipway-person'];
  return page !== undefined && page !== person;
}

const ofAnother: PeopleRefusal = { error: 'signed-out', message: 'Somebody else is signed in by now.' };
const foreign: PeopleRefusal = { error: 'foreign', message: 'Only the studio itself may ask for this.' };

/** Returns the refusal for whoever is signed in, with what to do about the fault. */
function faultRefusal(fault: StudioFault): PeopleRefusal {
  if (!(fault instanceof DraftFault)) return { error: 'not-readable', message: fault.message };
  return { error: 'no-draft', message: fault.message, isMendable: fault.isStored };
}

/** A right, or a session, that something was begun with is not there any more. */
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
 * What a browser says of where a request comes from (Fetch Metadata Request Headers, "Sec-Fetch-Site"); where it says nothing, as to a
 * server without TLS, the origin of the page that asks (RFC 6454). What says neither is no browser of these days.
 */
function isSameOrigin(request: FastifyRequest, dependencies: HttpDependencies): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && originsOf(request, dependencies).includes(origin);
}
