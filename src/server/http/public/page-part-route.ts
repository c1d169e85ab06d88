import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findTicketPage } from '../../forms/content/hosted-page.ts';
import { toUtcDay } from '../../forms/content/visit.ts';
import type { PagePart } from '../../forms/pages/page-parts.ts';
import type { FormVisit } from '../../forms/pages/render-pages.ts';
import { allowAnyOrigin } from '../cors.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { immutableCacheControl, sendCachedText } from '../send-text.ts';
import { sendSharedFile } from './shared-file-route.ts';

interface PartRequest {
  readonly Params: { readonly name: string };
  /** The page that the part belongs to (`PartOrigin`). */
  readonly Querystring: Readonly<Record<string, unknown>>;
}

/**
 * Adds `/parts/<digest>.js`: the data for hydrating a page, except for what the page contains itself. A part
 * that is neither in memory nor in the shared files is created again from the query. If that gives another
 * digest, or the page is unknown, the answer is 404.
 */
export function addPagePartRoute(app: FastifyInstance, dependencies: HttpDependencies): void {
  app.get<PartRequest>('/parts/:name', async (request, reply) => {
    const { pages, sharedFiles } = dependencies;
    const digest = /^([\w-]+)\.js$/.exec(request.params.name)?.[1];
    if (digest === undefined) return reply.callNotFound();
    const cached = pages.findPart(digest);
    if (cached) return sendPart(request, reply, cached);
    // Look in the shared files before making it again: another release, or a server with other content, may
    // have rendered the page.
    const found = await sharedFiles.find(`/parts/${digest}.js`);
    if (found) return sendSharedFile(request, reply, found);
    const visited = await findPartVisit(request.query, dependencies);
    const made = visited && (await pages.recreatePart(digest, visited));
    return made === undefined ? reply.callNotFound() : sendPart(request, reply, made);
  });
}

/** Sends a part to pages of any origin. Browsers cache it for ever. */
function sendPart(request: FastifyRequest, reply: FastifyReply, part: PagePart): Promise<FastifyReply> {
  allowAnyOrigin(reply).header('Cache-Control', immutableCacheControl);
  return sendCachedText(request, reply, { type: 'text/javascript; charset=utf-8', kept: part });
}

/**
 * Returns the visit that the address of a page part names, today; undefined if its form or page is unknown,
 * or if the page does not exist in that language. Another instance may have rendered that page.
 */
async function findPartVisit(
  { form, path, locale }: PartRequest['Querystring'],
  { forms, content: current, now }: HttpDependencies,
): Promise<FormVisit | undefined> {
  const content = current();
  const page = typeof path === 'string' ? findTicketPage(content, path) : undefined;
  const ready = await forms.find(String(form));
  if (page === undefined || ready === undefined || typeof locale !== 'string') return undefined;
  const isSupportedLocale =
    page.locale === undefined ? Object.hasOwn(ready.form.texts, locale) : page.locale === locale;
  return isSupportedLocale ? { visit: { page, content, locale, today: toUtcDay(now()) }, ready } : undefined;
}
