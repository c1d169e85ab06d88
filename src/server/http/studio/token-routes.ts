import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { NewTokenAnswer, TokenView } from '../../../studio/protocol-people.ts';
import { lesser, mayAs, mayWithEnquiries } from '../../people/actor.ts';
import { newToken } from '../../people/passes.ts';
import { hashOfWord } from '../../secret/secret-word.ts';
import type { ListedToken, PersonEntry, TokenEntry } from '../../store/people-entry.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { number, takes, text } from './bodies.ts';
import { admittedBy, personOf, refuse } from './door.ts';
import { badField, bodyOf, reachGiven, textOf } from './given-fields.ts';

/**
 * Adds the routes of tokens for programs: one's own, and for owners those of everybody. Creating one needs a
 * session.
 */
export function tokenRoutes(
  scope: FastifyInstance,
  { store, now, settings, studio }: HttpDependencies,
): void {
  const { audit } = studio.people;
  const own = { config: { role: 'viewer' } } as const;
  const bySession = { config: { role: 'viewer', isBySession: true } } as const;

  /** Runs creations one after the other: simultaneous ones would each miss the others in the count. */
  let last: Promise<unknown> = Promise.resolve();
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  }

  scope.get('/api/tokens', own, async (request): Promise<readonly TokenView[]> => {
    const { id, role } = personOf(request);
    const tokens = await store.tokens(role === 'owner' ? {} : { person: id });
    const people = new Map((await store.people()).map((person) => [person.id, person]));
    return tokens.flatMap((token) => tokenView(id, token, people.get(token.person)) ?? []);
  });

  scope.post(
    '/api/tokens',
    { ...bySession, ...takes({ purpose: text, role: text, enquiries: text, expiresAt: number }) },
    async (request, reply): Promise<NewTokenAnswer | typeof reply> => {
      const { actor: who, standing } = admittedBy(request);
      const given = bodyOf(request);
      const purpose = textOf(given.purpose, 200)?.trim() ?? '';
      const [reach, expiresAt] = [
        reachGiven({ role: given.role, enquiries: given.enquiries }),
        Number(given.expiresAt),
      ];
      if (purpose === '') return badField(reply, 'purpose', 'Say what the token is for.');
      if (reach === undefined || !mayAs(who.role, reach.role))
        return badField(reply, 'role', 'A token may do what you may, at most.');
      if (reach.enquiries !== undefined && !mayWithEnquiries(who, reach.enquiries))
        return badField(reply, 'enquiries', 'A token may do with enquiries what you may, at most.');
      if (!(expiresAt > now() && expiresAt <= now() + settings.people.longestTokenMs))
        return badField(reply, 'expiresAt', 'A token ends within a year.');
      return inTurn(async () => {
        const held = (await store.tokens({ person: who.id })).filter((one) => one.expiresAt > now());
        if (held.length >= settings.people.mostTokens)
          return badField(
            reply,
            'purpose',
            `You have ${held.length} tokens, which is as many as anybody may have: end one first.`,
          );
        const word = newToken();
        const token: TokenEntry = {
          ...{ hash: hashOfWord(word), id: randomUUID(), person: who.id, purpose, ...reach },
          ...{ start: word.slice(0, 12), createdAt: now(), expiresAt },
        };
        const details = { ...reach, until: new Date(expiresAt).toISOString() };
        await store.addToken({
          token,
          note: audit.entry({ who, action: 'token-made', about: purpose, details }),
        });
        const view = tokenView(who.id, token, standing.person);
        if (view === undefined) throw new Error('Cannot show a token that has nobody');
        return { token: word, view };
      });
    },
  );

  scope.delete<{ readonly Params: { readonly id: string } }>(
    '/api/tokens/:id',
    own,
    async (request, reply) => {
      const { actor: who, standing } = admittedBy(request);
      const { id } = request.params;
      // A program can end only its own token, in case it has been stolen.
      if (who.via === 'token' && id !== standing.id) return refuse(reply, 404, { error: 'not-found' });
      const about = (await store.tokens({})).find((token) => token.id === id)?.purpose ?? '';
      const isEnded = await store.endToken({
        ...{ id, ...(who.role !== 'owner' && { person: who.id }) },
        note: audit.entry({ who, action: 'token-ended', about }),
      });
      return isEnded ? { ok: true } : refuse(reply, 404, { error: 'not-found' });
    },
  );
}

function tokenView(me: string, token: ListedToken, person: PersonEntry | undefined): TokenView | undefined {
  if (person === undefined) return undefined;
  const { id, purpose, createdAt, expiresAt, usedAt, start, isDamaged } = token;
  return {
    ...{ id, purpose, ...lesser(person, token), isOwn: person.id === me, createdAt, expiresAt, start },
    person: { id: person.id, name: person.name },
    ...(usedAt !== undefined && { usedAt }),
    ...(isDamaged && { isDamaged }),
  };
}
