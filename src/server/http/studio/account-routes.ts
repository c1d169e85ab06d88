import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type {
  Me,
  RecoveryCodesAnswer,
  SecondFactorOffer,
  SessionView,
} from '../../../studio/protocol-people.ts';
import { meOf, reachOf } from '../../people/actor.ts';
import type { Action } from '../../people/audit.ts';
import { isKeptName } from '../../people/first-owner.ts';
import type { Notice } from '../../people/links.ts';
import {
  factorStep,
  factorUri,
  hashOfRecoveryCode,
  newFactorSecret,
  newRecoveryCodes,
} from '../../people/second-factor.ts';
import { openSealed, sealText } from '../../secret/seal.ts';
import type { PersonChange, PersonEntry, SecondFactorEntry, SessionEntry } from '../../store/people-entry.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { outsideOrigin } from '../origins.ts';
import { flag, takes, text } from './bodies.ts';
import { admittedBy, personOf, refuse } from './door.ts';
import { badField, bodyOf, emailOf, nameOf, textOf, weakness } from './given-fields.ts';
import { refusePerson } from './person-refusal.ts';
import { localeOf } from './studio-locale.ts';

/** Adds the routes of one's own account. A program with a token can read whose it is and change nothing. */
export function accountRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  scope.get('/api/me', own, async (request): Promise<Me> => meNow(request));
  nameRoutes(scope, dependencies);
  sessionRoutes(scope, dependencies);
  secondFactorRoutes(scope, dependencies);
}

function meNow(request: FastifyRequest): Me {
  const { actor, standing } = admittedBy(request);
  return meOf(standing.person, { via: actor.via, reach: standing.reach });
}

/** Route options. Changes need a session: a stolen token must not lead to further access. */
const own = { config: { role: 'viewer' } } as const;
const bySession = { config: { role: 'viewer', isBySession: true } } as const;

/**
 * Creates the function that changes one's own account and returns the new state. It sends a notice to the old
 * mail address, in case somebody else made the change.
 */
function createChanging(dependencies: HttpDependencies) {
  const { store, now, studio } = dependencies;
  const { audit, links } = studio.people;
  return async (
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    change: PersonChange,
    done: Pick<Action, 'action' | 'details'> & {
      readonly endsOthers?: boolean;
      readonly endsTokens?: boolean;
      readonly told?: Notice['what'] | undefined;
    },
  ): Promise<PersonEntry | undefined> => {
    const { actor, standing } = admittedBy(request);
    const { endsOthers = false, endsTokens = false, told, ...action } = done;
    const outcome = await store.changePerson({
      ...{ id: actor.id, change, endsTokens, now: now() },
      ...(endsOthers && { endSessions: { except: standing.id } }),
      note: audit.entry({ who: actor, about: actor.name, ...action }),
    });
    if (outcome.kind !== 'done') {
      refusePerson(reply, outcome.kind);
      return undefined;
    }
    const { name, email: to } = standing.person;
    const origin = outsideOrigin(request, dependencies);
    if (told) links.tell({ what: told, to, name, origin, locale: localeOf(request) });
    return outcome.person;
  };
}

function nameRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { settings, studio } = dependencies;
  const { passwords } = studio.people;
  const change = createChanging(dependencies);
  const isOwnPassword = createAsking(dependencies);

  scope.post(
    '/api/me',
    { ...bySession, ...takes({ name: text, email: text, password: text }) },
    async (request, reply) => {
      const given = bodyOf(request);
      const name = given.name === undefined ? undefined : nameOf(given.name);
      if (given.name !== undefined && name === undefined)
        return badField(reply, 'name', 'A name has 1 to 60 characters, and no @: that is of mail addresses.');
      if (name !== undefined && isKeptName(name, personOf(request).role) && !isOwnName(request, name))
        return refusePerson(reply, 'name-taken');
      const isTakenAway = given.email === '';
      const email = given.email === undefined || isTakenAway ? undefined : emailOf(given.email);
      if (given.email !== undefined && !isTakenAway && email === undefined)
        return badField(reply, 'email', 'This is no mail address.');
      const isOtherEmail =
        given.email !== undefined && (email ?? '') !== (admittedBy(request).standing.person.email ?? '');
      // The mail address controls the account, because password-reset links are sent there.
      if (isOtherEmail && !(await isOwnPassword({ request, reply }, given.password))) return reply;
      const changed = {
        ...(name !== undefined && { name }),
        ...(email !== undefined && { email }),
        ...(isTakenAway && { email: null }),
      };
      const details = { fields: Object.keys(changed) };
      const done = {
        ...({ action: 'account-changed', details } as const),
        ...(isOtherEmail && { told: 'email-changed' as const }),
      };
      const { name: from } = personOf(request);
      const person = await change({ request, reply }, changed, done);
      if (person && person.name !== from) dependencies.studio.workshop.rename({ from, to: person.name });
      return person ? meOf(person, { via: 'session', reach: reachOf(person) }) : reply;
    },
  );

  scope.post(
    '/api/me/password',
    { ...bySession, ...takes({ current: text, password: text, endsTokens: flag }) },
    async (request, reply) => {
      const { current, password, endsTokens: isWished } = bodyOf(request);
      const endsTokens = isWished === true;
      if (!(await isOwnPassword({ request, reply }, current))) return reply;
      const { name, email = '' } = admittedBy(request).standing.person;
      const weak = weakness(password, { names: [name, email], settings: settings.people });
      if (weak) return refuse(reply, 400, weak);
      const hashed = await passwords.hash(String(password), { isFirst: true });
      const done = {
        ...({ action: 'password-changed', endsOthers: true, endsTokens, told: 'password-changed' } as const),
        ...(endsTokens && { details: { tokensEnded: true } }),
      };
      return (await change({ request, reply }, { password: hashed }, done)) ? { ok: true } : reply;
    },
  );
}

