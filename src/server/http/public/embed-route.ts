import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EmbedData } from '../../../site/embed/embed-data.ts';
import type { Page } from '../../forms/content/content.ts';
import { findFullTypesOfPage } from '../../forms/content/full-types.ts';
import { type HostedRefusal, readHostedQuery, resolveHostedPage } from '../../forms/content/hosted-page.ts';
import { type PageVisit, toUtcDay } from '../../forms/content/visit.ts';
import { issueTicket } from '../../platform/secret/ticket.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { getOwnOrigins, getPublicOrigin, mayEmbed } from '../origins.ts';
import { negotiateRequestLocale } from '../request-context.ts';
import { addVary, sendText } from '../send-text.ts';

/**
 * Adds `GET /embed/v1`, which returns everything that a form needs on a page of another origin
 * (docs/contract.md, "Embedding"). An unknown page gets 404, an invalid query 400, and an origin that may not
 * embed the form 403. Requests without an `Origin` are answered.
 */
export function addEmbedRoute(app: FastifyInstance, dependencies: HttpDependencies): void {
  app.get('/embed/v1', async (request, reply) => {
    const { content } = dependencies;
    // Refusals are readable too: they contain only advice for the developer of the host page.
    allowOriginToRead(request, reply);
    const { page, refusal } = resolveHostedPage(content(), readHostedQuery(request.url));
    if (refusal) return sendEmbedRefusal(reply, refusal.code.startsWith('unknown') ? 404 : 400, refusal);
    const { origin } = request.headers;
    if (origin !== undefined && !isOriginAllowed(origin, page, { request, dependencies }))
      return sendEmbedRefusal(reply, 403, {
        code: 'origin-not-allowed',
        message: `Cannot embed the form: pages of "${origin}" may not show the form of "${page.site.domain}"; ${formatOriginAdvice(origin, page)}.`,
      });
    return sendEmbedding(request, reply, { dependencies, page });
  });
}

interface EmbedRequest {
  readonly request: FastifyRequest;
  readonly dependencies: HttpDependencies;
}

/** Returns true for an origin of this server, and for one that may show the forms of the site. */
function isOriginAllowed(origin: string, { site }: Page, { request, dependencies }: EmbedRequest): boolean {
  return getOwnOrigins(request, dependencies).includes(origin) || mayEmbed(origin, dependencies, site);
}

/** Returns the end of a sentence that says how to allow the origin. */
function formatOriginAdvice(origin: string, { site }: Page): string {
  const host = URL.parse(origin)?.host;
  return host
    ? `add "${host}" to the "domains" of the site "${site.id}" in sites.json; localhost is allowed only without SLIPWAY_PUBLIC_URL`
    : 'open it with http or https, from one of the domains of the site';
}

/**
 * Sets headers that allow the page that sends the request to read the answer, whatever its origin, and that
 * forbid caching.
 */
function allowOriginToRead(request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers;
  addVary(reply, 'Origin');
  reply.header('Cross-Origin-Resource-Policy', 'cross-origin').header('Cache-Control', 'no-store');
  if (origin !== undefined) reply.header('Access-Control-Allow-Origin', origin);
}

/** Sends `{error, message}` with a status. */
function sendEmbedRefusal(
  reply: FastifyReply,
  status: number,
  {
    code: error,
    message,
  }: { readonly code: HostedRefusal['code'] | 'origin-not-allowed'; readonly message: string },
): FastifyReply {
  return reply.code(status).send({ error, message });
}

/**
 * The number of tickets per ticket lifetime. A browser that has the rest cached gets a new ticket well before
 * its old one expires.
 */
const ticketsPerLifetime = 4;

/**
 * Sends the form's data with a new ticket, or 304 if the browser has the same data with a ticket of the same
 * period, which is a quarter of a ticket's lifetime. Browsers may cache the answer, but ask again each time.
 */
async function sendEmbedding(
  request: FastifyRequest,
  reply: FastifyReply,
  { dependencies, page }: { readonly dependencies: HttpDependencies; readonly page: Page },
): Promise<FastifyReply> {
  const { forms, content, pages, now, settings, ticketKey } = dependencies;
  const ready = forms.current();
  const locale = page.locale ?? negotiateRequestLocale(request, ready);
  const issuedAt = now();
  const fullTypes = await findFullTypesOfPage(ready.form, page.site, dependencies);
  const visit: PageVisit = {
    page,
    content: content(),
    locale,
    today: toUtcDay(issuedAt),
    ...(fullTypes.length > 0 && { fullTypes }),
  };
  const { rest, digest } = pages.embedding({ visit, ready, origin: getPublicOrigin(request, dependencies) });
  const period = Math.floor((issuedAt * ticketsPerLifetime) / settings.ticket.maxAgeMs);
  const tag = `W/"${digest}.${period}"`;
  // Not in shared caches: the ticket counts the submissions made with it (docs/behaviour.md, "Robots").
  reply.headers({ 'Cache-Control': 'private, no-cache', ETag: tag, 'Content-Language': locale });
  if (page.locale === undefined) addVary(reply, 'Accept-Language');
  if (isNotModified(request, tag)) return reply.code(304).send();
  const ticket: EmbedData['ticket'] = issueTicket(
    { formHash: ready.form.hash, path: page.path, locale, issuedAt },
    ticketKey,
  );
  return sendText(request, reply, {
    type: 'application/json; charset=utf-8',
    text: `{"ticket":${JSON.stringify(ticket)},${rest}`,
  });
}

/** Returns true if `If-None-Match` names the tag. Tags are compared weakly (RFC 9110, section 13.1.2). */
function isNotModified({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match'] ?? '';
  return known.split(',').some((one) => one.trim().replace(/^W\//, '') === tag.slice(2));
}
