import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PostAnswer } from '../../../contact/section-data.ts';
import { refuseEveryPhoto } from '../../enquiries/posts/photo-receiver.ts';
import { readPost } from '../../enquiries/posts/read-post.ts';
import { negotiateLocale } from '../../forms/content/negotiate-locale.ts';
import { parseGuestComment } from '../../studio/review/comment-text.ts';
import { getPreviewWords, type PreviewWords, previewLocales } from '../../studio/review/preview-words.ts';
import type { OpenedLink, PreviewFile } from '../../studio/review/shared-previews.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { discardBody, drainRequest, sendTooMany } from '../refusals.ts';
import { createPagePolicy } from '../security-headers.ts';
import { sendText } from '../send-text.ts';
import { type CommentState, createPreviewNotice, listCommentTargets } from './preview-notice.ts';

interface LinkRoute {
  readonly Params: { readonly token: string };
}

/**
 * Adds the pages that show a draft to people without an account, below `/preview/<token>`: the form, what it
 * loads and sends, and comments. Nothing is stored but comments and the number of visits. Every request is
 * counted by its address, and a token opens nothing else.
 */
export async function addPreviewLinkRoutes(
  app: FastifyInstance,
  dependencies: HttpDependencies,
): Promise<void> {
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        reply.headers(previewHeaders);
        const grant = await dependencies.limits.consumePreview({
          address: request.ip,
          now: dependencies.now(),
        });
        if (grant.isGranted) return;
        discardBody(request, reply);
        const refusal = { code: 'too-many-requests', retryAfterS: grant.retryAfterS } as const;
        return sendTooMany(request, reply, refusal, dependencies);
      });
      addPageRoute(scope, dependencies);
      addFileRoutes(scope, dependencies);
      addSendRoute(scope, dependencies);
      await addUploadRoutes(scope, dependencies);
      await addPostRoutes(scope, dependencies);
    },
    { prefix: '/preview' },
  );
}

/** No cache has the page, no search engine lists it, and no other site learns its address. */
const previewHeaders = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** Adds the page with the form, whose visits are counted. */
function addPageRoute(scope: FastifyInstance, dependencies: HttpDependencies): void {
  const { store, now } = dependencies;
  scope.get<LinkRoute>('/:token', async (request, reply) => {
    const found = await findLink(request, dependencies);
    if (typeof found === 'string') return sendNoPreview(request, reply, found, dependencies);
    if (request.method === 'GET') await store.countPreviewVisit({ id: found.link.id, now: now() });
    const isSent = 'commented' in Object(request.query);
    return sendPreview(request, reply, { dependencies, opened: found, ...(isSent && { comment: 'sent' }) });
  });
}

/** Adds the data and the validators that a rendered page loads. */
function addFileRoutes(scope: FastifyInstance, dependencies: HttpDependencies): void {
  /** Sends a file of a link; 404 if the link is not valid, or none of its pages has loaded it. */
  async function sendFile(request: FastifyRequest<LinkRoute>, reply: FastifyReply, file: PreviewFile) {
    const found = await findLink(request, dependencies);
    const text =
      typeof found === 'string' ? undefined : dependencies.studio.sharedPreviews.findFile(found, file);
    if (text === undefined) return reply.code(404).send({ error: 'not-found' });
    return sendText(request, reply, { type: 'text/javascript; charset=utf-8', text });
  }
  scope.get<LinkRoute & { readonly Params: { readonly name: string } }>(
    '/:token/parts/:name',
    async (request, reply) =>
      sendFile(request, reply, { kind: 'part', digest: request.params.name.replace(/\.js$/, '') }),
  );
  scope.get<LinkRoute & { readonly Params: { readonly hash: string; readonly module: string } }>(
    '/:token/forms/:hash/:module',
    async (request, reply) => {
      const { hash, module } = request.params;
      return sendFile(request, reply, { kind: 'module', hash, key: module.replace(/\.js$/, '') });
    },
  );
}

/** Adds the route to which the page's script sends the form. The enquiry is judged and not stored. */
function addSendRoute(scope: FastifyInstance, dependencies: HttpDependencies): void {
  scope.post<LinkRoute>('/:token/graphql', async (request, reply) => {
    const found = await findLink(request, dependencies);
    if (typeof found === 'string') return reply.code(404).send({ error: 'not-found' });
    const body = JSON.stringify(request.body ?? null);
    const { status, text } = await dependencies.studio.sharedPreviews.send(found, body, dependencies.now());
    return reply.code(status).type('application/json').send(text);
  });
}

/** Adds the routes to which the page's script uploads photos. They are read to the end and not stored. */
async function addUploadRoutes(scope: FastifyInstance, dependencies: HttpDependencies): Promise<void> {
  scope.post<LinkRoute>('/:token/upload', async (request, reply) => {
    const found = await findLink(request, dependencies);
    if (typeof found === 'string') return reply.code(404).send({ error: 'not-found' });
    const file = `${randomUUID().replaceAll('-', '')}.jpg`;
    const url = `/preview/${request.params.token}/upload/${file}`;
    return { path: `photos/${file}`, method: 'PUT', url };
  });
  await scope.register(async (bytes) => {
    bytes.removeAllContentTypeParsers();
    bytes.addContentTypeParser('*', (_request, _payload, done) => done(null));
    bytes.put<LinkRoute>('/:token/upload/:file', async (request, reply) => {
      const found = await findLink(request, dependencies);
      if (typeof found === 'string') {
        discardBody(request, reply);
        return reply.code(404).send({ error: 'not-found' });
      }
      await drainRequest(request.raw);
      return reply.send();
    });
  });
}

