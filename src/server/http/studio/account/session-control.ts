import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditAction, SignedInAnswer } from '../../../../api/people.ts';
import { type Actor, pickAccessScope, toSignedInPerson } from '../../../admin/people/actor.ts';
import type { AuditedAction } from '../../../admin/people/audit.ts';
import { createDeviceToken } from '../../../admin/people/sign-in.ts';
import type { PersonEntry } from '../../../store/records/people-entry.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { createCredentialReader } from './auth.ts';
import { defineStudioCookie } from './cookies.ts';

/** Maximum lifetime of a cookie in browsers: 400 days. */
const deviceCookieMs = 34_560_000_000;

export type SessionControl = ReturnType<typeof createSessionControl>;

/**
 * Creates the functions that sign people in and out. Each sign-in ends the browser's former session and
 * starts a new one.
 */
export function createSessionControl(dependencies: HttpDependencies) {
  const { config, settings, store, studio } = dependencies;
  const { credentials, audit, keys } = studio.people;
  const cookies = {
    session: defineStudioCookie('studio', config),
    device: defineStudioCookie('studio-device', config),
  };
  const readCredential = createCredentialReader(dependencies);

  /** Ends the valid session of the request, with an audit entry; does nothing if it has none. */
  async function endFormerSession(request: FastifyRequest): Promise<void> {
    const status = await credentials.check(readCredential(request));
    if (status.kind !== 'holds') return;
    const { person, id: only } = status;
    const who = createSessionActor(person, request);
    await store.endSessions({
      person: person.id,
      only,
      note: audit.createEntry({ who, action: 'signed-out' }),
    });
  }

  return {
    /** Reads the token of a browser in which somebody has signed in before. */
    deviceOf: cookies.device.read,
    /**
     * Starts a session with an audit entry, sets its cookies, and returns the answer to send. The browser's
     * former session ends.
     * @param person The person to sign in; the caller has verified who it is.
     */
    async letIn(
      { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
      person: PersonEntry,
      {
        action = 'signed-in',
        details,
      }: { readonly action?: AuditAction; readonly details?: AuditedAction['details'] } = {},
    ): Promise<SignedInAnswer> {
      await endFormerSession(request);
      const who = createSessionActor(person, request);
      const { cookie } = await credentials.openSession({
        person,
        browser: describeBrowser(request.headers['user-agent']),
        address: request.ip,
        note: audit.createEntry({ who, action, ...(details && { details }) }),
      });
      reply.header('Set-Cookie', [
        cookies.session.header(cookie, { maxAgeMs: settings.people.sessionMs }),
        cookies.device.header(createDeviceToken(person.id, randomUUID(), keys.device), {
          maxAgeMs: deviceCookieMs,
        }),
      ]);
      return { ok: true, me: toSignedInPerson(person, { via: 'session', reach: pickAccessScope(person) }) };
    },
    /** Ends the browser's session, if it has one, and deletes its cookie. */
    async letOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      await endFormerSession(request);
      reply.header('Set-Cookie', cookies.session.header('', { maxAgeMs: 0 }));
    },
  };
}

/** Returns the person as an actor with a session, at the network address of the request. */
export function createSessionActor(person: PersonEntry, { ip: address }: FastifyRequest): Actor {
  return { id: person.id, name: person.name, ...pickAccessScope(person), via: 'session', address };
}

/**
 * Returns the names of a browser and its system by its `User-Agent`; empty if both are unknown:
 * `describeBrowser('Mozilla/5.0 (X11; Linux …) … Firefox/140.0') // 'Firefox, Linux'`.
 */
function describeBrowser(userAgent = ''): string {
  /** Returns the first name whose pattern matches; undefined if none does. */
  const findName = (known: readonly (readonly [RegExp, string])[]) =>
    known.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [findName(browsers), findName(systems)].filter((word) => word !== undefined).join(', ');
}

// The order matters: most browsers also name others.
const browsers = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/^(?=.*\bVersion\/).*\bSafari\//, 'Safari'],
] as const;

const systems = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;
