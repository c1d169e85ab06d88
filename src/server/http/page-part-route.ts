import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageOfTicket } from '../content/hosted-page.ts';
import { dayOf } from '../content/visit.ts';
import type { FormVisit } from '../pages/draw-pages.ts';
import type { PagePart } from '../pages/page-parts.ts';
import { forAnyOrigin } from './cors.ts';
import type { HttpDependencies } from './dependencies.ts';
import { immutable, sendKept } from './send-text.ts';
import { sendFound } from './shared-file-route.ts';

interface PartRequest {
  readonly Params: { readonly name: string };
  /** The page to which the fragment belongs (`PartOrigin`). */
  readonly Querystring: Readonly<Record<string, unknown>>;
}

/** Adds `/parts/<digest>.js`: the data for hydrating a page, except for what the page contains itself. */
export function pagePartRoute(app: FastifyInstance, dependencies: HttpDependencies): void {
  app.get<PartRequest>('/parts/:name', async (request, reply) => {
    const { pages, sharedFiles } = dependencies;
    const digest = /^([\w-]+)\.js$/.exec(request.params.name)?.[1];
    if (digest === undefined) return reply.callNotFound();
    const kept = pages.part(digest);
    if (kept) return sendPart(request, reply, kept);
    // Look in the shared files before making it again: another release, or a server with other content, may
    // have rendered the page.
    const found = await sharedFiles.find(`/parts/${digest}.js`);
    if (found) return sendFound(request, reply, found);
    const visited = await visitOf(request.query, dependencies);
    const made = visited && (await pages.partAnew(digest, visited));
    return made === undefined ? reply.callNotFound() : sendPart(request, reply, made);
  });
}

function sendPart(request: FastifyRequest, reply: FastifyReply, kept: PagePart): Promise<FastifyReply> {
  forAnyOrigin(reply).header('Cache-Control', immutable);
  return sendKept(request, reply, { type: 'text/javascript; charset=utf-8', kept });
}

/** Returns the visit that the address of a fragment names. Another instance may have rendered it. */
async function visitOf(
  { form, path, locale }: PartRequest['Querystring'],
  { forms, content: current, now }: HttpDependencies,
): Promise<FormVisit | undefined> {
  const content = current();
  const page = typeof path === 'string' ? pageOfTicket(content, path) : undefined;
  const ready = await forms.find(String(form));
  if (page === undefined || ready === undefined || typeof locale !== 'string') return undefined;
  const isSpoken =
    page.locale === undefined ? Object.hasOwn(ready.form.texts, locale) : page.locale === locale;
  return isSpoken ? { visit: { page, content, locale, today: dayOf(now()) }, ready } : undefined;
}
