import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessScope, AuditAction } from '../../../../api/people.ts';
import { isReservedName } from '../../../admin/people/first-owner.ts';
import type { PersonEntry } from '../../../store/records/people-entry.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { sendPersonRefusal } from '../admin/person-refusal.ts';
import { parseEmail, parsePersonName, refuseWeakPassword, sendBadField } from '../body-fields.ts';
import { sendPeopleRefusal } from './auth.ts';
import { createSessionActor, type SessionControl } from './session-control.ts';

export interface NewAccount {
  readonly name: unknown;
  readonly password: unknown;
  /** Absent or empty for an account without a mail address. */
  readonly email: unknown;
  /** The role of the person, with its limits. */
  readonly reach: AccessScope;
  /** The hash of the one-time token that the account is created with. */
  readonly tokenHash: string;
  /** The action of the audit entry. */
  readonly action: AuditAction;
}

/**
 * Creates an account and its audit entry, consumes the one-time token, and signs the person in. Returns the
 * answer to send, or sends a refusal if the token has ended, or a value is invalid or taken.
 */
export async function addAccount(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { name: givenName, password, email: givenEmail, reach, tokenHash, action }: NewAccount,
  { store, now, settings, studio }: HttpDependencies,
  { letIn }: Pick<SessionControl, 'letIn'>,
) {
  const name = parsePersonName(givenName);
  if (name === undefined) return sendBadField(reply, 'name', 'A name has 1 to 60 characters, and no @.');
  if (isReservedName(name, reach.role)) return sendPersonRefusal(reply, 'name-taken');
  const email = givenEmail === undefined || givenEmail === '' ? undefined : parseEmail(givenEmail);
  if (email === undefined && givenEmail !== undefined && givenEmail !== '')
    return sendBadField(reply, 'email', 'This is not a mail address.');
  const names = [name, email ?? ''];
  const weak = refuseWeakPassword(password, { names, settings: settings.people });
  if (weak) return sendPeopleRefusal(reply, 400, weak);
  const { audit, passwords } = studio.people;
  const person: PersonEntry = {
    id: randomUUID(),
    name,
    ...reach,
    createdAt: now(),
    ...(email !== undefined && { email }),
    password: await passwords.hash(String(password)),
  };
  const note = audit.createEntry({
    who: createSessionActor(person, request),
    action,
    about: name,
    details: { role: reach.role },
  });
  const outcome = await store.addPerson({ person, word: tokenHash, now: now(), note });
  return outcome.kind === 'done' ? letIn({ request, reply }, person) : sendPersonRefusal(reply, outcome.kind);
}
