import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EnquiryRight, PeopleRefusal, Role } from '../../../../api/people.ts';
import { type Actor, includesEnquiryRight, isRoleAtLeast } from '../../../admin/people/actor.ts';
import type { Credential, CredentialStatus } from '../../../admin/people/credentials.ts';
import { busyRetryS, TooBusy } from '../../../admin/people/passwords.ts';
import { getLoggableReason, isDamagedRow, isStoreFull } from '../../../store/store-error.ts';
import { DraftFault } from '../../../studio/draft/draft-fault.ts';
import { StudioFault } from '../../../studio/studio-fault.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { getOwnOrigins } from '../../origins.ts';
import { createPagePolicy } from '../../security-headers.ts';
import { BadInput, validateBodies } from '../bodies.ts';
import { defineStudioCookie } from './cookies.ts';

export type { Actor };

/** The people who may use a route: everybody, also without signing in, or those with at least a role. */
export type Audience = 'everybody' | Role;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The audience of the route. Required below `/studio`. */
    readonly role?: Audience;
    /** True if the route needs a session: a stolen token must not lead to further access. */
    readonly isBySession?: boolean;
    /** The least right to enquiries that the route needs. Absent: none. */
    readonly enquiries?: EnquiryRight;
  }
}

/** The verified sender of a request. */
interface Admission {
  readonly actor: Actor;
  readonly credential: Credential;
  readonly status: Extract<CredentialStatus, { readonly kind: 'holds' }>;
}

const admissions = new WeakMap<FastifyRequest, Admission>();

/**
 * Returns the person or program that sends the request.
 * @throws Error on a route for everybody, where the sender may be unknown.
 */
export function getActor(request: FastifyRequest): Actor {
  return getAdmission(request).actor;
}

/**
 * Returns the sender of the request, the credential, and its status when it was checked.
 * @throws Error on a route for everybody.
 */
export function getAdmission(request: FastifyRequest): Admission {
  const found = admissions.get(request);
  if (found === undefined) throw new Error('Cannot identify the person: the route is open to everybody');
  return found;
}

/**
 * Adds authentication and error handling to the studio's routes. A route without an audience (`config.role`)
 * throws at the start of the server. Without a token, only the studio's own pages can change something.
 * Requests without a valid credential get 401, those without the role or right 403.
 */
export function addStudioAuth(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { people } = dependencies.studio;
  const readCredential = createCredentialReader(dependencies);
  scope.addHook('onRoute', ({ url, config }) => {
    if (config?.role === undefined)
      throw new Error(`Cannot serve "${url}": it does not define who may use it`);
  });
  validateBodies(scope);
  scope.setErrorHandler((error, request, reply) => {
    if (error instanceof BadInput) {
      const { field, message } = error;
      return sendPeopleRefusal(reply, 400, {
        error: 'bad-request',
        ...(field !== undefined && { field }),
        message,
      });
    }
    if (error instanceof TooBusy)
      return sendPeopleRefusal(reply, 429, { error: 'too-many-requests', retryAfterS: busyRetryS });
    if (error instanceof RightEnded) return sendPeopleRefusal(reply, 401, rightEndedRefusal);
    const isFull = isStoreFull(error) || isStoreFull(Object(error).cause);
    if (!isFull && error instanceof StudioFault) return sendPeopleRefusal(reply, 503, toFaultRefusal(error));
    if (!isFull && isDamagedRow(error))
      return sendPeopleRefusal(reply, 503, { error: 'not-readable', message: (error as Error).message });
    if (!isFull) throw error;
    dependencies.log.error('studio-store-full', error, {
      route: request.routeOptions.url ?? 'none',
      ...getLoggableReason(error),
    });
    return sendPeopleRefusal(reply, 507, { error: 'store-full' });
  });
  scope.addHook('onRequest', async (request, reply) => {
    reply.headers(studioHeaders);
    const pass = readCredential(request);
    if (isUnsafeMethod(request) && pass?.via !== 'token' && !isSameOrigin(request, dependencies))
      return sendPeopleRefusal(reply, 403, foreignRefusal);
    const { role, isBySession = false, enquiries } = request.routeOptions.config;
    if (role === 'everybody') return;
    const standing = await people.credentials.check(pass);
    if (pass === undefined || standing.kind !== 'holds')
      return sendPeopleRefusal(reply, 401, toSignedOutRefusal(standing));
    const { person, reach } = standing;
    if (isPageOfAnother(request, person.id)) return sendPeopleRefusal(reply, 401, otherPersonRefusal);
    if (role === undefined || !isRoleAtLeast(reach.role, role))
      return sendPeopleRefusal(reply, 403, createRoleRefusal(role));
    if (enquiries !== undefined && !includesEnquiryRight(reach, enquiries))
      return sendPeopleRefusal(reply, 403, createEnquiryRefusal(enquiries));
    if (isBySession && pass.via !== 'session') return sendPeopleRefusal(reply, 403, tokenRefusal);
    const actor = { id: person.id, name: person.name, ...reach, via: pass.via, address: request.ip };
    admissions.set(request, { actor, credential: pass, status: standing });
    people.credentials.recordUse(pass, request.ip);
  });
  // A body may take a minute to arrive, so the credential is checked again after it.
  scope.addHook('preValidation', async (request) => {
    if (isUnsafeMethod(request) && admissions.has(request)) await createRightCheck(request, dependencies)();
  });
}

