import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { AuthView, OfferedInvitation } from '../../../../api/people.ts';
import { toSignedInPerson } from '../../../admin/people/actor.ts';
import { ownerName } from '../../../admin/people/first-owner.ts';
import { findPersonToReset, findValidInvitation } from '../../../admin/people/valid-links.ts';
import { findScopeNames } from '../../../inbox/inbox-names.ts';
import { createSecretToken, hashSecretToken } from '../../../platform/secret/secret-token.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { getPublicOrigin } from '../../origins.ts';
import { sendPersonRefusal } from '../admin/person-refusal.ts';
import { anyBody, defineBody, flagShape, textShape } from '../bodies.ts';
import { getBody, parseBoundedText, refuseWeakPassword } from '../body-fields.ts';
import { negotiateStudioLocale } from '../studio-locale.ts';
import { addAccount } from './add-account.ts';
import { createCredentialReader, sendPeopleRefusal } from './auth.ts';
import { createSessionActor, createSessionControl } from './session-control.ts';

/**
 * Adds the routes for people who are not signed in: signing in and out, and the links that create an account
 * or reset a password.
 */
export function addSignInRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, log, now, settings, studio } = dependencies;
  const { people } = studio;
  const { audit, passwords } = people;
  const sessionControl = createSessionControl(dependencies);
  const readCredential = createCredentialReader(dependencies);
  const { letIn, letOut, deviceOf } = sessionControl;
  const open = { config: { role: 'everybody' } } as const;

  scope.get('/api/door', open, async (request): Promise<AuthView> => {
    const pass = readCredential(request);
    const standing = await people.credentials.check(pass);
    return {
      isFirst: !(await store.ownership()).hasOwner,
      isMailing: people.links.isMailing,
      ...(people.provider && { provider: people.provider.name }),
      shortestPassword: settings.people.shortestPassword,
      ...(pass &&
        standing.kind === 'holds' && {
          me: toSignedInPerson(standing.person, { via: pass.via, reach: standing.reach }),
        }),
    };
  });

  scope.post(
    '/api/sign-in',
    { ...open, ...defineBody({ name: textShape, password: textShape, code: textShape }) },
    async (request, reply) => {
      const { name = ownerName, password, code } = getBody(request);
      const longest = settings.people.longestPassword * 4;
      const given = {
        name: parseBoundedText(name) ?? '',
        password: parseBoundedText(password, longest) ?? '',
      };
      const outcome = await people.signIn({
        ...given,
        ...(typeof code === 'string' && { code: code.slice(0, 100) }),
        address: request.ip,
        device: deviceOf(request),
      });
      if (outcome.kind === 'right') {
        const { person, usedRecoveryCode } = outcome;
        if (usedRecoveryCode)
          await audit.record({
            who: createSessionActor(person, request),
            action: 'recovery-code-used',
            about: person.name,
          });
        return letIn({ request, reply }, person);
      }
      const { refusal, person } = outcome;
      if (refusal.error === 'wrong-password' || refusal.error === 'wrong-code') {
        log.warn('studio-sign-in-refused');
        // An unknown name may be a password that was typed into the wrong field.
        const about = person === undefined ? {} : { about: person.name };
        await people.refused.record({ reason: refusal.error, from: request.ip, ...about });
      }
      return sendPeopleRefusal(reply, refusal.error === 'too-many-requests' ? 429 : 403, refusal);
    },
  );

  scope.post('/api/sign-out', { ...open, ...anyBody }, async (request, reply) => {
    await letOut(request, reply);
    return { ok: true };
  });

  scope.post(
    '/api/welcome',
    { ...open, ...defineBody({ word: textShape, name: textShape, password: textShape, email: textShape }) },
    async (request, reply) => {
      const { word, name = ownerName, password, email } = getBody(request);
      const hash = hashSecretToken(parseBoundedText(word) ?? '');
      const tokens = await Promise.all(
        (['first-owner', 'owner'] as const).map((use) => store.word({ hash, use, now: now() })),
      );
      const [isFirst, isOther] = tokens.map((found) => found !== undefined);
      if (!isOther && (!isFirst || (await store.ownership()).hasOwner))
        return sendPeopleRefusal(reply, 410, { error: 'link-ended' });
      const account = {
        name,
        password,
        email,
        tokenHash: hash,
        reach: { role: 'owner' },
        action: 'owner-made',
      } as const;
      return addAccount({ request, reply }, account, dependencies, sessionControl);
    },
  );

  scope.post('/api/invitation', { ...open, ...defineBody({ word: textShape }) }, async (request, reply) => {
    const hash = hashSecretToken(parseBoundedText(getBody(request).word) ?? '');
    const found = await store.word({ hash, use: 'invitation', now: now() });
    const invitation = await findValidInvitation(found, store);
    if (found === undefined || invitation === undefined)
      return sendPeopleRefusal(reply, 410, { error: 'link-ended' });
    const { byId: _byId, ...offered } = invitation;
    const names = findScopeNames(
      offered,
      { form: dependencies.forms.current().form, content: dependencies.content() },
      negotiateStudioLocale(request),
    );
    return { ...offered, names, expiresAt: found.expiresAt } satisfies OfferedInvitation;
  });

  scope.post(
    '/api/invitation/accept',
    { ...open, ...defineBody({ word: textShape, name: textShape, password: textShape }) },
    async (request, reply) => {
      const { word, name, password } = getBody(request);
      const hash = hashSecretToken(parseBoundedText(word) ?? '');
      const found = await store.word({ hash, use: 'invitation', now: now() });
      const invitation = await findValidInvitation(found, store);
      if (invitation === undefined) return sendPeopleRefusal(reply, 410, { error: 'link-ended' });
      const { email, by: _by, byId: _byId, ...reach } = invitation;
      const account = {
        name,
        password,
        email,
        reach,
        tokenHash: hash,
        action: 'invitation-accepted',
      } as const;
      return addAccount({ request, reply }, account, dependencies, sessionControl);
    },
  );

  scope.post(
    '/api/reset-request',
    { ...open, ...defineBody({ name: textShape }) },
    async (request, reply) => {
      const name = parseBoundedText(getBody(request).name)?.trim() ?? '';
      const grant = await dependencies.limits.consumePasswordRequest({
        address: request.ip,
        name,
        now: now(),
      });
      if (!grant.isGranted)
        return sendPeopleRefusal(reply, 429, { error: 'too-many-requests', retryAfterS: grant.retryAfterS });
      const origin = getPublicOrigin(request, dependencies);
      const locale = negotiateStudioLocale(request);
      // Not awaited: the duration would reveal whether the name exists.
      mailResetLink(dependencies, { name, from: request.ip, origin, locale }).catch((error: unknown) =>
        log.error('studio-mail-not-sent', error),
      );
      return { ok: true };
    },
  );

  scope.post(
    '/api/reset',
    { ...open, ...defineBody({ word: textShape, password: textShape, endsTokens: flagShape }) },
    async (request, reply) => {
      const { word, password, endsTokens: isWished } = getBody(request);
      const endsTokens = isWished === true;
      const hash = hashSecretToken(parseBoundedText(word) ?? '');
      const found = await store.word({ hash, use: 'reset', now: now() });
      const person = await findPersonToReset(found, store);
      if (person === undefined) return sendPeopleRefusal(reply, 410, { error: 'link-ended' });
      const names = [person.name, person.email ?? ''];
      const weak = refuseWeakPassword(password, { names, settings: settings.people });
      if (weak) return sendPeopleRefusal(reply, 400, weak);
      const outcome = await store.changePerson({
        id: person.id,
        word: hash,
        endSessions: 'all',
        endsTokens,
        now: now(),
        change: { password: await passwords.hash(String(password)) },
        note: audit.createEntry({
          who: createSessionActor(person, request),
          action: 'password-changed',
          about: person.name,
          details: { by: 'link', ...(endsTokens && { tokensEnded: true }) },
        }),
      });
      if (outcome.kind !== 'done') return sendPersonRefusal(reply, outcome.kind);
      const origin = getPublicOrigin(request, dependencies);
      people.links.sendNotice({
        what: 'password-changed',
        to: person.email,
        name: person.name,
        origin,
        locale: negotiateStudioLocale(request),
      });
      return { ok: true };
    },
  );
}

