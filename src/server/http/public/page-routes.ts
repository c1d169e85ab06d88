import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageQueries, typeField } from '#engine';
import { type PageMark, pageHeader } from '#engine/model/page-mark.ts';
import type { PostAnswer } from '../../../contact/section-data.ts';
import type { FormFigures } from '../../../contact/send/figure-report.ts';
import type * as data from '../../../site/data.ts';
import { hasOptedOut } from '../../enquiries/figures/count-figures.ts';
import { issueFiguresToken } from '../../enquiries/figures/figures-token.ts';
import { readReceipt } from '../../enquiries/posts/receipt.ts';
import type { ContentSite, Page } from '../../forms/content/content.ts';
import { findFullTypesOfPage } from '../../forms/content/full-types.ts';
import { findPageByAddress, isHostedAddress } from '../../forms/content/hosted-page.ts';
import { type PageVisit, toUtcDay } from '../../forms/content/visit.ts';
import type { CompiledForm } from '../../forms/documents/compiled-form.ts';
import { readPagePrefill } from '../../forms/pages/page-prefill.ts';
import type { PageMessage } from '../../forms/pages/page-views.ts';
import type { PageContext } from '../../forms/pages/render-pages.ts';
import { hashSecretToken } from '../../platform/secret/secret-token.ts';
import { issueTicket, type TicketContent } from '../../platform/secret/ticket.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { getFrameAncestors } from '../origins.ts';
import { negotiateRequestLocale } from '../request-context.ts';
import { createPagePolicy } from '../security-headers.ts';
import { addVary, sendText } from '../send-text.ts';
import { servesWorker } from './worker-route.ts';

/**
 * Adds the pages of the site: those of its content, the index, its privacy policy if it has one, and the answer for missing
 * addresses, which is JSON for clients that want no page.
 */
export function addPageRoutes(app: FastifyInstance, dependencies: HttpDependencies): void {
  app.get(pageRoutePattern, async (request, reply) => {
    const [path = '/'] = request.url.split('?');
    const page = findPageByAddress(dependencies.content(), request.url);
    if (page !== undefined) {
      const thanks = findReceiptAnswer(request, dependencies, page);
      const drawn = thanks ? { answer: thanks } : await loadResumedAnswers(request, dependencies, page);
      return sendFormPage(request, reply, { dependencies, page, ...drawn });
    }
    if (path === '/')
      return sendPage(
        request,
        reply,
        dependencies,
        await dependencies.pages.indexPage(getPageContext(request, dependencies)),
      );
    const policy =
      path === '/privacy-policy'
        ? await dependencies.pages.privacyPage(getPageContext(request, dependencies))
        : undefined;
    return policy === undefined ? reply.callNotFound() : sendPage(request, reply, dependencies, policy);
  });

  app.setNotFoundHandler(async (request, reply) => {
    reply.code(404);
    if (!wantsPage(request))
      return reply.send({ error: 'not-found', message: 'There is nothing at this address.' });
    return sendMessagePage(request, reply, { dependencies, name: 'not-found' });
  });
}

/** The route pattern of pages: every address without another route. */
export const pageRoutePattern = '/*';

/** Returns true for GET, HEAD and posted forms if the client accepts HTML or has no `Accept` header. */
export function wantsPage(request: FastifyRequest): boolean {
  const { method, headers } = request;
  const asksForPage = method === 'GET' || method === 'HEAD' || isFormPost(request);
  return asksForPage && /text\/html|\*\/\*|^$/.test(headers.accept ?? '');
}

/** Returns true for a POST whose body is an HTML form, URL-encoded or multipart. */
export function isFormPost({ method, headers }: FastifyRequest): boolean {
  return (
    method === 'POST' &&
    /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(headers['content-type'] ?? '')
  );
}

/** Sends a page with a message and no form. The caller sets the status first. */
export async function sendMessagePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { dependencies, ...message }: PageMessage & { readonly dependencies: HttpDependencies },
): Promise<FastifyReply> {
  return sendPage(
    request,
    reply,
    dependencies,
    await dependencies.pages.messagePage(getPageContext(request, dependencies), message),
  );
}

// The type guarantees that this is the value of the other module.
const dataId: typeof data.dataId = 'slipway-data';

