import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FoundFile } from '../sharing/found-file.ts';
import { forAnyOrigin } from './cors.ts';
import type { HttpDependencies } from './dependencies.ts';
import { immutable, sendKept } from './send-text.ts';

/** `/assets/<name>`: what a server of another release has built, where this one's build has nothing of that name. */
export function sharedFileRoute(app: FastifyInstance, { sharedFiles }: HttpDependencies): void {
  app.get<{ readonly Params: { readonly name: string } }>('/assets/:name', async (request, reply) => {
    const found = await sharedFiles.find(`/assets/${request.params.name}`);
    return found === undefined ? reply.callNotFound() : sendFound(request, reply, found);
  });
}

/** Sends what another server has shared, as that one sends it itself. */
export async function sendFound(
  request: FastifyRequest,
  reply: FastifyReply,
  found: FoundFile,
): Promise<FastifyReply> {
  const { type } = found;
  forAnyOrigin(reply).header('Cache-Control', immutable);
  return 'text' in found
    ? sendKept(request, reply, { type, kept: found })
    : reply.type(type).send(found.bytes);
}
