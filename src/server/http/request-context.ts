import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { hasOptedOut } from '../enquiries/figures/count-figures.ts';
import type { RequestContext } from '../enquiries/graphql/shape-answers.ts';
import { negotiateLocale } from '../forms/content/negotiate-locale.ts';
import type { CompiledForm } from '../forms/documents/compiled-form.ts';
import { readTicket, type TicketContent } from '../platform/secret/ticket.ts';
import type { HttpDependencies } from './dependencies.ts';
import { getOwnOrigins, getPublicOrigin } from './origins.ts';

/**
 * Returns the context of a submission from its headers: form, ticket, language, idempotency key and others.
 * Parts whose header is absent or invalid are left out. The form is that of the ticket if it is still
 * available, else the live one.
 */
export async function createRequestContext(
  request: FastifyRequest,
  dependencies: HttpDependencies,
): Promise<RequestContext> {
  const { ready, ticket } = await resolveTicket(getHeader(request, 'slipway-ticket'), dependencies);
  const key = getHeader(request, 'idempotency-key')?.trim();
  const origins = getOwnOrigins(request, dependencies);
  const proof = getHeader(request, 'slipway-proof');
  const recordedVisit = getHeader(request, 'slipway-visit');
  const begunAt =
    ticket && (await findEarlierStart(getHeader(request, 'slipway-first-ticket'), ticket, dependencies));
  return {
    address: request.ip,
    locale: negotiateRequestLocale(request, ready),
    origins,
    outsideOrigin: getPublicOrigin(request, dependencies, origins),
    ready,
    isHoneypotFilled: getHeader(request, 'slipway-trap') !== undefined,
    ...(ticket && { ticket }),
    ...(begunAt !== undefined && { begunAt }),
    ...(ticket && !hasOptedOut(request.headers) && { counted: 'by-scripts' as const }),
    ...(proof !== undefined && { proof }),
    ...(recordedVisit !== undefined && { recordedVisit }),
    ...(key && { idempotencyKey: key.length <= maxKeyLength ? key : hashText(key) }),
    answer: {},
  };
}

/**
 * Returns the language of the answer according to `Accept-Language`, one of those that the form has texts in,
 * else its fallback (docs/contract.md, "Site content").
 */
export function negotiateRequestLocale(request: FastifyRequest, { form }: CompiledForm): string {
  return negotiateLocale({
    header: request.headers['accept-language'],
    locales: Object.keys(form.texts),
    fallback: form.settings.fallbackLocale,
  });
}

/** The maximum length of an idempotency key. Longer ones are replaced by their digest. */
const maxKeyLength = 255;

/**
 * Returns the form of a ticket if that form is still available, else the live form without a ticket. Also
 * returns the ticket's content, unless the ticket has expired: then its page and day do not count
 * (docs/architecture.md, "A submission's way").
 */
export async function resolveTicket(
  ticket: string | undefined,
  { forms, ticketKey, settings, now }: Pick<HttpDependencies, 'forms' | 'ticketKey' | 'settings' | 'now'>,
): Promise<{ readonly ready: CompiledForm; readonly ticket?: TicketContent }> {
  if (ticket === undefined) return { ready: forms.current() };
  const content = readTicket(ticket, ticketKey);
  const ready = content && (await forms.find(content.formHash));
  if (content === undefined || ready === undefined) return { ready: forms.current() };
  const isFresh = now() - content.issuedAt <= settings.ticket.maxAgeMs;
  return isFresh ? { ready, ticket: content } : { ready };
}

/**
 * Returns the time at which an enquiry was started, in milliseconds since 1970, if its first ticket proves an
 * earlier rendering of the same page; else undefined.
 */
async function findEarlierStart(
  firstTicket: string | undefined,
  { path, issuedAt }: TicketContent,
  dependencies: HttpDependencies,
): Promise<number | undefined> {
  const { ticket } = await resolveTicket(firstTicket, dependencies);
  return ticket?.path === path && ticket.issuedAt < issuedAt ? ticket.issuedAt : undefined;
}

/**
 * Returns the first value of a header; undefined if it is absent.
 * @param name In lower case.
 */
export function getHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Returns the SHA-256 digest of a text in hexadecimal. */
function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