export interface FormPageOptions {
  readonly dependencies: HttpDependencies;
  readonly page: Page;
  /** The entered values and the outcome to show. Absent: an empty form. */
  readonly answer?: PostAnswer;
  /** The form that was posted. Absent: a new one. */
  readonly drawn?: DrawnForm;
  /** The time at which the form was started on an earlier page, in milliseconds since 1970. */
  readonly begunAt?: number | undefined;
}

/** A form as it was rendered before, to be rendered again in the same way. */
export interface DrawnForm {
  readonly ready: CompiledForm;
  /** Absent if the form had no valid ticket. */
  readonly ticket?: { readonly text: string; readonly note: TicketContent };
  /** The idempotency key of its enquiry. */
  readonly key: string;
}

/**
 * Sends a page with its form: a new one, or a posted one with its answer. A form without a ticket gets a new
 * one, and one without a key a random key. The caller sets the status first if it is not 200.
 */
export async function sendFormPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { dependencies, page, answer, drawn, begunAt }: FormPageOptions,
): Promise<FastifyReply> {
  const ready = drawn?.ready ?? dependencies.forms.current();
  const locale = page.locale ?? negotiateRequestLocale(request, ready);
  const issuedAt = drawn?.ticket?.note.issuedAt ?? dependencies.now();
  const today = toUtcDay(issuedAt);
  const figures = createFormFigures(request, { page, ready, today }, dependencies);
  // A form that was posted stays, so that nothing that was typed is lost.
  const fullTypes = drawn || answer ? [] : await findFullTypesOfPage(ready.form, page.site, dependencies);
  const hasWorker = !drawn && servesWorker(dependencies) && !isHostedAddress(request.url);
  const visit = toPageVisit(request, {
    page,
    content: dependencies.content(),
    locale,
    today,
    ...(fullTypes.length > 0 && { fullTypes }),
    ...(figures && { figures }),
    ...(hasWorker && { hasWorker, isOffline: isOfflineRequest(request) }),
  });
  const ticketBase = { formHash: ready.form.hash, path: page.path, locale };
  const ticketContent = { ...ticketBase, issuedAt, ...(begunAt !== undefined && { begunAt }) };
  const ticket = drawn?.ticket?.text ?? issueTicket(ticketContent, dependencies.ticketKey);
  const key = drawn?.key ?? randomUUID();
  const prefill = answer ? undefined : readPagePrefill(ready, visit, request.url);
  reply.header('Content-Language', locale);
  if (page.locale === undefined) addVary(reply, 'Accept-Language');
  const images = [page.contactForm.dealerImage, page.hero?.image].filter(
    (image) => typeof image === 'string',
  );
  const html = await dependencies.pages.formPage(visit, ready, {
    ticket,
    key,
    ...(answer && { answer }),
    ...(prefill && { prefill }),
  });
  // A page whose form is hidden has no data.
  const hasForm = html.includes(`id="${dataId}"`);
  return sendPage(request, reply, dependencies, html, {
    images,
    ...(visit.isFramed && { framedBy: page.site }),
    ...(visit.hasWorker && hasForm && { mark: visit.isOffline ? 'offline' : 'storable' }),
  });
}

/**
 * Returns true if a service worker asks for a page, to show it without a network. The address has no query, so that
 * the answer contains nothing of the visitor.
 */
function isOfflineRequest({ headers, url }: FastifyRequest): boolean {
  return headers[pageHeader] === ('offline' satisfies PageMark) && !url.includes('?');
}

/**
 * Returns the settings for counting the visit, with a signed credential; undefined if the server, the site or
 * the visitor disables it.
 */
function createFormFigures(
  { headers }: FastifyRequest,
  { page, ready, today: day }: { readonly page: Page; readonly ready: CompiledForm; readonly today: string },
  { figuresKey, settings }: Pick<HttpDependencies, 'figuresKey' | 'settings'>,
): FormFigures | undefined {
  const { share, mostSteps } = settings.figures;
  if (!page.site.isCounted || share === 0 || hasOptedOut(headers)) return undefined;
  const credential = issueFiguresToken({ formHash: ready.form.hash, path: page.path, day }, figuresKey);
  return { endpoint: '/api/figures', pass: credential, share, mostSteps };
}

