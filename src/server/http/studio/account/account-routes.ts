import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type {
  RecoveryCodesAnswer,
  SecondFactorOffer,
  SessionView,
  SignedInPerson,
} from '../../../../api/people.ts';
import type { AccountNotice } from '../../../admin/people/account-links.ts';
import { pickAccessScope, toSignedInPerson } from '../../../admin/people/actor.ts';
import type { AuditedAction } from '../../../admin/people/audit.ts';
import { isReservedName } from '../../../admin/people/first-owner.ts';
import {
  createFactorUri,
  findFactorStep,
  generateFactorSecret,
  generateRecoveryCodes,
  hashRecoveryCode,
} from '../../../admin/people/second-factor.ts';
import { decryptText, encryptText } from '../../../platform/secret/encrypt.ts';
import type {
  PersonChange,
  PersonEntry,
  SecondFactorEntry,
  SessionEntry,
} from '../../../store/records/people-entry.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { getPublicOrigin } from '../../origins.ts';
import { sendPersonRefusal } from '../admin/person-refusal.ts';
import { defineBody, flagShape, textShape } from '../bodies.ts';
import {
  getBody,
  parseBoundedText,
  parseEmail,
  parsePersonName,
  refuseWeakPassword,
  sendBadField,
} from '../body-fields.ts';
import { negotiateStudioLocale } from '../studio-locale.ts';
import { getActor, getAdmission, sendPeopleRefusal } from './auth.ts';

/**
 * Adds the routes of one's own account: name, mail address, password, sessions and second factor. A program
 * with a token can only read: whose token it is, and the sessions of that person.
 */
export function addAccountRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  scope.get('/api/me', own, async (request): Promise<SignedInPerson> => describeCaller(request));
  addNameAndPasswordRoutes(scope, dependencies);
  addSessionRoutes(scope, dependencies);
  addSecondFactorRoutes(scope, dependencies);
}

/** Returns the person of the request, with the permissions of the session or the token. */
function describeCaller(request: FastifyRequest): SignedInPerson {
  const { actor, status } = getAdmission(request);
  return toSignedInPerson(status.person, { via: actor.via, reach: status.reach });
}

/** Route options. Changes need a session: a stolen token must not lead to further access. */
const own = { config: { role: 'viewer' } } as const;
const bySession = { config: { role: 'viewer', isBySession: true } } as const;

/**
 * Creates the function that changes one's own account, records that in the audit log, and returns the new
 * state; if it was refused, it sends the refusal and returns undefined. `endsOthers` ends the other sessions,
 * `endsTokens` all tokens. `notice` is mailed to the old address, in case somebody else made the change.
 */
function createAccountChanger(dependencies: HttpDependencies) {
  const { store, now, studio } = dependencies;
  const { audit, links } = studio.people;
  return async (
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    change: PersonChange,
    done: Pick<AuditedAction, 'action' | 'details'> & {
      readonly endsOthers?: boolean;
      readonly endsTokens?: boolean;
      readonly notice?: AccountNotice['what'] | undefined;
    },
  ): Promise<PersonEntry | undefined> => {
    const { actor, status } = getAdmission(request);
    const { endsOthers = false, endsTokens = false, notice, ...action } = done;
    const outcome = await store.changePerson({
      id: actor.id,
      change,
      endsTokens,
      now: now(),
      ...(endsOthers && { endSessions: { except: status.id } }),
      note: audit.createEntry({ who: actor, about: actor.name, ...action }),
    });
    if (outcome.kind !== 'done') {
      sendPersonRefusal(reply, outcome.kind);
      return undefined;
    }
    const { name, email: to } = status.person;
    const origin = getPublicOrigin(request, dependencies);
    if (notice) links.sendNotice({ what: notice, to, name, origin, locale: negotiateStudioLocale(request) });
    return outcome.person;
  };
}

/**
 * Adds the routes that change name, mail address and password. A new mail address or password needs the
 * present password.
 */
function addNameAndPasswordRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { settings, studio } = dependencies;
  const { passwords } = studio.people;
  const change = createAccountChanger(dependencies);
  const confirmPassword = createPasswordCheck(dependencies);

  scope.post(
    '/api/me',
    { ...bySession, ...defineBody({ name: textShape, email: textShape, password: textShape }) },
    async (request, reply) => {
      const given = getBody(request);
      const name = given.name === undefined ? undefined : parsePersonName(given.name);
      if (given.name !== undefined && name === undefined)
        return sendBadField(reply, 'name', 'A name has 1 to 60 characters, and no @.');
      if (name !== undefined && isReservedName(name, getActor(request).role) && !isOwnName(request, name))
        return sendPersonRefusal(reply, 'name-taken');
      const isRemoved = given.email === '';
      const email = given.email === undefined || isRemoved ? undefined : parseEmail(given.email);
      if (given.email !== undefined && !isRemoved && email === undefined)
        return sendBadField(reply, 'email', 'This is not a mail address.');
      const isOtherEmail =
        given.email !== undefined && (email ?? '') !== (getAdmission(request).status.person.email ?? '');
      // The mail address controls the account, because password-reset links are sent there.
      if (isOtherEmail && !(await confirmPassword({ request, reply }, given.password))) return reply;
      const changed = {
        ...(name !== undefined && { name }),
        ...(email !== undefined && { email }),
        ...(isRemoved && { email: null }),
      };
      const details = { fields: Object.keys(changed) };
      const done = {
        ...({ action: 'account-changed', details } as const),
        ...(isOtherEmail && { notice: 'email-changed' as const }),
      };
      const { name: from } = getActor(request);
      const person = await change({ request, reply }, changed, done);
      if (person && person.name !== from)
        dependencies.studio.draftService.renamePerson({ from, to: person.name });
      return person ? toSignedInPerson(person, { via: 'session', reach: pickAccessScope(person) }) : reply;
    },
  );

  scope.post(
    '/api/me/password',
    { ...bySession, ...defineBody({ current: textShape, password: textShape, endsTokens: flagShape }) },
    async (request, reply) => {
      const { current, password, endsTokens: isWished } = getBody(request);
      const endsTokens = isWished === true;
      if (!(await confirmPassword({ request, reply }, current))) return reply;
      const { name, email = '' } = getAdmission(request).status.person;
      const weak = refuseWeakPassword(password, { names: [name, email], settings: settings.people });
      if (weak) return sendPeopleRefusal(reply, 400, weak);
      const hashed = await passwords.hash(String(password), { isFirst: true });
      const done = {
        ...({
          action: 'password-changed',
          endsOthers: true,
          endsTokens,
          notice: 'password-changed',
        } as const),
        ...(endsTokens && { details: { tokensEnded: true } }),
      };
      return (await change({ request, reply }, { password: hashed }, done)) ? { ok: true } : reply;
    },
  );
}

/** Returns true if a name is that of the person who sends the request, ignoring case. */
function isOwnName(request: FastifyRequest, name: string): boolean {
  return getActor(request).name.toLowerCase() === name.toLowerCase();
}

/**
 * Creates the function that checks the password of a signed-in person again. It resolves to true if the
 * password is right; otherwise it sends a refusal and resolves to false. Its rate limit is that of signing
 * in.
 */
function createPasswordCheck({ studio: { people } }: HttpDependencies) {
  return async (
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    given: unknown,
  ): Promise<boolean> => {
    const { person, id: session } = getAdmission(request).status;
    const refusal = await people.checkPassword({
      session,
      person,
      password: parseBoundedText(given, 1000) ?? '',
    });
    if (refusal === undefined) return true;
    sendPeopleRefusal(reply, refusal.error === 'too-many-requests' ? 429 : 403, refusal);
    return false;
  };
}

/**
 * Returns a session as the studio shows it; `isThis` is true for the session that asks.
 * @param asking The id of the session that asks.
 */
export function toSessionView(asking: string, session: SessionEntry): SessionView {
  const { id, createdAt, seenAt, expiresAt, browser, address } = session;
  return { id, isThis: id === asking, createdAt, seenAt, expiresAt, browser, address };
}

/** Adds the routes that list the sessions of the person, end one, or end all except this one. */
function addSessionRoutes(scope: FastifyInstance, { store, now, studio }: HttpDependencies): void {
  const { audit } = studio.people;

  scope.get('/api/me/sessions', own, async (request) => {
    const { actor, status } = getAdmission(request);
    const sessions = await store.listSessions({ person: actor.id, now: now() });
    return sessions.map((session) => toSessionView(status.id, session));
  });

  scope.delete('/api/me/sessions', bySession, async (request) => {
    const { actor: who, status } = getAdmission(request);
    const note = audit.createEntry({ who, action: 'session-ended', about: who.name, details: { all: true } });
    return { ended: await store.endSessions({ person: who.id, except: status.id, note }) };
  });

  scope.delete<{ readonly Params: { readonly session: string } }>(
    '/api/me/sessions/:session',
    bySession,
    async (request, reply) => {
      const who = getActor(request);
      const note = audit.createEntry({ who, action: 'session-ended', about: who.name });
      const ended = await store.endSessions({ person: who.id, only: request.params.session, note });
      return ended > 0 ? { ended } : sendPeopleRefusal(reply, 404, { error: 'not-found' });
    },
  );
}

