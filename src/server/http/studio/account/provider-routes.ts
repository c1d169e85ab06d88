import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isReservedName } from '../../../admin/people/first-owner.ts';
import { type ProviderIdentity, providerSignInMs } from '../../../admin/people/provider.ts';
import { findValidInvitation } from '../../../admin/people/valid-links.ts';
import type { PersonEntry } from '../../../store/records/people-entry.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { getPublicOrigin } from '../../origins.ts';
import { parsePersonName } from '../body-fields.ts';
import { defineStudioCookie } from './cookies.ts';
import { createSessionActor, createSessionControl } from './session-control.ts';

/**
 * The reason why a person from the provider is refused: the parameter `refused` of the page that they return
 * to.
 */
type ProviderRefusal = 'not-invited' | 'provider-failed';

/**
 * Adds sign-in by a provider, if one is configured. It admits only people who have an account or an
 * invitation for a mail address that the provider has verified.
 */
export function addProviderRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { config, log, studio } = dependencies;
  const { provider } = studio.people;
  if (provider === undefined) return;
  const cookie = defineStudioCookie('studio-provider', config);
  const sessionControl = createSessionControl(dependencies);
  const findPerson = createPersonFinder(dependencies);
  const open = { config: { role: 'everybody' } } as const;
  /** Returns the path of the page that shows why the sign-in was refused. */
  const toRefusedAddress = (refusal: ProviderRefusal) => `/studio?refused=${refusal}`;

  scope.get('/oidc/start', open, async (request, reply) => {
    const { to } = Object(request.query) as { readonly to?: unknown };
    try {
      const { url, note } = await provider.start({ origin: getPublicOrigin(request, dependencies), to });
      // The redirect comes from another site, so a `Strict` cookie would not be sent.
      reply.header('Set-Cookie', cookie.header(note, { maxAgeMs: providerSignInMs, isLax: true }));
      return reply.redirect(url, 303);
    } catch (error) {
      log.error('studio-provider-failed', error);
      return reply.redirect(toRefusedAddress('provider-failed'), 303);
    }
  });

  scope.get('/oidc/return', open, async (request, reply) => {
    reply.header('Set-Cookie', cookie.header('', { maxAgeMs: 0, isLax: true }));
    const identity = await provider
      .finish({
        origin: getPublicOrigin(request, dependencies),
        url: request.url,
        note: cookie.read(request),
      })
      .catch((error: unknown) => void log.error('studio-provider-failed', error));
    if (identity === undefined) return reply.redirect(toRefusedAddress('provider-failed'), 303);
    const person = await findPerson(request, identity);
    if (person === undefined) {
      log.warn('studio-sign-in-refused');
      await studio.people.refused.record({ reason: 'not-invited', from: request.ip });
      return reply.redirect(toRefusedAddress('not-invited'), 303);
    }
    const before = reply.getHeader('Set-Cookie');
    await sessionControl.letIn({ request, reply }, person, { details: { provider: provider.name } });
    reply.header('Set-Cookie', [before, reply.getHeader('Set-Cookie')].flat().map(String));
    return reply.redirect(identity.to, 303);
  });
}

/**
 * Creates the function that finds the person of an identity: by its subject, else by its mail address, else
 * by an invitation. The subject is then stored. It returns undefined if the person is not invited, the
 * identity has no verified mail address, or the account of that address has another subject.
 */
function createPersonFinder({ store, now, studio }: HttpDependencies) {
  const { audit } = studio.people;

  /**
   * Creates the account of an invited person and consumes the invitation. Undefined if there is no valid
   * invitation for the mail address, or the account cannot be stored. A name that is taken or reserved gets a
   * random suffix.
   */
  async function acceptInvitation(
    request: FastifyRequest,
    { subject, email = '', name }: ProviderIdentity,
  ): Promise<PersonEntry | undefined> {
    const tokens = await store.invitations({ now: now() });
    const token = tokens.find(({ invitation }) => invitation?.email.toLowerCase() === email.toLowerCase());
    const invitation = await findValidInvitation(token, store);
    if (token === undefined || invitation === undefined) return undefined;
    const { email: own, by: _by, byId: _byId, ...reach } = invitation;
    const preferredName = parsePersonName(name) ?? parsePersonName(own.split('@')[0]) ?? 'Somebody';
    const uniqueName = `${preferredName.slice(0, 50)} ${randomUUID().slice(0, 8)}`;
    for (const free of isReservedName(preferredName, reach.role)
      ? [uniqueName]
      : [preferredName, uniqueName]) {
      const person = { id: randomUUID(), name: free, email: own, subject, ...reach, createdAt: now() };
      const who = createSessionActor(person, request);
      const note = audit.createEntry({
        who,
        action: 'invitation-accepted',
        about: free,
        details: { ...reach },
      });
      const outcome = await store.addPerson({ person, word: token.hash, now: now(), note });
      if (outcome.kind === 'done') return outcome.person;
      if (outcome.kind !== 'name-taken') return undefined;
    }
    return undefined;
  }

  return async (request: FastifyRequest, identity: ProviderIdentity): Promise<PersonEntry | undefined> => {
    const { subject, email } = identity;
    const known = await store.person({ subject });
    if (known !== undefined || email === undefined) return known;
    const person = await store.person({ email });
    if (person === undefined) return acceptInvitation(request, identity);
    // Another person may have this mail address at the provider by now. The first subject stays the owner of
    // the account.
    if (person.subject !== undefined) return undefined;
    const outcome = await store.changePerson({
      id: person.id,
      change: { subject },
      now: now(),
      note: audit.createEntry({
        who: createSessionActor(person, request),
        action: 'account-changed',
        about: person.name,
        details: { fields: ['provider'] },
      }),
    });
    return outcome.kind === 'done' ? outcome.person : undefined;
  };
}
