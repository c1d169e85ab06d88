import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Change } from '#engine/editing/index.ts';
import { isTooDeep } from '#engine/json-schema/depth.ts';
import type { ChangeAnswer } from '../../../../api/studio.ts';
import type { Actor } from '../../../admin/people/actor.ts';
import type { Audit } from '../../../admin/people/audit.ts';
import type { ShapeSchema } from '../../../platform/validate-shape.ts';
import { changeSchema } from '../../../studio/draft/change-shapes.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { sendJson } from '../../send-text.ts';
import { createRightCheck, getActor } from '../account/auth.ts';
import { anyBody, defineBody, textShape } from '../bodies.ts';
import { sendScopeRefusal } from '../send-scope-refusal.ts';

/** Adds the routes that read, change and repair the draft, and that resolve its collisions. */
export function addDraftRoutes(
  scope: FastifyInstance,
  { studio, contentSources, settings, log, now }: HttpDependencies,
): void {
  const { draftService, people } = studio;
  const recordEdit = createEditRecorder(people.audit, { everyMs: settings.people.draftNotesMs, now });
  scope.get('/api/draft', { config: { role: 'viewer' } }, async (request, reply) =>
    sendJson(request, reply, {
      ...(await draftService.getDraft()),
      faultySources: await contentSources.listFaulty(),
    }),
  );

  scope.post(
    '/api/changes',
    { config: { role: 'editor' }, schema: { body: changeBodyShape }, attachValidation: true },
    async (request, reply): Promise<ChangeAnswer | FastifyReply> => {
      if (request.validationError !== undefined) {
        reply.code(400);
        const isDeep = isTooDeep(Object(request.body).change);
        const { message } = request.validationError;
        return { kind: 'refused', reason: isDeep ? 'too-deep' : 'no-change', message };
      }
      const { draft, by, change } = request.body as ChangeBody;
      const actor = getActor(request);
      const answer = await draftService.applyChange({
        draft,
        by: by.slice(0, 100),
        name: actor.name,
        change,
        scope: actor,
        requireRight: createRightCheck(request, { studio }),
      });
      if (answer.kind === 'outside-reach') return sendScopeRefusal(reply, answer);
      if (answer.kind === 'refused') reply.code(400);
      if (answer.kind === 'taken') await recordEdit(actor, { draft, version: answer.change.version });
      return answer;
    },
  );

  scope.post('/api/draft/mend', { config: { role: 'owner' }, ...anyBody }, async (request) => {
    const aside = await draftService.repair();
    if (aside === undefined) return { ok: true };
    log.warn('draft-damaged', { file: aside, reason: 'an owner continued with the readable part of it' });
    await people.audit.record({ who: getActor(request), action: 'draft-mended', about: aside });
    return { ok: true, aside };
  });

  scope.post(
    '/api/settle',
    { config: { role: 'editor' }, ...defineBody({ id: textShape }, 'id') },
    async (request, reply) => {
      const { id } = request.body as { readonly id: string };
      const refusal = await draftService.resolveCollision(
        id,
        getActor(request),
        createRightCheck(request, { studio }),
      );
      return refusal === undefined ? { ok: true } : sendScopeRefusal(reply, refusal);
    },
  );
}

interface ChangeBody {
  /** The id of the draft that the change was made for. */
  readonly draft: string;
  /** The random id of the browser that made the change. */
  readonly by: string;
  readonly change: Change;
}

const changeBodyShape: ShapeSchema = {
  type: 'object',
  required: ['draft', 'by', 'change'],
  properties: { draft: textShape, by: textShape, change: changeSchema },
};

/**
 * Creates the function that records edits of drafts in the audit log: the first one of a person in a draft,
 * then at most one per interval. It ignores the edits in between, because the draft itself has the author and
 * time of each change.
 */
function createEditRecorder(
  audit: Pick<Audit, 'record'>,
  { everyMs, now }: { readonly everyMs: number; readonly now: () => number },
): (who: Actor, at: { readonly draft: string; readonly version: number }) => Promise<void> {
  const lastRecorded = new Map<string, number>();
  return async (who, { draft, version }) => {
    const key = `${who.id} ${draft}`;
    const time = now();
    if (time - (lastRecorded.get(key) ?? -Infinity) < everyMs) return;
    for (const [other, at] of lastRecorded) if (time - at >= everyMs) lastRecorded.delete(other);
    lastRecorded.set(key, time);
    await audit.record({ who, action: 'draft-changed', details: { draft, change: version } });
  };
}
