import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { DoorView, OfferedInvitation } from '../../../studio/protocol-people.ts';
import { scopeNames } from '../../desk/desk-names.ts';
import { meOf } from '../../people/actor.ts';
import { ownerName } from '../../people/first-owner.ts';
import { personToReset, standingInvitation } from '../../people/standing-links.ts';
import { hashOfWord, newSecretWord } from '../../secret/secret-word.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { outsideOrigin } from '../origins.ts';
import { addAccount } from './add-account.ts';
import { flag, takes, takesAnything, text } from './bodies.ts';
import { passReader, refuse } from './door.ts';
import { bodyOf, textOf, weakness } from './given-fields.ts';
import { actorOf, createLettingIn } from './letting-in.ts';
import { refusePerson } from './person-refusal.ts';
import { localeOf } from './studio-locale.ts';

/**
 * Adds the routes for people who are not signed in: signing in and out, and the links that create an account
 * or reset a password.
 */
export function signInRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, log, now, settings, studio } = dependencies;
  const { people } = studio;
  const { audit, passwords } = people;
  const lettingIn = createLettingIn(dependencies);
  const readPass = passReader(dependencies);
  const { letIn, letOut, deviceOf } = lettingIn;
  const open = { config: { role: 'everybody' } } as const;

  scope.get('/api/door', open, async (request): Promise<DoorView> => {
    const pass = readPass(request);
    const standing = await people.passes.standing(pass);
    return {
      isFirst: !(await store.ownership()).hasOwner,
      isMailing: people.links.isMailing,
      ...(people.provider && { provider: people.provider.name }),
      shortestPassword: settings.people.shortestPassword,
      ...(pass &&
        standing.kind === 'holds' && { me: meOf(standing.person, { via: pass.via, reach: standing.reach }) }),
    };
  });

  scope.post(
    '/api/sign-in',
    { ...open, ...takes({ name: text, password: text, code: text }) },
    async (request, reply) => {
      const { name = ownerName, password, code } = bodyOf(request);
      const longest = settings.people.longestPassword * 4;
      const given = { name: textOf(name) ?? '', password: textOf(password, longest) ?? '' };
      const outcome = await people.signIn({
        ...given,
        ...(typeof code === 'string' && { code: code.slice(0, 100) }),
        ...{ address: request.ip, device: deviceOf(request) },
      });
      if (outcome.kind === 'right') {
        const { person, usedRecoveryCode } = outcome;
        if (usedRecoveryCode)
          await audit.note({
            who: actorOf(person, request),
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
        await people.refused.note({ reason: refusal.error, from: request.ip, ...about });
      }
      return refuse(reply, refusal.error === 'too-many-requests' ? 429 : 403, refusal);
    },
  );

  scope.post('/api/sign-out', { ...open, ...takesAnything }, async (request, reply) => {
    await letOut(request, reply);
    return { ok: true };
  });

  scope.post(
    '/api/welcome',
    { ...open, ...takes({ word: text, name: text, password: text, email: text }) },
    async (request, reply) => {
      const { word, name = ownerName, password, email } = bodyOf(request);
      const hash = hashOfWord(textOf(word) ?? '');
      const holds = await Promise.all(
        (['first-owner', 'owner'] as const).map((use) => store.word({ hash, use, now: now() })),
      );
      const [isFirst, isOther] = holds.map((found) => found !== undefined);
      if (!isOther && (!isFirst || (await store.ownership()).hasOwner))
        return refuse(reply, 410, { error: 'link-ended' });
      const account = {
        name,
        password,
        email,
        word: hash,
        reach: { role: 'owner' },
        action: 'owner-made',
      } as const;
      return addAccount({ request, reply }, account, dependencies, lettingIn);
    },
  );

  scope.post('/api/invitation', { ...open, ...takes({ word: text }) }, async (request, reply) => {
    const hash = hashOfWord(textOf(bodyOf(request).word) ?? '');
    const found = await store.word({ hash, use: 'invitation', now: now() });
    const invitation = await standingInvitation(found, store);
    if (found === undefined || invitation === undefined) return refuse(reply, 410, { error: 'link-ended' });
    const { byId: _byId, ...told } = invitation;
    const names = scopeNames(
      told,
      { form: dependencies.forms.current().form, content: dependencies.content() },
      localeOf(request),
    );
    return { ...told, names, expiresAt: found.expiresAt } satisfies OfferedInvitation;
  });

  scope.post(
    '/api/invitation/accept',
    { ...open, ...takes({ word: text, name: text, password: text }) },
    async (request, reply) => {
      const { word, name, password } = bodyOf(request);
      const hash = hashOfWord(textOf(word) ?? '');
      const found = await store.word({ hash, use: 'invitation', now: now() });
      const invitation = await standingInvitation(found, store);
      if (invitation === undefined) return refuse(reply, 410, { error: 'link-ended' });
      const { email, by: _by, byId: _byId, ...reach } = invitation;
      const account = { name, password, email, reach, word: hash, action: 'invitation-accepted' } as const;
      return addAccount({ request, reply }, account, dependencies, lettingIn);
    },
  );

  scope.post('/api/reset-request', { ...open, ...takes({ name: text }) }, async (request, reply) => {
    const name = textOf(bodyOf(request).name)?.trim() ?? '';
    const grant = await dependencies.limits.takeWish({ address: request.ip, name, now: now() });
    if (!grant.isGranted)
      return refuse(reply, 429, { error: 'too-many-requests', retryAfterS: grant.retryAfterS });
    const origin = outsideOrigin(request, dependencies);
    const [locale, from] = [localeOf(request), request.ip];
    // Not awaited: the duration would reveal whether the name exists.
    mailReset().catch((error: unknown) => log.error('studio-mail-not-sent', error));
    return { ok: true };

    async function mailReset(): Promise<void> {
      const person = await store.person(name.includes('@') ? { email: name } : { name });
      // People without a password sign in by the provider, which decides on their access. An owner can give
      // them a password all the same.
      if (person?.email === undefined || person.password === undefined) return;
      // Answered like a success: a refusal would reveal that two names belong to one person.
      const { isGranted } = await dependencies.limits.takeWishMail({ recipient: person.email, now: now() });
      if (!isGranted) return;
      const word = newSecretWord();
      const expiresAt = now() + settings.people.resetMs;
      const entry = { hash: hashOfWord(word), id: randomUUID(), use: 'reset', createdAt: now() } as const;
      await store.addWord({
        word: { ...entry, person: person.id, expiresAt },
        note: audit.entry({ who: '', action: 'reset-asked', about: person.name, from }),
      });
      await people.links.send({
        ...{ use: 'reset', word, to: person.email, name: person.name, origin, locale, expiresAt },
      });
    }
  });

  scope.post(
    '/api/reset',
    { ...open, ...takes({ word: text, password: text, endsTokens: flag }) },
    async (request, reply) => {
      const { word, password, endsTokens: isWished } = bodyOf(request);
      const endsTokens = isWished === true;
      const hash = hashOfWord(textOf(word) ?? '');
      const found = await store.word({ hash, use: 'reset', now: now() });
      const person = await personToReset(found, store);
      if (person === undefined) return refuse(reply, 410, { error: 'link-ended' });
      const names = [person.name, person.email ?? ''];
      const weak = weakness(password, { names, settings: settings.people });
      if (weak) return refuse(reply, 400, weak);
      const outcome = await store.changePerson({
        ...{ id: person.id, word: hash, endSessions: 'all', endsTokens, now: now() },
        change: { password: await passwords.hash(String(password)) },
        note: audit.entry({
          ...{ who: actorOf(person, request), action: 'password-changed', about: person.name },
          details: { by: 'link', ...(endsTokens && { tokensEnded: true }) },
        }),
      });
      if (outcome.kind !== 'done') return refusePerson(reply, outcome.kind);
      const origin = outsideOrigin(request, dependencies);
      people.links.tell({
        ...{
          what: 'password-changed',
          to: person.email,
          name: person.name,
          origin,
          locale: localeOf(request),
        },
      });
      return { ok: true };
    },
  );
}
