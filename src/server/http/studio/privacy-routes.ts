import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type {
  Certificate,
  PersonDataView,
  RetentionPreview,
  RetentionRule,
  RetentionView,
} from '../../../studio/protocol-privacy.ts';
import { typesOfToday } from '../../desk/desk-names.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { openDesk } from './desk-context.ts';
import { personOf, refuse } from './door.ts';
import { badField, bodyOf, emailOf } from './given-fields.ts';
import { isLimited } from './within-reach.ts';

const dayMs = 86_400_000;

/** How far ahead a preview looks. */
const soonMs = 30 * dayMs;

/** What is stored of a person, and for how long: for those who may erase, and see everything. */
export function privacyRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, privacy, forms, content, now, studio } = dependencies;
  const eraser = { config: { role: 'viewer', enquiries: 'erase' }, preHandler: unlimited } as const;
  const desk = openDesk(dependencies);

  scope.get('/api/privacy/person', eraser, async (request, reply): Promise<PersonDataView | FastifyReply> => {
    const email = emailOf(Object(request.query).email);
    if (email === undefined) return badField(reply, 'email', 'This is no mail address.');
    const [found, names] = await Promise.all([privacy.find(email), desk.namesFor(request)]);
    return {
      ...{ email, ...found },
      latest: found.latest.map(({ reference, receivedAt, type, site }) => ({
        ...{ reference, receivedAt, type: names.type(type).name, site },
      })),
    };
  });

  scope.post('/api/privacy/person/export', eraser, async (request, reply) => {
    const email = emailOf(bodyOf(request).email);
    if (email === undefined) return badField(reply, 'email', 'This is no mail address.');
    const archive = await privacy.archive(email, personOf(request));
    return reply
      .type('application/zip')
      .header('Content-Disposition', 'attachment; filename="person.zip"')
      .send(Readable.from(archive));
  });

  scope.post(
    '/api/privacy/person/erase',
    eraser,
    async (request, reply): Promise<Certificate | FastifyReply> => {
      const { email: given, confirm } = bodyOf(request);
      const email = emailOf(given);
      if (email === undefined) return badField(reply, 'email', 'This is no mail address.');
      if (emailOf(confirm)?.toLowerCase() !== email.toLowerCase())
        return badField(reply, 'confirm', 'This is another address: type the one that is to be erased.');
      return privacy.erase(email, personOf(request));
    },
  );

  async function preview(rules: readonly RetentionRule[]): Promise<RetentionPreview> {
    const [due, soon] = await Promise.all([
      store.retentionDue({ rules, now: now() }),
      store.retentionDue({ rules, now: now() + soonMs }),
    ]);
    return { now: due, soon };
  }

  async function retentionView(request: FastifyRequest): Promise<RetentionView> {
    const [rules, names] = await Promise.all([store.retention(), desk.namesFor(request)]);
    const today = typesOfToday({ form: forms.current().form, content: content() }).map(String);
    // What is said of a type that is gone from the form holds for its enquiries: whoever sets the rules sees it.
    const gone = rules.flatMap(({ type }) => (type === undefined || today.includes(type) ? [] : [type]));
    const types = [...today, ...gone].map((id) => ({ id, name: names.type(id).name }));
    return { rules, types, ...(await preview(rules)) };
  }

  scope.get('/api/privacy/retention', eraser, retentionView);

  scope.post('/api/privacy/retention/preview', eraser, async (request, reply) => {
    const rules = rulesGiven(bodyOf(request).rules);
    return rules === undefined ? noRules(reply) : preview(rules);
  });

  scope.post('/api/privacy/retention', eraser, async (request, reply) => {
    const rules = rulesGiven(bodyOf(request).rules);
    if (rules === undefined) return noRules(reply);
    const note = studio.people.audit.entry({
      ...{ who: personOf(request), action: 'retention-changed' },
      details: Object.fromEntries(rules.map((rule) => [rule.type ?? 'all', saidOf(rule)])),
    });
    await store.setRetention({ rules, note });
    return retentionView(request);
  });
}

/** It is about everything: whoever is limited to some of it cannot say that it was all. */
async function unlimited(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (!isLimited(request)) return undefined;
  return refuse(reply, 403, {
    ...{ error: 'outside-reach', outside: [] },
    message:
      'This is about all enquiry types and sites: only somebody who is limited to none of them may do it.',
  });
}

function saidOf({ enquiries, photos, mails }: RetentionRule): string {
  const said = Object.entries({ enquiries, photos, mails }).filter(([, days]) => days !== undefined);
  return said.map(([what, days]) => `${what} ${days} days`).join(', ') || 'for good';
}

function noRules(reply: FastifyReply): FastifyReply {
  return badField(
    reply,
    'rules',
    `Give a list of rules, at most one of each type, each with whole days from 1 to ${mostDays}.`,
  );
}

const mostDays = 36_500;
const mostRules = 1000;
const parts = ['enquiries', 'photos', 'mails'] as const;

function rulesGiven(given: unknown): readonly RetentionRule[] | undefined {
  if (!Array.isArray(given) || given.length > mostRules) return undefined;
  const rules = given.map(ruleGiven);
  const types = new Set(rules.map((rule) => rule?.type));
  return types.size === rules.length && rules.every((rule) => rule !== undefined) ? rules : undefined;
}

function ruleGiven(given: unknown): RetentionRule | undefined {
  const rule = Object(given) as Readonly<Record<string, unknown>>;
  const { type } = rule;
  if (type !== undefined && (typeof type !== 'string' || type === '' || type.length > 100)) return undefined;
  const days = parts.flatMap((part) => (rule[part] === undefined ? [] : [[part, rule[part]] as const]));
  if (!days.every(([, count]) => Number.isInteger(count) && Number(count) >= 1 && Number(count) <= mostDays))
    return undefined;
  return { ...(type !== undefined && { type }), ...Object.fromEntries(days) };
}
