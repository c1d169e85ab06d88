import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Documents } from '#engine';
import { applyPatches, type Patch } from '#engine/editing/index.ts';
import { isTooDeep } from '#engine/json-schema/depth.ts';
import type { ChangeAnswer, Refusal } from '../../../studio/protocol.ts';
import { createEditNotes } from '../../people/edit-notes.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { sendJson } from '../send-text.ts';
import { personOf } from './door.ts';
import { isChange } from './is-change.ts';
import { isLimited, isWithinReach } from './within-reach.ts';

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
      if (isLimited(request)) {
        const { documents } = await workshop.draft();
        const applied = applyPatches(documents, change.patches);
        const after = applied.ok ? applied.documents : undefined;
        if (!isWithinReach({ request, reply }, { before: documents, after })) return reply;
      }
      if (!(await mayDecide({ request, reply }, change.settles))) return reply;
      const actor = personOf(request);
      const answer = await workshop.take({ draft, by: by.slice(0, 100), name: actor.name, change });
      if (answer.kind === 'taken') await noteEdit(actor, { draft, version: answer.change.version });
      return answer;
    },
  );

  scope.post('/api/settle', { config: { role: 'editor' } }, async (request, reply) => {
    const { id } = Object(request.body) as { readonly id?: unknown };
    if (!(await mayDecide({ request, reply }, String(id)))) return reply;
    await workshop.settle(String(id));
    return { ok: true };
  });

  /** Whether whoever asks may decide a collision: what the draft says there is within their reach. Where it is not it is answered. */
  async function mayDecide(
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    id: string | undefined,
  ): Promise<boolean> {
    if (id === undefined || !isLimited(request)) return true;
    const { documents, collisions } = await workshop.draft();
    const patches = collisions.find(({ change }) => change.id === id)?.change.patches ?? [];
    return patches.every((patch) =>
      isWithinReach({ request, reply }, { before: documents, after: withPatch(documents, patch) }),
    );
  }
}

/** Documents with a patch, whatever stands in its place by now; where it has none any more they are without its file. */
function withPatch(documents: Documents, { before: _before, ...patch }: Patch): Documents {
  const met = applyPatches(documents, [patch]);
  const current = met.ok ? undefined : met.conflicts[0]?.current;
  const applied = met.ok
    ? met
    : applyPatches(documents, [{ ...patch, ...(current !== undefined && { before: current }) }]);
  return applied.ok ? applied.documents : { ...documents, [patch.file]: undefined };
}

interface ChangeBody {
  readonly draft?: unknown;
  readonly by?: unknown;
  readonly change?: unknown;
}
