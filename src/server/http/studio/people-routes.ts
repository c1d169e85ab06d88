import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { InvitationView, LinkAnswer, PeopleView, PersonView } from '../../../studio/protocol-people.ts';
import { reachOf } from '../../people/actor.ts';
import { type Invitation, standingInvitation } from '../../people/standing-links.ts';
import { hashOfWord, newSecretWord } from '../../secret/secret-word.ts';
import type { ListedInvitation, PersonOutcome, SeenPerson, WordEntry } from '../../store/people-entry.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { outsideOrigin } from '../origins.ts';
import { sessionView } from './account-routes.ts';
import { takes, takesAnything, text, texts } from './bodies.ts';
import { admittedBy, personOf, refuse } from './door.ts';
import { badField, bodyOf, emailOf, reachGiven } from './given-fields.ts';
import { refusePerson } from './person-refusal.ts';
import { localeOf } from './studio-locale.ts';

interface OfPerson {
  readonly Params: { readonly id: string; readonly session: string };
}

/** Adds the routes that manage people and invitations, for owners. */
export function peopleRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, now, settings, studio } = dependencies;
  const { audit, links } = studio.people;
  const owner = { config: { role: 'owner' } } as const;
  const bySession = { config: { role: 'owner', isBySession: true } } as const;

  scope.get('/api/people', owner, async (request): Promise<PeopleView> => {
    const me = personOf(request).id;
    const [people, invitations] = await Promise.all([store.people(), store.invitations({ now: now() })]);
    return {
      people: people.map((person) => personView(me, person)),
      invitations: (
        await Promise.all(
          invitations.map(async (word) => invitationView(word, await standingInvitation(word, store))),
        )
      ).flatMap((view) => view ?? []),
    };
  });

  scope.post<OfPerson>(
    '/api/people/:id/reach',
    { ...bySession, ...takes(reachMembers) },
    async (request, reply) => {
      const reach = reachGiven(bodyOf(request));
      if (reach === undefined) return badField(reply, 'role', 'This is no role with limits.');
      const who = personOf(request);
      const before = await store.person({ id: request.params.id });
      const outcome = await store.changePerson({
        ...{ id: request.params.id, by: who.id, now: now() },
        change: {
          ...{ role: reach.role, enquiries: reach.enquiries ?? null },
          ...{ types: reach.types ?? null, sites: reach.sites ?? null },
        },
        note: audit.entry({
          ...{ who, action: 'person-changed', about: before?.name ?? '' },
          details: { ...reach, ...(before && { before: before.role }) },
        }),
      });
      return answer(reply, who.id, outcome);
    },
  );

  scope.post<OfPerson>(
    '/api/people/:id/remove-second-factor',
    { ...bySession, ...takesAnything },
    async (request, reply) => {
      const who = personOf(request);
      const before = await store.person({ id: request.params.id });
      const outcome = await store.changePerson({
        ...{ id: request.params.id, by: who.id, now: now(), change: { secondFactor: null } },
        note: audit.entry({ who, action: 'second-factor-removed', about: before?.name ?? '' }),
      });
      if (outcome.kind === 'done') {
        const { name, email: to } = outcome.person;
        links.tell({ ...asked(request), what: 'second-factor-removed', to, name });
      }
      return answer(reply, who.id, outcome);
    },
  );

  scope.delete<OfPerson>('/api/people/:id', bySession, async (request, reply) => {
    const { id } = request.params;
    const who = personOf(request);
    const before = await store.person({ id });
    const note = audit.entry({ who, action: 'person-removed', about: before?.name ?? '' });
    const outcome = await store.removePerson({ id, by: who.id, note });
    return outcome.kind === 'done' ? { ok: true } : refusePerson(reply, outcome.kind);
  });

  scope.get<OfPerson>('/api/people/:id/sessions', owner, async (request) => {
    const { standing } = admittedBy(request);
    const sessions = await store.sessionsOf({ person: request.params.id, now: now() });
    return sessions.map((session) => sessionView(standing.id, session));
  });

  async function endSessions(request: FastifyRequest<OfPerson>, reply: FastifyReply) {
    const { id, session: only } = request.params;
    const person = await store.person({ id });
    if (person === undefined) return refuse(reply, 404, { error: 'not-found' });
    const who = personOf(request);
    const note = audit.entry({ who, action: 'session-ended', about: person.name });
    return { ended: await store.endSessions({ person: id, ...(only !== undefined && { only }), note }) };
  }
  scope.delete<OfPerson>('/api/people/:id/sessions', bySession, endSessions);
  scope.delete<OfPerson>('/api/people/:id/sessions/:session', bySession, endSessions);

  scope.post<OfPerson>(
    '/api/people/:id/reset',
    { ...bySession, ...takesAnything },
    async (request, reply): Promise<LinkAnswer | FastifyReply> => {
      const person = await store.person({ id: request.params.id });
      if (person === undefined) return refuse(reply, 404, { error: 'not-found' });
      const word = newSecretWord();
      const expiresAt = now() + settings.people.resetMs;
      const entry = { hash: hashOfWord(word), id: randomUUID(), use: 'reset', createdAt: now() } as const;
      await store.addWord({
        word: { ...entry, person: person.id, expiresAt, byId: personOf(request).id },
        note: audit.entry({ who: personOf(request), action: 'reset-asked', about: person.name }),
      });
      const { name, email } = person;
      return links.send({ ...asked(request), use: 'reset', word, to: email, name, expiresAt });
    },
  );

  function asked(request: FastifyRequest) {
    return { origin: outsideOrigin(request, dependencies), locale: localeOf(request) };
  }

  async function invite(
    request: FastifyRequest,
    invitation: NonNullable<WordEntry['invitation']>,
  ): Promise<LinkAnswer> {
    const word = newSecretWord();
    const expiresAt = now() + settings.people.invitationMs;
    const entry = { hash: hashOfWord(word), id: randomUUID(), use: 'invitation', createdAt: now() } as const;
    const { email: to, by: name } = invitation;
    await store.addWord({
      word: { ...entry, invitation, expiresAt },
      note: audit.entry({
        ...{ who: personOf(request), action: 'person-invited', about: to },
        details: { ...reachOf(invitation) },
      }),
    });
    return links.send({ ...asked(request), use: 'invitation', word, to, name, expiresAt });
  }

  scope.post(
    '/api/invitations',
    { ...bySession, ...takes({ ...reachMembers, email: text }) },
    async (request, reply): Promise<LinkAnswer | FastifyReply> => {
      const given = bodyOf(request);
      const [email, reach] = [emailOf(given.email), reachGiven(given)];
      if (email === undefined) return badField(reply, 'email', 'This is no mail address.');
      if (reach === undefined) return badField(reply, 'role', 'This is no role with limits.');
      if (await store.person({ email })) return refuse(reply, 409, { error: 'mail-taken' });
      return invite(request, { ...reach, email, ...makerOf(request) });
    },
  );

  scope.post<OfPerson>(
    '/api/invitations/:id/again',
    { ...bySession, ...takesAnything },
    async (request, reply) => {
      const invitations = await store.invitations({ now: now() });
      const found = invitations.find(({ id }) => id === request.params.id)?.invitation;
      if (found === undefined) return refuse(reply, 404, { error: 'not-found' });
      return invite(request, { ...found, ...makerOf(request) });
    },
  );

  scope.delete<OfPerson>('/api/invitations/:id', bySession, async (request, reply) => {
    const { id } = request.params;
    const invitations = await store.invitations({ now: now() });
    const word = invitations.find((one) => one.id === id);
    const about = word?.invitation?.email ?? word?.email ?? '';
    const note = audit.entry({ who: personOf(request), action: 'invitation-ended', about });
    const isEnded = await store.endInvitation({ id, note });
    return isEnded ? { ok: true } : refuse(reply, 404, { error: 'not-found' });
  });
}

