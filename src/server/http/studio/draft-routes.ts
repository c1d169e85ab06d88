import type { FastifyInstance } from 'fastify';
import { isTooDeep } from '#engine/json-schema/depth.ts';
import type { ChangeAnswer, Refusal } from '../../../studio/protocol.ts';
import type { Studio } from '../../studio/open-studio.ts';
import { sendJson } from '../send-text.ts';
import { personOf } from './door.ts';
import { isChange } from './is-change.ts';

/** The draft whole, its changes one by one, and its publication. */
export function draftRoutes(scope: FastifyInstance, { workshop }: Studio): void {
  scope.get('/api/draft', { config: { role: 'viewer' } }, async (request, reply) =>
    sendJson(request, reply, workshop.draft()),
  );

  scope.post(
    '/api/changes',
    { config: { role: 'editor' } },
    async (request, reply): Promise<ChangeAnswer> => {
      const { draft, by, change } = Object(request.body) as ChangeBody;
      const refuse = (reason: Refusal): ChangeAnswer => {
        reply.code(400);
        return { kind: 'refused', reason };
      };
      if (isTooDeep(change)) return refuse('too-deep');
      if (typeof draft !== 'string' || typeof by !== 'string' || !isChange(change))
        return refuse('no-change');
      const { name } = personOf(request);
      return workshop.take({ draft, by: by.slice(0, 100), name, change });
    },
  );

  scope.post('/api/publish', { config: { role: 'publisher' } }, async (request) => {
    const { draft, version, page } = Object(request.body) as Readonly<Record<string, unknown>>;
    return workshop.publish({
      draft: String(draft),
      version: Number(version),
      page: typeof page === 'string' ? page.slice(0, 100) : '',
    });
  });
}

interface ChangeBody {
  readonly draft?: unknown;
  readonly by?: unknown;
  readonly change?: unknown;
}
