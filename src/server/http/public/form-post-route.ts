import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageQueries, postNames } from '#engine';
import { hasOptedOut } from '../../enquiries/figures/count-figures.ts';
import { shortenPageUrl } from '../../enquiries/judge/shorten-page-url.ts';
import type { PostResult } from '../../enquiries/posts/answer-post.ts';
import { createPhotoReceiver, refuseEveryPhoto } from '../../enquiries/posts/photo-receiver.ts';
import { type PostedForm, readPost } from '../../enquiries/posts/read-post.ts';
import { signReceipt } from '../../enquiries/posts/receipt.ts';
import type { Page } from '../../forms/content/content.ts';
import { findPageByAddress, isHostedAddress } from '../../forms/content/hosted-page.ts';
import { getValueLocale, toUtcDay } from '../../forms/content/visit.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { getOwnOrigins, getPublicOrigin } from '../origins.ts';
import { discardBody, logRefusal, sendRefusal, sendTooMany } from '../refusals.ts';
import { negotiateRequestLocale, resolveTicket } from '../request-context.ts';
import { type DrawnForm, isFormPost, pageRoutePattern, sendFormPage, wantsPage } from './page-routes.ts';

/**
 * Adds `POST` at the addresses of pages: the form as a browser posts it without scripts. Other posts get 404,
 * posts beyond the rate limit 429.
 */
export async function addFormPostRoute(app: FastifyInstance, dependencies: HttpDependencies): Promise<void> {
  const { fields } = dependencies.settings.posts;
  const { bodyLimit: maxTextBytes = Number.POSITIVE_INFINITY } = app.initialConfig;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      // Each byte may take three (URL Standard, "application/x-www-form-urlencoded serializing").
      { parseAs: 'string', bodyLimit: 3 * maxTextBytes },
      (_request, body, done) => done(null, body),
    );
    // Photos beyond the maximum are read, reported and discarded, so that a visitor who picks a whole album
    // loses nothing else.
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: {
        fields,
        parts: fields,
        fieldSize: maxTextBytes + 1,
        fileSize: dependencies.settings.photos.maxBytes + 1,
      },
    });
    scope.post(pageRoutePattern, async (request, reply) => {
      const page = findPageByAddress(dependencies.content(), request.url);
      if (page === undefined || !isFormPost(request)) return reply.callNotFound();
      const grant = await dependencies.limits.consumePost({ address: request.ip, now: dependencies.now() });
      if (!grant.isGranted) return refuseUnreadPost(request, reply, { dependencies, grant });
      return answerFormPost(request, reply, { dependencies, page, maxTextBytes });
    });
  });
}

/**
 * Sends 429, as a page or as JSON, without parsing the post or rendering its form, because these are the
 * costs that the limit bounds. The body is discarded.
 */
async function refuseUnreadPost(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    dependencies,
    grant: { retryAfterS },
  }: { readonly dependencies: HttpDependencies; readonly grant: { readonly retryAfterS: number } },
): Promise<FastifyReply> {
  const refusal = { code: 'too-many-requests', retryAfterS } as const;
  discardBody(request, reply);
  if (!wantsPage(request)) return sendRefusal(request, reply, refusal, dependencies);
  logRefusal(request, refusal, dependencies);
  return sendTooMany(request, reply, refusal, dependencies);
}

/** The result of a post that was not accepted. */
type PostProblems = Exclude<PostResult, { readonly isTaken: true }>;

interface PagePostContext {
  readonly dependencies: HttpDependencies;
  readonly page: Page;
  /** Maximum bytes of all texts of a post together. */
  readonly maxTextBytes: number;
}

/**
 * Reads and judges a post, and stores the enquiry if it is accepted. Sends a redirect to the thanks, or the
 * form again with its problems. Photos of a post from another site are refused.
 */