const reachMembers = { role: text, enquiries: text, types: texts, sites: texts };

function answer(reply: FastifyReply, me: string, outcome: PersonOutcome): PersonView | FastifyReply {
  return outcome.kind === 'done' ? personView(me, outcome.person) : refusePerson(reply, outcome.kind);
}

function personView(me: string, person: SeenPerson): PersonView {
  const { id, name, email, password, secondFactor, createdAt, seenAt, isDamaged } = person;
  return {
    ...{ id, name, ...reachOf(person), isMe: id === me, createdAt },
    ...(email !== undefined && { email }),
    hasSecondFactor: secondFactor !== undefined,
    hasPassword: password !== undefined,
    ...(seenAt !== undefined && { seenAt }),
    ...(isDamaged && { isDamaged }),
  };
}

function invitationView(
  { id, createdAt: at, expiresAt, email = '', isDamaged }: ListedInvitation,
  invitation: Invitation | undefined,
): InvitationView | undefined {
  if (isDamaged) return { id, at, expiresAt, email, by: '', role: 'viewer', isDamaged };
  if (invitation === undefined) return undefined;
  const { byId: _byId, ...told } = invitation;
  return { id, at, expiresAt, ...told };
}

function makerOf(request: FastifyRequest): Pick<Invitation, 'by' | 'byId'> {
  const { id: byId, name: by } = personOf(request);
  return { by, byId };
}
