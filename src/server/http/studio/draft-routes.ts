import type { FastifyInstance, FastifyReply } from 'fastify';
import { isTooDeep } from '#engine/json-schema/depth.ts';
import type { ChangeAnswer, Refusal } from '../../../studio/protocol.ts';
import { createEditNotes } from '../../people/edit-notes.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { sendJson } from '../send-text.ts';
import { personOf } from './door.ts';
import { isChange } from './is-change.ts';
import { refuseOutside } from './refuse-outside.ts';

/** The draft whole, its changes one by one, and what is decided where it met a version. */
export function draftRoutes(
  scope: FastifyInstance,
  { studio: { workshop, people }, settings, now }: HttpDependencies,
): void {
  const noteEdit = createEditNotes(people.audit, { everyMs: settings.people.draftNotesMs, now });
  scope.get('/api/draft', { config: { role: 'viewer' } }, async (request, reply) =>
    sendJson(request, reply, await workshop.draft()),
  );

  scope.post(
    '/api/changes',
    { config: { role: 'editor' } },
    async (request, reply): Promise<ChangeAnswer | FastifyReply> => {
      const { draft, by, change } = Object(request.body) as ChangeBody;
      const refuse = (reason: Refusal): ChangeAnswer => {
        reply.code(400);
        return { kind: 'refused', reason };
      };
      if (isTooDeep(change)) return refuse('too-deep');
      if (typeof draft !== 'string' || typeof by !== 'string' || !isChange(change))
        return refuse('no-change');
      const actor = personOf(request);
      const answer = await workshop.take({
        ...{ draft, by: by.slice(0, 100), name: actor.name, change, scope: actor },
      });
      if (answer.kind === 'outside-reach') return refuseOutside(reply, answer);
      if (answer.kind === 'taken') await noteEdit(actor, { draft, version: answer.change.version });
      return answer;
    },
  );

  scope.post('/api/settle', { config: { role: 'editor' } }, async (request, reply) => {
    const { id } = Object(request.body) as { readonly id?: unknown };
    const refusal = await workshop.settle(String(id), personOf(request));
    return refusal === undefined ? { ok: true } : refuseOutside(reply, refusal);
  });
}

interface ChangeBody {
  readonly draft?: unknown;
  readonly by?: unknown;
  readonly change?: unknown;
}
