import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServedSharedFile } from '../../forms/sharing/found-file.ts';
import { allowAnyOrigin } from '../cors.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { immutableCacheControl, sendCachedText } from '../send-text.ts';

/**
 * Adds `/assets/<name>`: files that a server of another release has built and this build does not have.
 * Unknown names get 404.
 */
export function addSharedFileRoute(app: FastifyInstance, { sharedFiles }: HttpDependencies): void {
  app.get<{ readonly Params: { readonly name: string } }>('/assets/:name', async (request, reply) => {
    const found = await sharedFiles.find(`/assets/${request.params.name}`);
    return found === undefined ? reply.callNotFound() : sendSharedFile(request, reply, found);
  });
}

/**
 * Sends a shared file to pages of any origin. Browsers cache it for ever, because its address contains a
 * hash.
 */
export async function sendSharedFile(
  request: FastifyRequest,
  reply: FastifyReply,
  found: ServedSharedFile,
): Promise<FastifyReply> {
  const { type } = found;
  allowAnyOrigin(reply).header('Cache-Control', immutableCacheControl);
  return 'text' in found
    ? sendCachedText(request, reply, { type, kept: found })
    : reply.type(type).send(found.bytes);
}