function isOwnName(request: FastifyRequest, name: string): boolean {
  return personOf(request).name.toLowerCase() === name.toLowerCase();
}

/**
 * Creates the function that asks a signed-in person for the password again. Its rate limit is that of signing
 * in.
 */
function createAsking({ studio: { people } }: HttpDependencies) {
  return async (
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    given: unknown,
  ): Promise<boolean> => {
    const { person, id: session } = admittedBy(request).standing;
    const refusal = await people.checkPassword({ session, person, password: textOf(given, 1000) ?? '' });
    if (refusal === undefined) return true;
    refuse(reply, refusal.error === 'too-many-requests' ? 429 : 403, refusal);
    return false;
  };
}

/**
 * Converts a session for display.
 * @param asking The id of the session that asks.
 */
export function sessionView(asking: string, session: SessionEntry): SessionView {
  const { id, createdAt, seenAt, expiresAt, browser, address } = session;
  return { id, isThis: id === asking, createdAt, seenAt, expiresAt, browser, address };
}

function sessionRoutes(scope: FastifyInstance, { store, now, studio }: HttpDependencies): void {
  const { audit } = studio.people;

  scope.get('/api/me/sessions', own, async (request) => {
    const { actor, standing } = admittedBy(request);
    const sessions = await store.sessionsOf({ person: actor.id, now: now() });
    return sessions.map((session) => sessionView(standing.id, session));
  });

  scope.delete('/api/me/sessions', bySession, async (request) => {
    const { actor: who, standing } = admittedBy(request);
    const note = audit.entry({ who, action: 'session-ended', about: who.name, details: { all: true } });
    return { ended: await store.endSessions({ person: who.id, except: standing.id, note }) };
  });

  scope.delete<{ readonly Params: { readonly session: string } }>(
    '/api/me/sessions/:session',
    bySession,
    async (request, reply) => {
      const who = personOf(request);
      const note = audit.entry({ who, action: 'session-ended', about: who.name });
      const ended = await store.endSessions({ person: who.id, only: request.params.session, note });
      return ended > 0 ? { ended } : refuse(reply, 404, { error: 'not-found' });
    },
  );
}

function secondFactorRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { now, studio, limits } = dependencies;
  const { factor: keys } = studio.people.keys;
  const change = createChanging(dependencies);
  const isOwnPassword = createAsking(dependencies);

  scope.post(
    '/api/me/second-factor/begin',
    { ...bySession, ...takes({ password: text }) },
    async (request, reply) => {
      if (!(await isOwnPassword({ request, reply }, bodyOf(request).password))) return reply;
      const { standing } = admittedBy(request);
      const secret = newFactorSecret();
      const uri = factorUri(secret, standing.person.name);
      const offer = sealText([standing.id, now() + offerMs, secret].join(' '), keys);
      return { secret, uri, offer } satisfies SecondFactorOffer;
    },
  );

  scope.post(
    '/api/me/second-factor/confirm',
    { ...bySession, ...takes({ offer: text, code: text }) },
    async (request, reply) => {
      const { standing } = admittedBy(request);
      const key = `session ${standing.id}`;
      const grant = await limits.takeSignInAs({ key, now: now() });
      if (!grant.isGranted)
        return refuse(reply, 429, { error: 'too-many-requests', retryAfterS: grant.retryAfterS });
      const given = bodyOf(request);
      const [session, until, secret] = openSealed(textOf(given.offer) ?? '', keys)?.split(' ') ?? [];
      const isOffered = session === standing.id && Number(until) > now();
      if (!isOffered || secret === undefined) return refuse(reply, 403, { error: 'wrong-code' });
      const step = factorStep(secret, { code: textOf(given.code, 100) ?? '', now: now() });
      if (step === undefined) return refuse(reply, 403, { error: 'wrong-code' });
      await limits.forgetSignIns(key);
      const recoveryCodes = newRecoveryCodes();
      const secondFactor: SecondFactorEntry = {
        ...{ secret: sealText(secret, keys), since: now(), lastStep: step },
        recoveryCodes: recoveryCodes.map(hashOfRecoveryCode),
      };
      const done = { action: 'second-factor-set-up', endsOthers: true } as const;
      if (!(await change({ request, reply }, { secondFactor }, done))) return reply;
      return { recoveryCodes } satisfies RecoveryCodesAnswer;
    },
  );

  scope.post(
    '/api/me/second-factor/recovery-codes',
    { ...bySession, ...takes({ password: text }) },
    async (request, reply) => {
      if (!(await isOwnPassword({ request, reply }, bodyOf(request).password))) return reply;
      const { secondFactor } = admittedBy(request).standing.person;
      if (secondFactor === undefined) return refuse(reply, 404, { error: 'not-found' });
      const recoveryCodes = newRecoveryCodes();
      const changed = { ...secondFactor, recoveryCodes: recoveryCodes.map(hashOfRecoveryCode) };
      const done = { action: 'recovery-codes-made' } as const;
      if (!(await change({ request, reply }, { secondFactor: changed }, done))) return reply;
      return { recoveryCodes } satisfies RecoveryCodesAnswer;
    },
  );

  scope.post(
    '/api/me/second-factor/remove',
    { ...bySession, ...takes({ password: text }) },
    async (request, reply) => {
      if (!(await isOwnPassword({ request, reply }, bodyOf(request).password))) return reply;
      const done = { action: 'second-factor-removed', told: 'second-factor-removed' } as const;
      const person = await change({ request, reply }, { secondFactor: null }, done);
      return person ? meOf(person, { via: 'session', reach: reachOf(person) }) : reply;
    },
  );
}

const offerMs = 1_800_000;