/** Adds the routes for forms that a browser posts: the form of the preview without scripts, and comments. */
async function addPostRoutes(scope: FastifyInstance, dependencies: HttpDependencies): Promise<void> {
  const { settings, studio } = dependencies;
  const { bodyLimit: maxTextBytes = Number.POSITIVE_INFINITY } = scope.initialConfig;
  await scope.register(async (posts) => {
    posts.removeAllContentTypeParsers();
    posts.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    );
    await posts.register(multipart, {
      throwFileSizeLimit: false,
      limits: {
        fields: settings.posts.fields,
        parts: settings.posts.fields,
        fieldSize: maxTextBytes + 1,
        fileSize: settings.photos.maxBytes + 1,
      },
    });
    posts.post<LinkRoute>('/:token', async (request, reply) => {
      const found = await findLink(request, dependencies);
      if (typeof found === 'string') {
        discardBody(request, reply);
        return sendNoPreview(request, reply, found, dependencies);
      }
      const posted = await readPost(request, { receivePhoto: refuseEveryPhoto, maxTextBytes });
      const result = await studio.sharedPreviews.post(found, posted);
      const answer: PostAnswer = result.isTaken
        ? { entered: {}, photos: [], outcome: { kind: 'accepted', receipt: result.receipt } }
        : result.answer;
      if (!result.isTaken) reply.code(result.status);
      return sendPreview(request, reply, { dependencies, opened: found, answer });
    });
    posts.post<LinkRoute>('/:token/comments', async (request, reply) => {
      const found = await findLink(request, dependencies);
      if (typeof found === 'string' || !found.link.acceptsComments)
        return sendNoPreview(request, reply, typeof found === 'string' ? found : 'invalid', dependencies);
      const entered = parseGuestComment(new URLSearchParams(String(request.body ?? '')), settings.review);
      if (entered.problem !== undefined)
        return sendPreview(request, reply, {
          dependencies,
          opened: found,
          comment: { ...entered, problem: entered.problem },
        });
      const [whole] = listCommentTargets(found, '');
      const target = listCommentTargets(found, '').find(({ value }) => value === entered.target) ?? whole;
      const comment = { ...entered, target: target?.value ?? '' };
      const added = await studio.comments.addOfGuest(found.link.id, comment);
      if (added !== 'added')
        return sendPreview(request, reply, {
          dependencies,
          opened: found,
          comment: { ...entered, problem: 'too-many' },
        });
      return reply.redirect(`/preview/${request.params.token}?commented`, 303);
    });
  });
}

/** Returns the opened link of a request, or why there is none. */
async function findLink(
  { params: { token } }: FastifyRequest<LinkRoute>,
  { studio, now }: HttpDependencies,
): Promise<OpenedLink | 'ended' | 'invalid' | 'broken'> {
  const found = await studio.previewLinks.find(token);
  if (found.kind !== 'valid') return found.kind;
  return (await studio.sharedPreviews.open(found.link, now())) ?? 'broken';
}

/** Sends the page of a link, with the result of a post or of a comment. */
async function sendPreview(
  request: FastifyRequest<LinkRoute>,
  reply: FastifyReply,
  {
    dependencies,
    opened,
    answer,
    comment,
  }: {
    readonly dependencies: HttpDependencies;
    readonly opened: OpenedLink;
    readonly answer?: PostAnswer;
    readonly comment?: CommentState;
  },
): Promise<FastifyReply> {
  const { token } = request.params;
  const { page } = opened.visited.visit;
  const { id, acceptsComments } = opened.link;
  const notice = createPreviewNotice(opened, {
    token,
    reader: negotiateWords(request),
    comment,
    threads: acceptsComments ? await dependencies.studio.comments.listOfLink(id) : [],
    longest: dependencies.settings.review.longestComment,
  });
  const { html } = await dependencies.studio.sharedPreviews.render(opened, {
    token,
    notice,
    ...(answer && { answer }),
  });
  if (comment !== undefined && comment !== 'sent') reply.code(422);
  const images = [page.contactForm.dealerImage, page.hero?.image].filter((one) => typeof one === 'string');
  return sendStrictPage(request, reply, html, { images, dependencies });
}

/** Sends a page that says why there is no preview: 404 for what is no link, 410 for one that has ended, else 503. */
async function sendNoPreview(
  request: FastifyRequest,
  reply: FastifyReply,
  why: 'ended' | 'invalid' | 'broken',
  dependencies: HttpDependencies,
): Promise<FastifyReply> {
  const { pages, forms, content } = dependencies;
  const { lang, say } = negotiateWords(request);
  const html = await pages.messagePage(
    { ready: forms.current(), content: content(), locale: lang },
    { heading: say(why), message: say(`${why}.text`) },
  );
  reply.code({ ended: 410, invalid: 404, broken: 503 }[why]);
  return sendStrictPage(request, reply, html, { images: [], dependencies });
}

/** Sends a page that no other page may show in a frame. */
function sendStrictPage(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  { images, dependencies }: { readonly images: readonly string[]; readonly dependencies: HttpDependencies },
): Promise<FastifyReply> {
  // Vite's own scripts are inline in development.
  if (dependencies.isDev) reply.removeHeader('Content-Security-Policy');
  else reply.header('Content-Security-Policy', createPagePolicy({ frameAncestors: "'none'", images }));
  return sendText(request, reply, { type: 'text/html; charset=utf-8', text });
}

/** Returns the texts in the language that the reader's browser prefers. */
function negotiateWords({ headers }: FastifyRequest): PreviewWords {
  const header = headers['accept-language'];
  return getPreviewWords(negotiateLocale({ header, locales: previewLocales, fallback: 'en' }));
}
