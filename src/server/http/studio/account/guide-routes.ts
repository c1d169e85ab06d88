import type { FastifyInstance } from 'fastify';
import { type GuideView, guideSteps } from '../../../../api/guide.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { defineBody, flagShape, textShape } from '../bodies.ts';
import { getBody, sendBadField } from '../body-fields.ts';
import { getActor } from './auth.ts';

/** Adds the routes of the guide for new people. Everybody has their own. */
export function addGuideRoutes(scope: FastifyInstance, { store }: Pick<HttpDependencies, 'store'>): void {
  scope.get(
    '/api/guide',
    { config: { role: 'viewer' } },
    (request): Promise<GuideView> => store.guide(getActor(request).id),
  );

  scope.post(
    '/api/guide',
    {
      config: { role: 'viewer', isBySession: true },
      ...defineBody({ done: textShape, isDismissed: flagShape }),
    },
    async (request, reply) => {
      const { done, isDismissed } = getBody(request);
      const step = guideSteps.find((one) => one === done);
      if (done !== undefined && step === undefined)
        return sendBadField(reply, 'done', 'The guide has no such step.');
      return store.changeGuide({
        person: getActor(request).id,
        ...(step && { done: step }),
        ...(typeof isDismissed === 'boolean' && { isDismissed }),
      });
    },
  );
}