async function answerFormPost(
  request: FastifyRequest,
  reply: FastifyReply,
  post: PagePostContext,
): Promise<FastifyReply> {
  const { dependencies, page, maxTextBytes } = post;
  const isForeign = request.headers['sec-fetch-site'] === 'cross-site';
  const posted = await readPost(request, {
    receivePhoto: isForeign ? refuseEveryPhoto : createPostPhotoReceiver(request, post),
    maxTextBytes,
  });
  const drawn = await findDrawnForm(posted, post);
  const { ready, ticket } = drawn;
  const locale = page.locale ?? negotiateRequestLocale(request, ready);
  const today = toUtcDay(ticket?.note.issuedAt ?? dependencies.now());
  const result = await dependencies.answerPost({
    posted,
    visit: { page, content: dependencies.content(), locale, today },
    ready,
    ...(ticket && { ticket: ticket.note }),
    ...(ticket && !hasOptedOut(request.headers) && { counted: 'without-scripts' as const }),
    submissionUrl: shortenPageUrl(getPageUrl(request, dependencies)),
    origins: getOwnOrigins(request, dependencies),
    outsideOrigin: getPublicOrigin(request, dependencies),
    address: request.ip,
    isForeign,
  });
  if (result.isTaken) return sendThanks(request, reply, { ...post, receipt: result.receipt });
  return sendProblems(request, reply, { ...post, drawn, result });
}

/**
 * Redirects (303) to the page with a signed receipt in its query, so that a reload sends nothing (RFC 9110,
 * section 15.4.4). The address has no fragment, which would prevent the heading's autofocus (HTML, "The
 * autofocus attribute").
 */
function sendThanks(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    dependencies,
    page,
    receipt,
  }: PagePostContext & {
    readonly receipt: { readonly reference: string; readonly enquiryType: string | number };
  },
): FastifyReply {
  const { path } = page;
  const receiptToken = signReceipt({ ...receipt, path, sentAt: dependencies.now() }, dependencies.postKey);
  reply.header('Cache-Control', 'no-store');
  // A form in a frame is identified by its query, so the query stays.
  const address = new URL(
    isHostedAddress(request.url) ? getPageUrl(request, dependencies) : path,
    'http://page.invalid',
  );
  address.searchParams.set(pageQueries.receipt, receiptToken);
  return reply.redirect(address.pathname + address.search, 303);
}

/** Sends the form that was posted again, with its answers and problems, and the status of the result. */
async function sendProblems(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    dependencies,
    page,
    drawn,
    result,
  }: PagePostContext & { readonly drawn: DrawnForm; readonly result: PostProblems },
): Promise<FastifyReply> {
  const { status, retryAfterS, answer } = result;
  reply.code(status);
  if (retryAfterS !== undefined) reply.header('Retry-After', String(retryAfterS));
  return sendFormPage(request, reply, { dependencies, page, answer, drawn });
}

/**
 * Returns the form that the visitor saw, according to its ticket; if there is no such form any more, the live
 * one. A ticket that is invalid, expired or of another page is left out. Without a posted key, the key is a
 * new one.
 */
async function findDrawnForm(
  { texts }: PostedForm,
  { dependencies, page }: PagePostContext,
): Promise<DrawnForm> {
  const text = texts.get(postNames.ticket)?.[0];
  const { ready, ticket } = await resolveTicket(text, dependencies);
  const key = texts.get(postNames.key)?.[0] || randomUUID();
  const isOfPage = ticket?.path === page.path;
  return {
    ready,
    key,
    ...(isOfPage && text !== undefined && { ticket: { text, note: ticket } }),
  };
}

/**
 * Returns the URL of the page at the public origin, as a script would see it, without our own query
 * parameters.
 */
function getPageUrl(request: FastifyRequest, dependencies: HttpDependencies): string {
  const url = new URL(request.url, getPublicOrigin(request, dependencies));
  for (const query of Object.values(pageQueries)) url.searchParams.delete(query);
  return url.href;
}

/** Creates the function that stores the photos of a post, within the limits of its address. */
function createPostPhotoReceiver(request: FastifyRequest, { dependencies, page }: PagePostContext) {
  const { photos, limits, settings, forms, log, now } = dependencies;
  const ready = forms.current();
  return createPhotoReceiver({
    photos,
    limits,
    ready,
    log,
    now,
    locale: getValueLocale({ page, locale: page.locale ?? negotiateRequestLocale(request, ready) }),
    address: request.ip,
    mostPhotos: settings.posts.photos,
  });
}
