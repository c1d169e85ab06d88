import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Page } from '../content/content.ts';
import { dayOf, type Visit } from '../content/situation.ts';
import { pageAt } from '../judge/own-page.ts';
import type { Place } from '../pages/draw-pages.ts';
import { issueTicket } from '../ticket/ticket.ts';
import type { HttpParts } from './parts.ts';
import { localeOf } from './request-context.ts';
import { pagePolicy } from './security-headers.ts';
import { addVary, sendText } from './send-text.ts';

/** The pages of the site: those of its content, the index that leads to them, the privacy policy, and one for all that is not there. */
export function pageRoutes(app: FastifyInstance, parts: HttpParts): void {
  app.get('/*', async (request, reply) => {
    const [path = '/'] = request.url.split('?');
    const page = pageAt(parts.content(), path);
    if (page !== undefined) return sendFormPage(request, reply, parts, page);
    if (path === '/')
      return sendPage(request, reply, parts, await parts.pages.indexPage(placeOf(request, parts)));
    if (path === '/privacy-policy')
      return sendPage(request, reply, parts, await parts.pages.privacyPage(placeOf(request, parts)));
    return reply.callNotFound();
  });

  app.setNotFoundHandler(async (request, reply) => {
    reply.code(404);
    if (!wantsPage(request))
      return reply.send({ error: 'not-found', message: 'There is nothing at this address.' });
    return sendPage(
      request,
      reply,
      parts,
      await parts.pages.messagePage(placeOf(request, parts), 'not-found'),
    );
  });
}

/** Whether a person is to read the answer. */
export function wantsPage({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && /text\/html|\*\/\*|^$/.test(headers.accept ?? '');
}

/** A page that says what went wrong, for an error that no route has told of. */
export async function sendErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: HttpParts,
): Promise<FastifyReply> {
  return sendPage(request, reply, parts, await parts.pages.messagePage(placeOf(request, parts), 'error'));
}

async function sendFormPage(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: HttpParts,
  page: Page,
): Promise<FastifyReply> {
  const ready = parts.forms.current();
  const locale = page.locale ?? localeOf(request, ready);
  const issuedAt = parts.now();
  const visit: Visit = { page, content: parts.content(), locale, today: dayOf(issuedAt) };
  const note = { formHash: ready.form.hash, path: page.path, locale, issuedAt };
  const ticket = issueTicket({ note, key: parts.ticketKey });
  reply.header('Content-Language', locale);
  if (page.locale === undefined) addVary(reply, 'Accept-Language');
  const images = [page.contactForm.dealerImage, page.hero?.image].filter((image) => image !== undefined);
  return sendPage(request, reply, parts, await parts.pages.formPage(visit, ready, ticket), images);
}

/** A page with a ticket is one visitor's; one without changes with the content, so that neither is stored. */
async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, photos, isDev }: HttpParts,
  text: string,
  images: readonly string[] = [],
): Promise<FastifyReply> {
  const { frameAncestors, publicOrigin } = config;
  // Where photos go; a page may also have been reached by another origin than the one that the outside uses.
  const connections = [photos.uploadOrigin ?? publicOrigin].filter((origin) => origin !== undefined);
  reply.header('Cache-Control', 'no-store');
  // In development Vite's own scripts are inline; nobody but a developer sees such a page.
  if (isDev) reply.removeHeader('Content-Security-Policy');
  else reply.header('Content-Security-Policy', pagePolicy({ frameAncestors, images, connections }));
  reply.header('Cross-Origin-Opener-Policy', 'same-origin');
  return sendText(request, reply, { type: 'text/html; charset=utf-8', text });
}

function placeOf(request: FastifyRequest, { forms, content }: HttpParts): Place {
  const ready = forms.current();
  return { ready, content: content(), locale: localeOf(request, ready) };
}