/**
 * Adds the routes that offer a second factor, confirm it with a code, replace its recovery codes, and remove
 * it. All but the confirmation need the password; the confirmation needs an offer of the same session.
 */
function addSecondFactorRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { now, studio, limits } = dependencies;
  const { factor: keys } = studio.people.keys;
  const change = createAccountChanger(dependencies);
  const confirmPassword = createPasswordCheck(dependencies);

  scope.post(
    '/api/me/second-factor/begin',
    { ...bySession, ...defineBody({ password: textShape }) },
    async (request, reply) => {
      if (!(await confirmPassword({ request, reply }, getBody(request).password))) return reply;
      const { status } = getAdmission(request);
      const secret = generateFactorSecret();
      const uri = createFactorUri(secret, status.person.name);
      const offer = encryptText([status.id, now() + offerLifetimeMs, secret].join(' '), keys);
      return { secret, uri, offer } satisfies SecondFactorOffer;
    },
  );

  scope.post(
    '/api/me/second-factor/confirm',
    { ...bySession, ...defineBody({ offer: textShape, code: textShape }) },
    async (request, reply) => {
      const { status } = getAdmission(request);
      const key = `session ${status.id}`;
      const grant = await limits.consumeSignInAs({ key, now: now() });
      if (!grant.isGranted)
        return sendPeopleRefusal(reply, 429, { error: 'too-many-requests', retryAfterS: grant.retryAfterS });
      const given = getBody(request);
      const [session, until, secret] =
        decryptText(parseBoundedText(given.offer) ?? '', keys)?.split(' ') ?? [];
      const isOffered = session === status.id && Number(until) > now();
      if (!isOffered || secret === undefined) return sendPeopleRefusal(reply, 403, { error: 'wrong-code' });
      const step = findFactorStep(secret, { code: parseBoundedText(given.code, 100) ?? '', now: now() });
      if (step === undefined) return sendPeopleRefusal(reply, 403, { error: 'wrong-code' });
      await limits.forgetSignIns(key);
      const recoveryCodes = generateRecoveryCodes();
      const secondFactor: SecondFactorEntry = {
        secret: encryptText(secret, keys),
        since: now(),
        lastStep: step,
        recoveryCodes: recoveryCodes.map(hashRecoveryCode),
      };
      const done = { action: 'second-factor-set-up', endsOthers: true } as const;
      if (!(await change({ request, reply }, { secondFactor }, done))) return reply;
      return { recoveryCodes } satisfies RecoveryCodesAnswer;
    },
  );

  scope.post(
    '/api/me/second-factor/recovery-codes',
    { ...bySession, ...defineBody({ password: textShape }) },
    async (request, reply) => {
      if (!(await confirmPassword({ request, reply }, getBody(request).password))) return reply;
      const { secondFactor } = getAdmission(request).status.person;
      if (secondFactor === undefined) return sendPeopleRefusal(reply, 404, { error: 'not-found' });
      const recoveryCodes = generateRecoveryCodes();
      const changed = { ...secondFactor, recoveryCodes: recoveryCodes.map(hashRecoveryCode) };
      const done = { action: 'recovery-codes-made' } as const;
      if (!(await change({ request, reply }, { secondFactor: changed }, done))) return reply;
      return { recoveryCodes } satisfies RecoveryCodesAnswer;
    },
  );

  scope.post(
    '/api/me/second-factor/remove',
    { ...bySession, ...defineBody({ password: textShape }) },
    async (request, reply) => {
      if (!(await confirmPassword({ request, reply }, getBody(request).password))) return reply;
      const done = { action: 'second-factor-removed', notice: 'second-factor-removed' } as const;
      const person = await change({ request, reply }, { secondFactor: null }, done);
      return person ? toSignedInPerson(person, { via: 'session', reach: pickAccessScope(person) }) : reply;
    },
  );
}

/** The time in which an offered second factor can be confirmed. */
const offerLifetimeMs = 1_800_000;