/**
 * Returns the visit with `isFramed` and `isOpened` where they are true. A modal form is opened in the page
 * itself in a frame, where there is no room for a dialog, and for a browser without scripts, which posts the
 * form or asks for it by a query.
 */
function toPageVisit(request: FastifyRequest, visit: PageVisit): PageVisit {
  const isFramed = isHostedAddress(request.url);
  const isOpened =
    visit.page.placement === 'modal' &&
    (isFramed ||
      isFormPost(request) ||
      pageQueries.opened in Object(request.query) ||
      pageQueries.receipt in Object(request.query));
  return { ...visit, ...(isOpened && { isOpened }), ...(isFramed && { isFramed }) };
}

/**
 * Returns the thanks for the enquiry that the query names; undefined without a receipt, or if it is invalid,
 * expired or of another page.
 */
function findReceiptAnswer(
  request: FastifyRequest,
  { postKey: key, settings, now }: HttpDependencies,
  { path }: Page,
): PostAnswer | undefined {
  const { [pageQueries.receipt]: token } = Object(request.query) as Readonly<Record<string, unknown>>;
  const receipt =
    token === undefined
      ? undefined
      : readReceipt(token, { key, path, now: now(), maxAgeMs: settings.ticket.maxAgeMs });
  if (receipt === undefined) return undefined;
  const { enquiryType, reference } = receipt;
  return { entered: {}, photos: [], outcome: { kind: 'accepted', receipt: { enquiryType, reference } } };
}

/**
 * Returns the saved answers of the link in the query and the time of saving; an empty object without a link.
 * For an unknown or expired link, or one of another page, the answer is empty with `isFound: false`, which
 * shows a notice.
 */
async function loadResumedAnswers(
  request: FastifyRequest,
  { store, now }: HttpDependencies,
  { path }: Page,
): Promise<Pick<FormPageOptions, 'answer' | 'begunAt'>> {
  const { [pageQueries.resume]: token } = Object(request.query) as Readonly<Record<string, unknown>>;
  if (typeof token !== 'string') return {};
  const saved = await store.savedAnswers({ hash: hashSecretToken(token), now: now() });
  const isFound = saved?.path === path;
  const entered = isFound ? { ...saved.values, [typeField]: saved.enquiryType } : {};
  const answer: PostAnswer = { entered, photos: [], outcome: { kind: 'resumed', isFound } };
  return { answer, ...(isFound && { begunAt: saved.savedAt }) };
}

interface PageOptions {
  /** Addresses of pictures that the page may load. */
  readonly images?: readonly string[];
  /** The site whose pages may show the page in a frame. Absent: as the server is configured. */
  readonly framedBy?: ContentSite;
  /** The mark for the service worker. Absent: the page may not be stored. */
  readonly mark?: PageMark;
}

/**
 * Sends a page with its security headers. It is never cached: a ticket belongs to one visitor, and pages
 * without a ticket change with the content.
 */
async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, photos, isDev }: HttpDependencies,
  text: string,
  { images = [], framedBy, mark = 'other' }: PageOptions = {},
): Promise<FastifyReply> {
  const { publicOrigin } = config;
  const frameAncestors =
    framedBy === undefined ? config.frameAncestors : getFrameAncestors(framedBy, { config, isDev });
  // Photos are sent there. The page itself may have been requested at another origin than the public one.
  const connections = [photos.uploadOrigin ?? publicOrigin].filter((origin) => origin !== undefined);
  reply.header('Cache-Control', 'no-store');
  // Vite's own scripts are inline in development.
  if (isDev) reply.removeHeader('Content-Security-Policy');
  else reply.header('Content-Security-Policy', createPagePolicy({ frameAncestors, images, connections }));
  reply.header('Cross-Origin-Opener-Policy', 'same-origin').header(pageHeader, mark);
  return sendText(request, reply, { type: 'text/html; charset=utf-8', text });
}

/** Returns the live form, the content and the language of the request, for pages without a visitor's form. */
function getPageContext(request: FastifyRequest, { forms, content }: HttpDependencies): PageContext {
  const ready = forms.current();
  return { ready, content: content(), locale: negotiateRequestLocale(request, ready) };
}
