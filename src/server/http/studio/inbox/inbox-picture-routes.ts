import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getPictureName, isShownInline } from '../../../inbox/pictures.ts';
import { toDownloadName } from '../../../photos/file-name.ts';
import { getPhotoType } from '../../../photos/photo-path.ts';
import type { PhotoEntry } from '../../../store/records/photo-entry.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { answerPolicy } from '../../security-headers.ts';
import { createInboxAccess, sendNoEnquiry } from './inbox-context.ts';

interface PictureRoute {
  readonly Params: { readonly id: string; readonly number: string };
}

/**
 * Adds the photos and files of enquiries and their previews, for people who may see the enquiry; others get
 * 404. Browsers do not run their content, and other origins cannot embed them.
 */
export function addInboxPictureRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, photos } = dependencies;
  const inbox = createInboxAccess(dependencies);
  const reader = { config: { role: 'viewer', enquiries: 'read' } } as const;

  /**
   * Finds the picture of an address. Undefined if there is none, it is not available, or the person may not
   * see its enquiry.
   */
  async function findPicture(request: FastifyRequest<PictureRoute>) {
    const { number } = request.params;
    const file = await inbox.findEnquiry(request);
    const path = /^\d{1,4}$/.test(number) ? file?.enquiry.photos[Number(number)] : undefined;
    if (path === undefined) return undefined;
    const [[entry], [previewed]] = await Promise.all([store.findPhotos([path]), store.photoPreviews([path])]);
    return entry?.state === 'ready' ? { path, entry, preview: previewed?.preview } : undefined;
  }

  scope.get<PictureRoute>('/api/enquiries/:id/pictures/:number', reader, async (request, reply) => {
    const found = await findPicture(request);
    const whole = found && (await photos.openReady(found.path));
    if (found === undefined || whole === undefined) return sendNoEnquiry(reply);
    const type = isShownInline(found.path, found.preview !== undefined) ? 'inline' : 'attachment';
    setPictureHeaders(reply, { ...found, type }).header('Content-Length', String(whole.bytes));
    return reply.type(getPhotoType(found.path)).send(whole.stream);
  });

  scope.get<PictureRoute>('/api/enquiries/:id/pictures/:number/preview', reader, async (request, reply) => {
    const found = await findPicture(request);
    if (found?.preview === undefined) return sendNoEnquiry(reply);
    setPictureHeaders(reply, { ...found, type: 'inline' });
    return reply.type('image/jpeg').send(Buffer.from(found.preview));
  });
}

/**
 * Sets the headers of a picture, and returns the reply: its name, no scripts, no cache, no other origins and
 * no search engines. `type` is `inline` if the browser shows it, `attachment` if it downloads it.
 */
function setPictureHeaders(
  reply: FastifyReply,
  {
    path,
    entry,
    type,
  }: { readonly path: string; readonly entry: PhotoEntry; readonly type: 'inline' | 'attachment' },
): FastifyReply {
  return reply.headers({
    'Content-Disposition': contentDisposition(getPictureName(path, entry), {
      type,
      fallback: toDownloadName('', path),
    }),
    'Content-Security-Policy': answerPolicy,
    'Cache-Control': 'private, no-store',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex',
  });
}
