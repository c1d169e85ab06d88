import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageQueries, postNames } from '#engine';
import { type Page, pageAt } from '../content/content.ts';
import { dayOf } from '../content/situation.ts';
import type { PostResult } from '../posts/answer-post.ts';
import { type Posted, readPost } from '../posts/read-post.ts';
import { signReceipt } from '../posts/receipt.ts';
import { createTakePhoto, takeNoPhoto } from '../posts/take-photo.ts';
import { type DrawnForm, isFormPost, pageAddresses, sendFormPage } from './page-routes.ts';
import type { HttpParts } from './parts.ts';
import { localeOf, originsOf, ticketOf } from './request-context.ts';

/** `POST` to a page's own address: its form, as a browser posts it where no script sends it. */
export async function formPostRoute(app: FastifyInstance, parts: HttpParts): Promise<void> {
  const { fields } = parts.settings.posts;
  const { bodyLimit: maxTextBytes = Number.POSITIVE_INFINITY } = app.initialConfig;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      // Every byte may be written as three (URL Standard, "application/x-www-form-urlencoded serializing").
      { parseAs: 'string', bodyLimit: 3 * maxTextBytes },
      (_request, body, done) => done(null, body),
    );
    // Photos beyond those that a form takes are read, told and left: whoever picks a whole album loses nothing else by it.
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: {
        ...{ fields, parts: fields, fieldSize: maxTextBytes + 1 },
        fileSize: parts.settings.photos.maxBytes + 1,
      },
    });
    scope.post(pageAddresses, async (request, reply) => {
      const [path = '/'] = request.url.split('?');
      const page = pageAt(parts.content(), path);
      if (page === undefined || !isFormPost(request)) return reply.callNotFound();
      return answer(request, reply, { parts, page, maxTextBytes });
    });
  });
}

type PostProblems = Exclude<PostResult, { readonly isTaken: true }>;

interface PagePost {
  readonly parts: HttpParts;
  readonly page: Page;
  /** Of all texts of a post together. */
  readonly maxTextBytes: number;
}

async function answer(request: FastifyRequest, reply: FastifyReply, post: PagePost): Promise<FastifyReply> {
  const { parts, page, maxTextBytes } = post;
  const isForeign = request.headers['sec-fetch-site'] === 'cross-site';
  const posted = await readPost(request, {
    take: isForeign ? takeNoPhoto : takePhotoFor(request, post),
    maxTextBytes,
  });
  const drawn = drawnForm(posted, post);
  const { ready, ticket } = drawn;
  const locale = page.locale ?? localeOf(request, ready);
  const today = dayOf(ticket?.note.issuedAt ?? parts.now());
  const result = await parts.answerPost({
    posted,
    visit: { page, content: parts.content(), locale, today },
    ready,
    ...(ticket && { ticket: ticket.note }),
    submissionUrl: addressOf(request, parts),
    origins: originsOf(request, parts.config.publicOrigin),
    address: request.ip,
    isForeign,
  });
  if (result.isTaken) return sendThanks(reply, post, result.receipt);
  return sendProblems(request, reply, { ...post, drawn, result });
}

/**
 * Redirected to, so that a reload sends nothing (RFC 9110, section 15.4.4). Without a fragment, which would keep the heading from
 * taking focus (HTML, "The autofocus attribute").
 */
function sendThanks(
  reply: FastifyReply,
  { parts, page }: PagePost,
  receipt: { readonly reference: string; readonly enquiryType: string | number },
): FastifyReply {
  const { path } = page;
  const word = signReceipt({ ...receipt, path, sentAt: parts.now() }, parts.postKey);
  reply.header('Cache-Control', 'no-store');
  return reply.redirect(`${path}?${pageQueries.receipt}=${word}`, 303);
}

async function sendProblems(
  request: FastifyRequest,
  reply: FastifyReply,
  { parts, page, drawn, result }: PagePost & { readonly drawn: DrawnForm; readonly result: PostProblems },
): Promise<FastifyReply> {
  const { status, retryAfterS, answer } = result;
  reply.code(status);
  if (retryAfterS !== undefined) reply.header('Retry-After', String(retryAfterS));
  return sendFormPage(request, reply, { parts, page, answer, drawn });
}

/** The form as the visitor saw it, as far as its ticket tells; one of another page tells nothing of this. */
function drawnForm({ texts }: Posted, { parts, page }: PagePost): DrawnForm {
  const text = texts.get(postNames.ticket)?.[0];
  const { ready, ticket } = ticketOf(text, parts);
  const key = texts.get(postNames.key)?.[0] || randomUUID();
  const isOfPage = ticket?.path === page.path;
  return {
    ready,
    key,
    ...(isOfPage && text !== undefined && { ticket: { text, note: ticket } }),
  };
}

/** The page's address as a script would tell it: the outside's, without what asks for a dialog's form as a page. */
function addressOf(request: FastifyRequest, { config }: HttpParts): string {
  const url = new URL(request.url, originsOf(request, config.publicOrigin).at(-1) ?? 'http://localhost');
  for (const query of Object.values(pageQueries)) url.searchParams.delete(query);
  return url.href;
}

function takePhotoFor(request: FastifyRequest, { parts, page }: PagePost) {
  const { photos, limits, config, settings, forms, log, now } = parts;
  const ready = forms.current();
  return createTakePhoto({
    ...{ photos, limits, ready, log, now },
    locale: page.locale ?? localeOf(request, ready),
    origin: originsOf(request, config.publicOrigin).at(-1) ?? '',
    address: request.ip,
    mostPhotos: settings.posts.photos,
  });
}