/**
 * Creates the function that rejects with `RightEnded` unless the credential of the request is still valid and
 * its permissions are unchanged.
 * @throws Error on a route for everybody.
 */
export function createRightCheck(
  request: FastifyRequest,
  { studio }: Pick<HttpDependencies, 'studio'>,
): () => Promise<void> {
  const { credential, status } = getAdmission(request);
  return async () => {
    const now = await studio.people.credentials.check(credential);
    if (now.kind !== 'holds' || !isDeepStrictEqual(now.reach, status.reach)) throw new RightEnded();
  };
}

/**
 * Creates the function that returns the session or the token of a request; undefined if it has neither. The
 * credential is not verified yet.
 */
export function createCredentialReader({
  config,
  studio: { people },
}: HttpDependencies): (request: FastifyRequest) => Credential | undefined {
  const session = defineStudioCookie('studio', config);
  return (request) =>
    people.credentials.read({ cookie: session.read(request), authorization: request.headers.authorization });
}

/** Sends a refusal as JSON with a status, and `Retry-After` if the refusal has a time. It is not logged. */
export function sendPeopleRefusal(reply: FastifyReply, status: number, refusal: PeopleRefusal): FastifyReply {
  if ('retryAfterS' in refusal) reply.header('Retry-After', String(refusal.retryAfterS));
  return reply.code(status).send(refusal);
}

/**
 * Returns true if the page that sends the request was opened by another person; false if it names none.
 * Somebody else may have signed in since, and changes must not be made in their name.
 */
function isPageOfAnother({ headers }: FastifyRequest, person: string): boolean {
  const page = headers['slipway-person'];
  return page !== undefined && page !== person;
}

const otherPersonRefusal: PeopleRefusal = {
  error: 'signed-out',
  message: 'Another person has signed in.',
};
const foreignRefusal: PeopleRefusal = {
  error: 'foreign',
  message: 'Only the studio itself can send this request.',
};

/**
 * Returns the refusal for data of the studio that cannot be read: `no-draft` for a draft, else
 * `not-readable`.
 */
function toFaultRefusal(fault: StudioFault): PeopleRefusal {
  if (!(fault instanceof DraftFault)) return { error: 'not-readable', message: fault.message };
  return { error: 'no-draft', message: fault.message, isMendable: fault.isStored };
}

/** Thrown if a right or a session ended while a request was running. */
export class RightEnded extends Error {
  readonly code = 'right-ended';
}

const rightEndedRefusal: PeopleRefusal = {
  error: 'signed-out',
  message: 'Your permissions have changed in the meantime: nothing was changed.',
};

const tokenRefusal: PeopleRefusal = {
  error: 'bad-request',
  message: 'A token cannot do this. Sign in to the studio.',
};

/** Returns the refusal of a credential that is not valid, with advice for an expired or unknown token. */
function toSignedOutRefusal({ kind }: CredentialStatus): PeopleRefusal {
  if (kind === 'token-ended') return { error: kind, message: 'The token has expired: create another.' };
  if (kind === 'unknown-token')
    return { error: kind, message: 'There is no such token: it was revoked, or is incomplete.' };
  return { error: 'signed-out', message: 'Sign in first.' };
}

/** Returns the refusal of a person who needs a higher role. */
function createRoleRefusal(needs: Role = 'owner'): PeopleRefusal {
  return { error: 'not-allowed', needs, message: `You need the role ${needs} for this.` };
}

/** Returns the refusal of a person who needs another right to enquiries. */
function createEnquiryRefusal(needs: EnquiryRight): PeopleRefusal {
  return { error: 'not-for-enquiries', needs, message: enquiryRightMessages[needs] };
}

const enquiryRightMessages: Readonly<Record<EnquiryRight, string>> = {
  read: 'You need permission to see enquiries. Ask an owner.',
  handle: 'You need permission to handle enquiries for this. Ask an owner.',
  erase: 'You need permission to erase enquiries for this. Ask an owner.',
};

/** The security headers of all answers of the studio. */
const studioHeaders = {
  'Content-Security-Policy': createPagePolicy({ frameAncestors: "'none'", images: [] }),
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
};

/** Returns true for all methods but GET and HEAD. */
function isUnsafeMethod({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/**
 * Returns true if the request comes from this origin (Fetch Metadata Request Headers, "Sec-Fetch-Site").
 * Browsers omit that header without TLS; then `Origin` counts (RFC 6454). Without either it returns false.
 */
function isSameOrigin(request: FastifyRequest, dependencies: HttpDependencies): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && getOwnOrigins(request, dependencies).includes(origin);
}
