import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditAction, Reach } from '../../../studio/protocol-people.ts';
import { isKeptName } from '../../people/first-owner.ts';
import type { PersonEntry } from '../../store/people-entry.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { refuse } from './door.ts';
import { badField, emailOf, nameOf, weakness } from './given-fields.ts';
import { actorOf, type LettingIn } from './letting-in.ts';
import { refusePerson } from './person-refusal.ts';

export interface NewAccount {
  readonly name: unknown;
  readonly password: unknown;
  readonly email: unknown;
  readonly reach: Reach;
  readonly word: string;
  readonly action: AuditAction;
}

/** Creates the account and signs its person in. An invalid token creates none. */
export async function addAccount(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { name: givenName, password, email: givenEmail, reach, word, action }: NewAccount,
  { store, now, settings, studio }: HttpDependencies,
  { letIn }: Pick<LettingIn, 'letIn'>,
) {
  const name = nameOf(givenName);
  if (name === undefined)
    return badField(reply, 'name', 'A name has 1 to 60 characters, and no @: that is of mail addresses.');
  if (isKeptName(name, reach.role)) return refusePerson(reply, 'name-taken');
  const email = givenEmail === undefined || givenEmail === '' ? undefined : emailOf(givenEmail);
  if (email === undefined && givenEmail !== undefined && givenEmail !== '')
    return badField(reply, 'email', 'This is no mail address.');
  const names = [name, email ?? ''];
  const weak = weakness(password, { names, settings: settings.people });
  if (weak) return refuse(reply, 400, weak);
  const { audit, passwords } = studio.people;
  const person: PersonEntry = {
    ...{ id: randomUUID(), name, ...reach, createdAt: now() },
    ...(email !== undefined && { email }),
    password: await passwords.hash(String(password)),
  };
  const note = audit.entry({
    ...{ who: actorOf(person, request), action, about: name, details: { role: reach.role } },
  });
  const outcome = await store.addPerson({ person, word, now: now(), note });
  return outcome.kind === 'done' ? letIn({ request, reply }, person) : refusePerson(reply, outcome.kind);
}
