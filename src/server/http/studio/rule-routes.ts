import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Example } from '#engine/check/index.ts';
import { isObject } from '#engine/json-schema/values.ts';
import type { ScenarioSituation } from '#engine/scenarios/index.ts';
import type { AskedChoices } from '../../../studio/protocol.ts';
import type { Studio } from '../../studio/open-studio.ts';
import { sendJson } from '../send-text.ts';
import { json, takes, text } from './bodies.ts';
import { localeOf } from './studio-locale.ts';

/** Adds the routes that describe rules: their sentences, their choices and their effects. */
export function ruleRoutes(scope: FastifyInstance, { workshop }: Studio): void {
  scope.get('/api/rules', { config: { role: 'viewer' } }, async (request, reply) => {
    await workshop.isLoaded();
    return sendJson(request, reply, await workshop.thread.rules({ locale: localeOf(request) }));
  });

  const refused = (reply: FastifyReply) =>
    reply.code(400).send({ error: 'bad-request', message: 'This is no question about rules.' });

  scope.post(
    '/api/rule-choices',
    { config: { role: 'viewer' }, ...takes({ then: json, insteadOf: text }) },
    async (request, reply) => {
      const { then, insteadOf } = Object(request.body) as Partial<AskedChoices>;
      if (!isObject(then)) return refused(reply);
      await workshop.isLoaded();
      const asked = { then, ...(typeof insteadOf === 'string' && { insteadOf }) };
      return sendJson(
        request,
        reply,
        await workshop.thread.ruleChoices({ asked, locale: localeOf(request) }),
      );
    },
  );

  scope.post(
    '/api/rule-effect',
    { config: { role: 'viewer' }, ...takes({ rule: text, example: json }) },
    async (request, reply) => {
      const { rule, example } = Object(request.body) as {
        readonly rule?: unknown;
        readonly example?: Example;
      };
      if (typeof rule !== 'string' || !isObject(example) || !isObject(example.on)) return refused(reply);
      await workshop.isLoaded();
      const asked = { rule, example, locale: localeOf(request) };
      return sendJson(request, reply, await workshop.thread.ruleEffect(asked));
    },
  );

  scope.post(
    '/api/situations',
    { config: { role: 'viewer' }, ...takes({ on: { type: 'array', items: json } }) },
    async (request, reply) => {
      const { on } = Object(request.body) as { readonly on?: readonly ScenarioSituation[] };
      if (!Array.isArray(on) || !on.every(isObject)) return refused(reply);
      await workshop.isLoaded();
      return sendJson(request, reply, await workshop.thread.situations({ on, locale: localeOf(request) }));
    },
  );
}
