import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditAction, SignedInAnswer } from '../../../studio/protocol-people.ts';
import { type Actor, meOf, reachOf } from '../../people/actor.ts';
import type { Action } from '../../people/audit.ts';
import { browserWords } from '../../people/browser-words.ts';
import { deviceWord } from '../../people/sign-in.ts';
import type { PersonEntry } from '../../store/people-entry.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { studioCookie } from './cookies.ts';
import { passReader } from './door.ts';

/** Maximum lifetime of a cookie in browsers: 400 days. */
const deviceMs = 34_560_000_000;

export type LettingIn = ReturnType<typeof createLettingIn>;

/**
 * Creates the functions that sign people in and out. Each sign-in ends the browser's former session and
 * starts a new one.
 */
export function createLettingIn(dependencies: HttpDependencies) {
  const { config, settings, store, studio } = dependencies;
  const { passes, audit, keys } = studio.people;
  const cookies = { session: studioCookie('studio', config), device: studioCookie('studio-device', config) };
  const readPass = passReader(dependencies);

  async function endBefore(request: FastifyRequest): Promise<void> {
    const standing = await passes.standing(readPass(request));
    if (standing.kind !== 'holds') return;
    const { person, id: only } = standing;
    const who = actorOf(person, request);
    await store.endSessions({ person: person.id, only, note: audit.entry({ who, action: 'signed-out' }) });
  }

  return {
    /** Reads the token of a browser in which somebody has signed in before. */
    deviceOf: cookies.device.read,
    async letIn(
      { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
      person: PersonEntry,
      {
        action = 'signed-in',
        details,
      }: { readonly action?: AuditAction; readonly details?: Action['details'] } = {},
    ): Promise<SignedInAnswer> {
      await endBefore(request);
      const who = actorOf(person, request);
      const { cookie } = await passes.open({
        person,
        browser: browserWords(request.headers['user-agent']),
        address: request.ip,
        note: audit.entry({ who, action, ...(details && { details }) }),
      });
      reply.header('Set-Cookie', [
        cookies.session.header(cookie, { maxAgeMs: settings.people.sessionMs }),
        cookies.device.header(deviceWord(person.id, randomUUID(), keys.device), { maxAgeMs: deviceMs }),
      ]);
      return { ok: true, me: meOf(person, { via: 'session', reach: reachOf(person) }) };
    },
    async letOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      await endBefore(request);
      reply.header('Set-Cookie', cookies.session.header('', { maxAgeMs: 0 }));
    },
  };
}

export function actorOf(person: PersonEntry, { ip: address }: FastifyRequest): Actor {
  return { id: person.id, name: person.name, ...reachOf(person), via: 'session', address };
}
