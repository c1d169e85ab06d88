import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type {
  PersonDataView,
  PersonErasureCertificate,
  PrivacyRefusal,
  RetentionRuleView,
  RetentionView,
} from '../../../../api/privacy.ts';
import {
  listRetentionTypes,
  mostDays,
  parseRetentionRules,
  previewRetention,
  setRetention,
} from '../../../admin/privacy/retention.ts';
import { listCurrentTypes } from '../../../inbox/inbox-names.ts';
import { isLimited } from '../../../studio/draft/change-documents.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { createRightCheck, getActor, sendPeopleRefusal } from '../account/auth.ts';
import { defineBody, jsonShape, textShape } from '../bodies.ts';
import { getBody, parseEmail, sendBadField } from '../body-fields.ts';
import { checkEachPart, createFileStream } from '../file-stream.ts';
import { createInboxAccess } from '../inbox/inbox-context.ts';

/**
 * Adds the routes for stored personal data and its retention. They need the right to erase, and a scope
 * without limits.
 */
export function addPrivacyRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, privacy, forms, content, now, studio } = dependencies;
  const eraser = { config: { role: 'viewer', enquiries: 'erase' }, preHandler: refuseLimitedPerson } as const;
  const inbox = createInboxAccess(dependencies);

  scope.post(
    '/api/privacy/person',
    { ...eraser, ...defineBody({ email: textShape }) },
    async (request, reply): Promise<PersonDataView | FastifyReply> => {
      const email = parseEmail(getBody(request).email);
      if (email === undefined) return sendBadField(reply, 'email', 'This is not a mail address.');
      const [found, names] = await Promise.all([
        privacy.find(email, getActor(request)),
        inbox.loadNames(request),
      ]);
      return {
        email,
        ...found,
        latest: found.latest.map(({ reference, receivedAt, type, site }) => ({
          reference,
          receivedAt,
          type: names.type(type).name,
          site,
        })),
      };
    },
  );

  scope.post(
    '/api/privacy/person/export',
    { ...eraser, ...defineBody({ email: textShape }) },
    async (request, reply) => {
      const email = parseEmail(getBody(request).email);
      if (email === undefined) return sendBadField(reply, 'email', 'This is not a mail address.');
      const archive = await privacy.archive(email, getActor(request));
      if (archive === undefined) return sendPrivacyRefusal(reply, 409, { error: 'archive-too-large' });
      const parts = checkEachPart(createRightCheck(request, dependencies), archive);
      const events = { ended: 'person-export-ended', failed: 'person-not-exported' } as const;
      return reply
        .type('application/zip')
        .header('Content-Disposition', 'attachment; filename="person.zip"')
        .send(createFileStream(parts, events, dependencies));
    },
  );

  scope.post(
    '/api/privacy/person/erase',
    { ...eraser, ...defineBody({ email: textShape, confirm: textShape }) },
    async (request, reply): Promise<PersonErasureCertificate | FastifyReply> => {
      const { email: given, confirm } = getBody(request);
      const email = parseEmail(given);
      if (email === undefined) return sendBadField(reply, 'email', 'This is not a mail address.');
      if (parseEmail(confirm)?.toLowerCase() !== email.toLowerCase())
        return sendBadField(reply, 'confirm', 'The address does not match: type the one to erase.');
      const certificate = await privacy.erase(email, getActor(request));
      return certificate ?? sendPrivacyRefusal(reply, 409, { error: 'nothing-stored' });
    },
  );

  /** Returns how much data is due under rules now and within 30 days, by type. */
  const previewRules = (rules: readonly RetentionRuleView[]) =>
    previewRetention(rules, { store, now: now() });

  /** Returns the stored rules, who set them last, all types with their names, and how much data is due. */
  async function createRetentionView(request: FastifyRequest): Promise<RetentionView> {
    const [rules, names, [last]] = await Promise.all([
      store.retention(),
      inbox.loadNames(request),
      store.audit({ action: 'retention-changed', limit: 1 }),
    ]);
    const today = listCurrentTypes({ form: forms.current().form, content: content() }).map(String);
    const types = listRetentionTypes(rules, today).map((id) => ({ id, name: names.type(id).name }));
    const set = last && { by: last.who.name, at: last.at };
    return { rules, ...(set && { set }), types, mostDays, ...(await previewRules(rules)) };
  }

  scope.get('/api/privacy/retention', eraser, createRetentionView);

  scope.post(
    '/api/privacy/retention/preview',
    { ...eraser, ...defineBody({ rules: rulesShape }) },
    async (request, reply) => {
      const rules = parseRetentionRules(getBody(request).rules);
      return rules === undefined ? sendBadRules(reply) : previewRules(rules);
    },
  );

  scope.post(
    '/api/privacy/retention',
    { ...eraser, ...defineBody({ rules: rulesShape, seen: rulesShape }) },
    async (request, reply) => {
      const body = getBody(request);
      const [rules, seen] = [parseRetentionRules(body.rules), parseRetentionRules(body.seen)];
      if (rules === undefined) return sendBadRules(reply);
      if (seen === undefined) return sendBadField(reply, 'seen', 'Send the rules that were seen.');
      const change = { rules, seen };
      const outcome = await setRetention(change, getActor(request), { store, audit: studio.people.audit });
      const retention = await createRetentionView(request);
      return outcome === 'set'
        ? retention
        : sendPrivacyRefusal(reply, 409, { error: 'rules-changed', retention });
    },
  );
}

const rulesShape = { type: 'array', items: jsonShape };

/**
 * Sends 403 to people with limits, because these routes must cover everything that is stored. Undefined for
 * others, whose request continues.
 */
export async function refuseLimitedPerson(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (!isLimited(getActor(request))) return undefined;
  return sendPeopleRefusal(reply, 403, {
    error: 'outside-reach',
    outside: [],
    message: 'This affects all enquiry types and sites: you need access to all of them.',
  });
}

function sendPrivacyRefusal(reply: FastifyReply, status: number, refusal: PrivacyRefusal): FastifyReply {
  return reply.code(status).send(refusal);
}

/** Sends 400 with the message that the retention rules are invalid. */
function sendBadRules(reply: FastifyReply): FastifyReply {
  return sendBadField(
    reply,
    'rules',
    `Give a list of rules, at most one of each type, each with whole days from 1 to ${mostDays}.`,
  );
}
