import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { negotiateLocale } from '../content/negotiate-locale.ts';
import type { CompiledForm } from '../documents/compiled-form.ts';
import { asksNotToBeCounted } from '../figures/count-figures.ts';
import type { RequestContext } from '../graphql/shape-answers.ts';
import { readTicket, type TicketNote } from '../secret/ticket.ts';
import type { HttpDependencies } from './dependencies.ts';
import { originsOf, outsideOrigin } from './origins.ts';

/** What the operations are told of a request. */
export async function contextOf(
  request: FastifyRequest,
  dependencies: HttpDependencies,
): Promise<RequestContext> {
  const { ready, ticket } = await ticketOf(header(request, 'slipway-ticket'), dependencies);
  const key = header(request, 'idempotency-key')?.trim();
  const origins = originsOf(request, dependencies);
  const proof = header(request, 'slipway-proof');
  const begunAt =
    ticket && (await begunBefore(header(request, 'slipway-first-ticket'), ticket, dependencies));
  return {
    address: request.ip,
    locale: localeOf(request, ready),
    origins,
    outsideOrigin: outsideOrigin(request, dependencies, origins),
    ready,
    isHoneypotFilled: header(request, 'slipway-trap') !== undefined,
    ...(ticket && { ticket }),
    ...(begunAt !== undefined && { begunAt }),
    ...(ticket && !asksNotToBeCounted(request.headers) && { counted: 'by-scripts' as const }),
    ...(proof !== undefined && { proof }),
    ...(key && { idempotencyKey: key.length <= maxKey ? key : digest(key) }),
    answer: {},
  };
}

/** The language of an answer, among those that the form has texts in (docs/contract.md, "Site content"). */
export function localeOf(request: FastifyRequest, { form }: CompiledForm): string {
  return negotiateLocale({
    header: request.headers['accept-language'],
    locales: Object.keys(form.texts),
    fallback: form.settings.fallbackLocale,
  });
}

/** Longer keys are remembered by their digest. */
const maxKey = 255;

/**
 * The form that the visitor saw, as long as it is kept, and the ticket itself while it holds: of an older one the page and the
 * day count no longer (docs/architecture.md, "A submission's way").
 */
export async function ticketOf(
  ticket: string | undefined,
  { forms, ticketKey, settings, now }: Pick<HttpDependencies, 'forms' | 'ticketKey' | 'settings' | 'now'>,
): Promise<{ readonly ready: CompiledForm; readonly ticket?: TicketNote }> {
  if (ticket === undefined) return { ready: forms.current() };
  const note = readTicket(ticket, ticketKey);
  const ready = note && (await forms.find(note.formHash));
  if (note === undefined || ready === undefined) return { ready: forms.current() };
  const isFresh = now() - note.issuedAt <= settings.ticket.maxAgeMs;
  return isFresh ? { ready, ticket: note } : { ready };
}

/** Returns when an enquiry was begun, if a ticket proves an earlier drawing of its page; else undefined. */
async function begunBefore(
  first: string | undefined,
  { path, issuedAt }: TicketNote,
  dependencies: HttpDependencies,
): Promise<number | undefined> {
  const { ticket } = await ticketOf(first, dependencies);
  return ticket?.path === path && ticket.issuedAt < issuedAt ? ticket.issuedAt : undefined;
}

/** The first value of a header of a request; undefined where it has none. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
