import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { InvitationView, LinkAnswer, PeopleView, PersonView } from '../../../../api/people.ts';
import { pickAccessScope } from '../../../admin/people/actor.ts';
import { findValidInvitation, type InvitationOffer } from '../../../admin/people/valid-links.ts';
import { createSecretToken, hashSecretToken } from '../../../platform/secret/secret-token.ts';
import type {
  ListedInvitation,
  OneTimeToken,
  PersonOutcome,
  SeenPerson,
} from '../../../store/records/people-entry.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { getPublicOrigin } from '../../origins.ts';
import { toSessionView } from '../account/account-routes.ts';
import { getActor, getAdmission, sendPeopleRefusal } from '../account/auth.ts';
import { anyBody, defineBody, textListShape, textShape } from '../bodies.ts';
import { getBody, parseAccessScope, parseEmail, sendBadField } from '../body-fields.ts';
import { negotiateStudioLocale } from '../studio-locale.ts';
import { sendPersonRefusal } from './person-refusal.ts';

interface PersonRoute {
  readonly Params: { readonly id: string; readonly session: string };
}

/** Adds the routes that manage people and invitations, for owners. */
export function addPeopleRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, now, settings, studio } = dependencies;
  const { audit, links } = studio.people;
  const owner = { config: { role: 'owner' } } as const;
  const bySession = { config: { role: 'owner', isBySession: true } } as const;

  scope.get('/api/people', owner, async (request): Promise<PeopleView> => {
    const me = getActor(request).id;
    const [people, invitations] = await Promise.all([store.people(), store.invitations({ now: now() })]);
    return {
      people: people.map((person) => toPersonView(me, person)),
      invitations: (
        await Promise.all(
          invitations.map(async (word) => toInvitationView(word, await findValidInvitation(word, store))),
        )
      ).flatMap((view) => view ?? []),
    };
  });

  scope.post<PersonRoute>(
    '/api/people/:id/reach',
    { ...bySession, ...defineBody(scopeMembers) },
    async (request, reply) => {
      const reach = parseAccessScope(getBody(request));
      if (reach === undefined) return sendBadField(reply, 'role', 'These are not a valid role and limits.');
      const who = getActor(request);
      const before = await store.person({ id: request.params.id });
      const outcome = await store.changePerson({
        id: request.params.id,
        by: who.id,
        now: now(),
        change: {
          role: reach.role,
          enquiries: reach.enquiries ?? null,
          types: reach.types ?? null,
          sites: reach.sites ?? null,
        },
        note: audit.createEntry({
          who,
          action: 'person-changed',
          about: before?.name ?? '',
          details: { ...reach, ...(before && { before: before.role }) },
        }),
      });
      return sendPersonOutcome(reply, who.id, outcome);
    },
  );

  scope.post<PersonRoute>(
    '/api/people/:id/remove-second-factor',
    { ...bySession, ...anyBody },
    async (request, reply) => {
      const who = getActor(request);
      const before = await store.person({ id: request.params.id });
      const outcome = await store.changePerson({
        id: request.params.id,
        by: who.id,
        now: now(),
        change: { secondFactor: null },
        note: audit.createEntry({ who, action: 'second-factor-removed', about: before?.name ?? '' }),
      });
      if (outcome.kind === 'done') {
        const { name, email: to } = outcome.person;
        links.sendNotice({ ...getLinkContext(request), what: 'second-factor-removed', to, name });
      }
      return sendPersonOutcome(reply, who.id, outcome);
    },
  );

  scope.delete<PersonRoute>('/api/people/:id', bySession, async (request, reply) => {
    const { id } = request.params;
    const who = getActor(request);
    const before = await store.person({ id });
    const note = audit.createEntry({ who, action: 'person-removed', about: before?.name ?? '' });
    const outcome = await store.removePerson({ id, by: who.id, note });
    return outcome.kind === 'done' ? { ok: true } : sendPersonRefusal(reply, outcome.kind);
  });

  scope.get<PersonRoute>('/api/people/:id/sessions', owner, async (request) => {
    const { status } = getAdmission(request);
    const sessions = await store.listSessions({ person: request.params.id, now: now() });
    return sessions.map((session) => toSessionView(status.id, session));
  });

  /**
   * Ends the session that the URL names, or all sessions of the person, and returns their number; sends 404
   * if the person is unknown.
   */
  async function endSessionsOfPerson(request: FastifyRequest<PersonRoute>, reply: FastifyReply) {
    const { id, session: only } = request.params;
    const person = await store.person({ id });
    if (person === undefined) return sendPeopleRefusal(reply, 404, { error: 'not-found' });
    const who = getActor(request);
    const note = audit.createEntry({ who, action: 'session-ended', about: person.name });
    return { ended: await store.endSessions({ person: id, ...(only !== undefined && { only }), note }) };
  }
  scope.delete<PersonRoute>('/api/people/:id/sessions', bySession, endSessionsOfPerson);
  scope.delete<PersonRoute>('/api/people/:id/sessions/:session', bySession, endSessionsOfPerson);

  scope.post<PersonRoute>(
    '/api/people/:id/reset',
    { ...bySession, ...anyBody },
    async (request, reply): Promise<LinkAnswer | FastifyReply> => {
      const person = await store.person({ id: request.params.id });
      if (person === undefined) return sendPeopleRefusal(reply, 404, { error: 'not-found' });
      const token = createSecretToken();
      const expiresAt = now() + settings.people.resetMs;
      const entry = {
        hash: hashSecretToken(token),
        id: randomUUID(),
        use: 'reset',
        createdAt: now(),
      } as const;
      await store.addOneTimeToken({
        word: { ...entry, person: person.id, expiresAt, byId: getActor(request).id },
        note: audit.createEntry({ who: getActor(request), action: 'reset-asked', about: person.name }),
      });
      const { name, email } = person;
      return links.sendLink({
        ...getLinkContext(request),
        use: 'reset',
        token: token,
        to: email,
        name,
        expiresAt,
      });
    },
  );

  /** Returns the public origin of this server and the language of the request, for a mail with a link. */
  function getLinkContext(request: FastifyRequest) {
    return { origin: getPublicOrigin(request, dependencies), locale: negotiateStudioLocale(request) };
  }

  /**
   * Stores an invitation with a new token and mails its link. If it cannot be mailed, the answer contains the
   * link.
   */
  async function sendInvitation(
    request: FastifyRequest,
    invitation: NonNullable<OneTimeToken['invitation']>,
  ): Promise<LinkAnswer> {
    const token = createSecretToken();
    const expiresAt = now() + settings.people.invitationMs;
    const entry = {
      hash: hashSecretToken(token),
      id: randomUUID(),
      use: 'invitation',
      createdAt: now(),
    } as const;
    const { email: to, by: name } = invitation;
    await store.addOneTimeToken({
      word: { ...entry, invitation, expiresAt },
      note: audit.createEntry({
        who: getActor(request),
        action: 'person-invited',
        about: to,
        details: { ...pickAccessScope(invitation) },
      }),
    });
    return links.sendLink({
      ...getLinkContext(request),
      use: 'invitation',
      token: token,
      to,
      name,
      expiresAt,
    });
  }

  scope.post(
    '/api/invitations',
    { ...bySession, ...defineBody({ ...scopeMembers, email: textShape }) },
    async (request, reply): Promise<LinkAnswer | FastifyReply> => {
      const given = getBody(request);
      const [email, reach] = [parseEmail(given.email), parseAccessScope(given)];
      if (email === undefined) return sendBadField(reply, 'email', 'This is not a mail address.');
      if (reach === undefined) return sendBadField(reply, 'role', 'These are not a valid role and limits.');
      if (await store.person({ email })) return sendPeopleRefusal(reply, 409, { error: 'mail-taken' });
      return sendInvitation(request, { ...reach, email, ...getInviter(request) });
    },
  );

  scope.post<PersonRoute>(
    '/api/invitations/:id/again',
    { ...bySession, ...anyBody },
    async (request, reply) => {
      const invitations = await store.invitations({ now: now() });
      const found = invitations.find(({ id }) => id === request.params.id)?.invitation;
      if (found === undefined) return sendPeopleRefusal(reply, 404, { error: 'not-found' });
      return sendInvitation(request, { ...found, ...getInviter(request) });
    },
  );

  scope.delete<PersonRoute>('/api/invitations/:id', bySession, async (request, reply) => {
    const { id } = request.params;
    const invitations = await store.invitations({ now: now() });
    const word = invitations.find((one) => one.id === id);
    const about = word?.invitation?.email ?? word?.email ?? '';
    const note = audit.createEntry({ who: getActor(request), action: 'invitation-ended', about });
    const isEnded = await store.endInvitation({ id, note });
    return isEnded ? { ok: true } : sendPeopleRefusal(reply, 404, { error: 'not-found' });
  });
}

