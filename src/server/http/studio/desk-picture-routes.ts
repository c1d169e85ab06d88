import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isShown, pictureName } from '../../desk/pictures.ts';
import { downloadName } from '../../photos/file-name.ts';
import { typeOfPath } from '../../photos/photo-path.ts';
import type { PhotoEntry } from '../../store/photo-entry.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { answerPolicy } from '../security-headers.ts';
import { noEnquiry, openDesk } from './desk-context.ts';

interface OfPicture {
  readonly Params: { readonly id: string; readonly number: string };
}

/**
 * Adds the photos and files of enquiries, for people who may see the enquiry. They are never documents, and
 * other origins cannot embed them.
 */
export function deskPictureRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, photos } = dependencies;
  const desk = openDesk(dependencies);
  const reader = { config: { role: 'viewer', enquiries: 'read' } } as const;

  /**
   * Finds the picture of an address. Undefined if there is none, it is not available, or the person may not
   * see its enquiry.
   */
  async function find(request: FastifyRequest<OfPicture>) {
    const { number } = request.params;
    const file = await desk.find(request);
    const path = /^\d{1,4}$/.test(number) ? file?.enquiry.photos[Number(number)] : undefined;
    if (path === undefined) return undefined;
    const [[entry], [previewed]] = await Promise.all([store.findPhotos([path]), store.photoPreviews([path])]);
    return entry?.state === 'ready' ? { path, entry, preview: previewed?.preview } : undefined;
  }

  scope.get<OfPicture>('/api/enquiries/:id/pictures/:number', reader, async (request, reply) => {
    const found = await find(request);
    const whole = found && (await photos.openReady(found.path));
    if (found === undefined || whole === undefined) return noEnquiry(reply);
    const type = isShown(found.path, found.preview !== undefined) ? 'inline' : 'attachment';
    withHeaders(reply, { ...found, type }).header('Content-Length', String(whole.bytes));
    return reply.type(typeOfPath(found.path)).send(whole.stream);
  });

  scope.get<OfPicture>('/api/enquiries/:id/pictures/:number/preview', reader, async (request, reply) => {
    const found = await find(request);
    if (found?.preview === undefined) return noEnquiry(reply);
    withHeaders(reply, { ...found, type: 'inline' });
    return reply.type('image/jpeg').send(Buffer.from(found.preview));
  });
}

function withHeaders(
  reply: FastifyReply,
  {
    path,
    entry,
    type,
  }: { readonly path: string; readonly entry: PhotoEntry; readonly type: 'inline' | 'attachment' },
): FastifyReply {
  return reply.headers({
    'Content-Disposition': contentDisposition(pictureName(path, entry), {
      type,
      fallback: downloadName('', path),
    }),
    'Content-Security-Policy': answerPolicy,
    'Cache-Control': 'private, no-store',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex',
  });
}