/**
 * Stores a one-time token with an audit entry, and mails its link for a new password to the person with the
 * given name or mail address. Does nothing if there is no such account, it has no mail address or no
 * password, or too many links were mailed to that address.
 * @param asked `from` is the address of the request, `origin` that of the link.
 */
async function mailResetLink(
  { store, now, settings, limits, studio: { people } }: HttpDependencies,
  asked: Readonly<Record<'name' | 'from' | 'origin' | 'locale', string>>,
): Promise<void> {
  const { name, from, origin, locale } = asked;
  const person = await store.person(name.includes('@') ? { email: name } : { name });
  // People without a password sign in by the provider, which decides on their access. An owner can give them
  // a password all the same.
  if (person?.email === undefined || person.password === undefined) return;
  // Answered like a success: a refusal would reveal that two names belong to one person.
  const { isGranted } = await limits.consumePasswordMail({ recipient: person.email, now: now() });
  if (!isGranted) return;
  const token = createSecretToken();
  const expiresAt = now() + settings.people.resetMs;
  const entry = { hash: hashSecretToken(token), id: randomUUID(), use: 'reset', createdAt: now() } as const;
  await store.addOneTimeToken({
    word: { ...entry, person: person.id, expiresAt },
    note: people.audit.createEntry({ who: '', action: 'reset-asked', about: person.name, from }),
  });
  await people.links.sendLink({
    use: 'reset',
    token,
    to: person.email,
    name: person.name,
    origin,
    locale,
    expiresAt,
  });
}
