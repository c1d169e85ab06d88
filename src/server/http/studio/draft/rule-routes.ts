import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ExampleSituation } from '#engine/check/index.ts';
import type { ScenarioSituation } from '#engine/check/scenarios/index.ts';
import { isObject } from '#engine/json-schema/values.ts';
import type { RuleChoicesQuery } from '../../../../api/studio.ts';
import type { StudioServices } from '../../../studio/open-studio.ts';
import { sendJson } from '../../send-text.ts';
import { defineBody, jsonShape, textShape } from '../bodies.ts';
import { negotiateStudioLocale } from '../studio-locale.ts';

/**
 * Adds the routes that describe the rules of the draft: all rules, the choices for an effect, what a rule
 * does in a situation, the scenarios that protect it, and situations as sentences.
 */
export function addRuleRoutes(scope: FastifyInstance, { draftService }: StudioServices): void {
  scope.get('/api/rules', { config: { role: 'viewer' } }, async (request, reply) => {
    await draftService.waitUntilLoaded();
    return sendJson(
      request,
      reply,
      await draftService.thread.rules({ locale: negotiateStudioLocale(request) }),
    );
  });

  /** Sends 400 for a body that lacks what its route needs. */
  const sendBadQuestion = (reply: FastifyReply) =>
    reply.code(400).send({ error: 'bad-request', message: 'This is not a valid question about rules.' });

  scope.post(
    '/api/rule-choices',
    { config: { role: 'viewer' }, ...defineBody({ then: jsonShape, insteadOf: textShape }) },
    async (request, reply) => {
      const { then, insteadOf } = Object(request.body) as Partial<RuleChoicesQuery>;
      if (!isObject(then)) return sendBadQuestion(reply);
      await draftService.waitUntilLoaded();
      const asked = { then, ...(typeof insteadOf === 'string' && { insteadOf }) };
      return sendJson(
        request,
        reply,
        await draftService.thread.ruleChoices({ asked, locale: negotiateStudioLocale(request) }),
      );
    },
  );

  scope.post(
    '/api/rule-effect',
    { config: { role: 'viewer' }, ...defineBody({ rule: textShape, example: jsonShape }) },
    async (request, reply) => {
      const { rule, example } = Object(request.body) as {
        readonly rule?: unknown;
        readonly example?: ExampleSituation;
      };
      if (typeof rule !== 'string' || !isObject(example) || !isObject(example.on))
        return sendBadQuestion(reply);
      await draftService.waitUntilLoaded();
      const asked = { rule, example, locale: negotiateStudioLocale(request) };
      return sendJson(request, reply, await draftService.thread.ruleEffect(asked));
    },
  );

  scope.post(
    '/api/rule-watch',
    { config: { role: 'viewer' }, ...defineBody({ rule: textShape, example: jsonShape }) },
    async (request, reply) => {
      const { rule, example } = Object(request.body) as {
        readonly rule?: unknown;
        readonly example?: ExampleSituation;
      };
      if (typeof rule !== 'string') return sendBadQuestion(reply);
      await draftService.waitUntilLoaded();
      const asked = { rule, ...(isObject(example) && isObject(example.on) && { example }) };
      return sendJson(request, reply, await draftService.thread.ruleWatch(asked));
    },
  );

  scope.post(
    '/api/situations',
    { config: { role: 'viewer' }, ...defineBody({ on: { type: 'array', items: jsonShape } }) },
    async (request, reply) => {
      const { on } = Object(request.body) as { readonly on?: readonly ScenarioSituation[] };
      if (!Array.isArray(on) || !on.every(isObject)) return sendBadQuestion(reply);
      await draftService.waitUntilLoaded();
      return sendJson(
        request,
        reply,
        await draftService.thread.situations({ on, locale: negotiateStudioLocale(request) }),
      );
    },
  );
}
