import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FoundFile } from '../sharing/found-file.ts';
import { forAnyOrigin } from './cors.ts';
import type { HttpDependencies } from './dependencies.ts';
import { immutable, sendKept } from './send-text.ts';

/** Adds `/assets/<name>`: files that a server of another release has built and this build does not have. */
export function sharedFileRoute(app: FastifyInstance, { sharedFiles }: HttpDependencies): void {
  app.get<{ readonly Params: { readonly name: string } }>('/assets/:name', async (request, reply) => {
    const found = await sharedFiles.find(`/assets/${request.params.name}`);
    return found === undefined ? reply.callNotFound() : sendFound(request, reply, found);
  });
}

/** Sends a shared file with the headers of the server that shared it. */
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
