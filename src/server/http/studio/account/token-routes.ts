import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { NewTokenAnswer, TokenView } from '../../../../api/people.ts';
import { includesEnquiryRight, isRoleAtLeast, restrictScope } from '../../../admin/people/actor.ts';
import { generateToken } from '../../../admin/people/credentials.ts';
import { createTaskQueue } from '../../../platform/concurrency/task-queue.ts';
import { hashSecretToken } from '../../../platform/secret/secret-token.ts';
import type { ListedToken, PersonEntry, TokenEntry } from '../../../store/records/people-entry.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { defineBody, numberShape, textShape } from '../bodies.ts';
import {
  getBody,
  isPositiveInteger,
  parseAccessScope,
  parseBoundedText,
  sendBadField,
} from '../body-fields.ts';
import { getActor, getAdmission, sendPeopleRefusal } from './auth.ts';

/**
 * Adds the routes of tokens for programs: one's own, and for owners those of everybody. Creating one needs a
 * session.
 */
export function addTokenRoutes(
  scope: FastifyInstance,
  { store, now, settings, studio }: HttpDependencies,
): void {
  const { audit } = studio.people;
  const own = { config: { role: 'viewer' } } as const;
  const bySession = { config: { role: 'viewer', isBySession: true } } as const;

  // Simultaneous creations would each miss the others in the count.
  const runInOrder = createTaskQueue();

  scope.get('/api/tokens', own, async (request): Promise<readonly TokenView[]> => {
    const { id, role } = getActor(request);
    const tokens = await store.tokens(role === 'owner' ? {} : { person: id });
    const people = new Map((await store.people()).map((person) => [person.id, person]));
    return tokens.flatMap((token) => toTokenView(id, token, people.get(token.person)) ?? []);
  });

  scope.post(
    '/api/tokens',
    {
      ...bySession,
      ...defineBody({ purpose: textShape, role: textShape, enquiries: textShape, expiresAt: numberShape }),
    },
    async (request, reply): Promise<NewTokenAnswer | typeof reply> => {
      const { actor: who, status } = getAdmission(request);
      const given = getBody(request);
      const purpose = parseBoundedText(given.purpose, 200)?.trim() ?? '';
      const [reach, expiresAt] = [
        parseAccessScope({ role: given.role, enquiries: given.enquiries }),
        Number(given.expiresAt),
      ];
      if (purpose === '') return sendBadField(reply, 'purpose', 'Enter what the token is for.');
      if (reach === undefined || !isRoleAtLeast(who.role, reach.role))
        return sendBadField(reply, 'role', 'A token cannot have more permissions than you.');
      if (reach.enquiries !== undefined && !includesEnquiryRight(who, reach.enquiries))
        return sendBadField(
          reply,
          'enquiries',
          'A token cannot have more permissions for enquiries than you.',
        );
      if (
        !isPositiveInteger(expiresAt) ||
        !(expiresAt > now() && expiresAt <= now() + settings.people.longestTokenMs)
      )
        return sendBadField(reply, 'expiresAt', 'A token must expire within a year.');
      return runInOrder(async () => {
        const activeTokens = (await store.tokens({ person: who.id })).filter((one) => one.expiresAt > now());
        if (activeTokens.length >= settings.people.mostTokens)
          return sendBadField(
            reply,
            'purpose',
            `You have ${activeTokens.length} tokens, which is the limit: revoke one first.`,
          );
        const tokenText = generateToken();
        const token: TokenEntry = {
          hash: hashSecretToken(tokenText),
          id: randomUUID(),
          person: who.id,
          purpose,
          ...reach,
          start: tokenText.slice(0, 12),
          createdAt: now(),
          expiresAt,
        };
        const details = { ...reach, until: new Date(expiresAt).toISOString() };
        await store.addToken({
          token,
          note: audit.createEntry({ who, action: 'token-made', about: purpose, details }),
        });
        const view = toTokenView(who.id, token, status.person);
        if (view === undefined) throw new Error('Cannot show a token without a person');
        return { token: tokenText, view };
      });
    },
  );

  scope.delete<{ readonly Params: { readonly id: string } }>(
    '/api/tokens/:id',
    own,
    async (request, reply) => {
      const { actor: who, status } = getAdmission(request);
      const { id } = request.params;
      // A program can end only its own token, in case it has been stolen.
      if (who.via === 'token' && id !== status.id)
        return sendPeopleRefusal(reply, 404, { error: 'not-found' });
      const about = (await store.tokens({})).find((token) => token.id === id)?.purpose ?? '';
      const isEnded = await store.endToken({
        id,
        ...(who.role !== 'owner' && { person: who.id }),
        note: audit.createEntry({ who, action: 'token-ended', about }),
      });
      return isEnded ? { ok: true } : sendPeopleRefusal(reply, 404, { error: 'not-found' });
    },
  );
}

/**
 * Converts a token for display, with the permissions that it has at present; undefined if its person no
 * longer exists.
 * @param me The id of the person to whom it is displayed.
 */
function toTokenView(me: string, token: ListedToken, person: PersonEntry | undefined): TokenView | undefined {
  if (person === undefined) return undefined;
  const { id, purpose, createdAt, expiresAt, usedAt, start, isDamaged } = token;
  return {
    id,
    purpose,
    ...restrictScope(person, token),
    isOwn: person.id === me,
    createdAt,
    expiresAt,
    start,
    person: { id: person.id, name: person.name },
    ...(usedAt !== undefined && { usedAt }),
    ...(isDamaged && { isDamaged }),
  };
}
