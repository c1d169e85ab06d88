import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type {
  Certificate,
  PersonDataView,
  PrivacyRefusal,
  RetentionRule,
  RetentionView,
} from '../../../studio/protocol-privacy.ts';
import { typesOfToday } from '../../desk/desk-names.ts';
import {
  mostDays,
  retentionPreview,
  retentionTypes,
  rulesGiven,
  setRetention,
} from '../../privacy/retention.ts';
import { isLimited } from '../../studio/change-documents.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { json, takes, text } from './bodies.ts';
import { openDesk } from './desk-context.ts';
import { personOf, refuse, rightKeeper } from './door.ts';
import { badField, bodyOf, emailOf } from './given-fields.ts';
import { byRight, fileStream } from './kept-right.ts';

/**
 * Adds the routes for stored personal data and its retention. They need the right to erase, and a scope
 * without limits.
 */
export function privacyRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, privacy, forms, content, now, studio } = dependencies;
  const eraser = { config: { role: 'viewer', enquiries: 'erase' }, preHandler: unlimited } as const;
  const desk = openDesk(dependencies);

  scope.post(
    '/api/privacy/person',
    { ...eraser, ...takes({ email: text }) },
    async (request, reply): Promise<PersonDataView | FastifyReply> => {
      const email = emailOf(bodyOf(request).email);
      if (email === undefined) return badField(reply, 'email', 'This is no mail address.');
      const [found, names] = await Promise.all([
        privacy.find(email, personOf(request)),
        desk.namesFor(request),
      ]);
      return {
        ...{ email, ...found },
        latest: found.latest.map(({ reference, receivedAt, type, site }) => ({
          ...{ reference, receivedAt, type: names.type(type).name, site },
        })),
      };
    },
  );

  scope.post(
    '/api/privacy/person/export',
    { ...eraser, ...takes({ email: text }) },
    async (request, reply) => {
      const email = emailOf(bodyOf(request).email);
      if (email === undefined) return badField(reply, 'email', 'This is no mail address.');
      const archive = await privacy.archive(email, personOf(request));
      if (archive === undefined) return refusePrivacy(reply, 409, { error: 'archive-too-large' });
      const parts = byRight(rightKeeper(request, dependencies), archive);
      const events = { ended: 'person-export-ended', failed: 'person-not-exported' } as const;
      return reply
        .type('application/zip')
        .header('Content-Disposition', 'attachment; filename="person.zip"')
        .send(fileStream(parts, events, dependencies));
    },
  );

  scope.post(
    '/api/privacy/person/erase',
    { ...eraser, ...takes({ email: text, confirm: text }) },
    async (request, reply): Promise<Certificate | FastifyReply> => {
      const { email: given, confirm } = bodyOf(request);
      const email = emailOf(given);
      if (email === undefined) return badField(reply, 'email', 'This is no mail address.');
      if (emailOf(confirm)?.toLowerCase() !== email.toLowerCase())
        return badField(reply, 'confirm', 'This is another address: type the one that is to be erased.');
      const certificate = await privacy.erase(email, personOf(request));
      return certificate ?? refusePrivacy(reply, 409, { error: 'nothing-stored' });
    },
  );

  const preview = (rules: readonly RetentionRule[]) => retentionPreview(rules, { store, now: now() });

  async function retentionView(request: FastifyRequest): Promise<RetentionView> {
    const [rules, names, [last]] = await Promise.all([
      ...([store.retention(), desk.namesFor(request)] as const),
      store.audit({ action: 'retention-changed', limit: 1 }),
    ]);
    const today = typesOfToday({ form: forms.current().form, content: content() }).map(String);
    const types = retentionTypes(rules, today).map((id) => ({ id, name: names.type(id).name }));
    const set = last && { by: last.who.name, at: last.at };
    return { rules, ...(set && { set }), types, mostDays, ...(await preview(rules)) };
  }

  scope.get('/api/privacy/retention', eraser, retentionView);

  scope.post('/api/privacy/retention/preview', { ...eraser, ...takes({ rules }) }, async (request, reply) => {
    const rules = rulesGiven(bodyOf(request).rules);
    return rules === undefined ? noRules(reply) : preview(rules);
  });

  scope.post(
    '/api/privacy/retention',
    { ...eraser, ...takes({ rules, seen: rules }) },
    async (request, reply) => {
      const body = bodyOf(request);
      const [rules, seen] = [rulesGiven(body.rules), rulesGiven(body.seen)];
      if (rules === undefined) return noRules(reply);
      if (seen === undefined) return badField(reply, 'seen', 'Say the rules that were seen.');
      const change = { rules, seen };
      const outcome = await setRetention(change, personOf(request), { store, audit: studio.people.audit });
      const retention = await retentionView(request);
      return outcome === 'set' ? retention : refusePrivacy(reply, 409, { error: 'rules-changed', retention });
    },
  );
}

const rules = { type: 'array', items: json };

/** Refuses people with limits: these routes must cover everything that is stored. */
async function unlimited(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (!isLimited(personOf(request))) return undefined;
  return refuse(reply, 403, {
    ...{ error: 'outside-reach', outside: [] },
    message:
      'This is about all enquiry types and sites: only somebody who is limited to none of them may do it.',
  });
}

function refusePrivacy(reply: FastifyReply, status: number, refusal: PrivacyRefusal): FastifyReply {
  return reply.code(status).send(refusal);
}

function noRules(reply: FastifyReply): FastifyReply {
  return badField(
    reply,
    'rules',
    `Give a list of rules, at most one of each type, each with whole days from 1 to ${mostDays}.`,
  );
}