const scopeMembers = { role: textShape, enquiries: textShape, types: textListShape, sites: textListShape };

/**
 * Returns the view of the changed person, or sends the refusal.
 * @param me The id of the signed-in person.
 */
function sendPersonOutcome(
  reply: FastifyReply,
  me: string,
  outcome: PersonOutcome,
): PersonView | FastifyReply {
  return outcome.kind === 'done' ? toPersonView(me, outcome.person) : sendPersonRefusal(reply, outcome.kind);
}

/**
 * Converts a person for display: password and second factor only as present or not.
 * @param me The id of the signed-in person.
 */
function toPersonView(me: string, person: SeenPerson): PersonView {
  const { id, name, email, password, secondFactor, createdAt, seenAt, isDamaged } = person;
  return {
    id,
    name,
    ...pickAccessScope(person),
    isMe: id === me,
    createdAt,
    ...(email !== undefined && { email }),
    hasSecondFactor: secondFactor !== undefined,
    hasPassword: password !== undefined,
    ...(seenAt !== undefined && { seenAt }),
    ...(isDamaged && { isDamaged }),
  };
}

/**
 * Converts an invitation for display. A damaged one is shown without its scope.
 * @param invitation Its offer if it is still valid. Without one the result is undefined, unless it is
 * damaged.
 */
function toInvitationView(
  { id, createdAt: at, expiresAt, email = '', isDamaged }: ListedInvitation,
  invitation: InvitationOffer | undefined,
): InvitationView | undefined {
  if (isDamaged) return { id, at, expiresAt, email, by: '', role: 'viewer', isDamaged };
  if (invitation === undefined) return undefined;
  const { byId: _byId, ...shownInvitation } = invitation;
  return { id, at, expiresAt, ...shownInvitation };
}

/** Returns the name and the id of the signed-in person, as the author of an invitation. */
function getInviter(request: FastifyRequest): Pick<InvitationOffer, 'by' | 'byId'> {
  const { id: byId, name: by } = getActor(request);
  return { by, byId };
}
