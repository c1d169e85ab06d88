import type { HttpExchange, OutgoingRequest } from './call.ts';
import { type RequirementCode, requirements } from './requirements.ts';
import type { Breach, ConformanceResults, EarlyEnd } from './session.ts';

const requirementsPage = 'docs/own-back-end.md';

/** Converts a breach to the object that `--json` prints: the requirement, the request and the response. */
export function toBreachData({ code, why, exchange }: Breach): unknown {
  const { sentence, section } = requirements[code];
  return {
    code,
    why,
    ...toExchangeData(exchange),
    contract: sentence,
    at: `${requirementsPage}#${section}`,
  };
}

/**
 * Converts an early end to the object that `--json` prints: the reason and, if there is one, the last request
 * with its response.
 */
export function toEarlyEndData({ reason, last }: EarlyEnd): unknown {
  return { reason, ...(last && toExchangeData(last)) };
}

/**
 * Converts a request and its response to the object that `--json` prints. The body of a file is replaced by
 * its size.
 */
function toExchangeData({ sent, status, headers, text }: HttpExchange) {
  return {
    sent: { method: sent.method, url: sent.url.href, headers: sent.headers, body: formatBody(sent) ?? null },
    came: { status, headers, body: text },
  };
}

/** Returns the lines of a breach: the code and the reason, the requirement, the request and the response. */
export function formatBreach({ code, why, exchange }: Breach): readonly string[] {
  const { sentence, section } = requirements[code];
  return [
    `✗ ${code}: ${toPrintableLine(why)}`,
    `    contract  ${sentence} (${requirementsPage}#${section})`,
    ...formatExchange(exchange),
  ];
}

/** Returns the lines of an early end: the reason and, if there is one, the last request with its response. */
export function formatEarlyEnd({ reason, last }: EarlyEnd): readonly string[] {
  const before = last && ['  The last request that reached the back end:', ...formatExchange(last)];
  return [`✗ ${toPrintableLine(reason)}`, ...(before ?? [])];
}

/** Returns the indented lines of a request and its response. */
function formatExchange({ sent, status, text }: HttpExchange): readonly string[] {
  const headers = Object.entries(sent.headers).map(([name, value]) => `${name}: ${value}`);
  const body = formatBody(sent);
  return [
    `    sent      ${sent.method} ${sent.url.href}`,
    ...headers.map((line) => `              ${line}`),
    ...(body === undefined ? [] : [`              ${toPrintableLine(body)}`]),
    `    received  ${status === 0 ? 'nothing' : `${status} ${toPrintableLine(text)}`}`,
  ];
}

/**
 * Returns a line for each requirement that was not tested, and at the end one with the counts.
 * @param requests The number of requests that were sent.
 */
export function formatSummary(results: ConformanceResults, requests: number): readonly string[] {
  const { held, breaches, skipped, countAccepted } = results;
  const skippedLines = [...skipped].map(([code, why]) => `- ${code}: not tested, ${why}`);
  const all = held.size + breaches.size + skipped.size;
  const parts = [
    `${held.size} of ${all} requirements are met`,
    ...(breaches.size > 0 ? [`${breaches.size} ${breaches.size === 1 ? 'is' : 'are'} not`] : []),
    ...(skipped.size > 0 ? [`${skipped.size} ${skipped.size === 1 ? 'was' : 'were'} not tested`] : []),
  ];
  return [
    ...skippedLines,
    ...(skippedLines.length > 0 ? [''] : []),
    `${parts.join(', ')}. ${requests} requests were sent; ${countAccepted()} test enquiries were accepted.`,
  ];
}

/** Sorts codes in the order of docs/own-back-end.md. */
export function sortRequirementCodes(codes: Iterable<RequirementCode>): readonly RequirementCode[] {
  const order = Object.keys(requirements);
  return [...codes].toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
}

/** The maximal length of a printed text. */
const maxCharacters = 2000;

/** Returns the text of the body, or the size of a file. Undefined if there is no body. */
function formatBody({ body }: OutgoingRequest): string | undefined {
  if (body === undefined) return undefined;
  return typeof body === 'string' ? body : `(${body.length.toLocaleString('en')} bytes)`;
}

/**
 * Replaces control characters and white space by single spaces, because text of the back end must not break a
 * line or control a terminal. Text of more than `maxCharacters` is truncated.
 */
function toPrintableLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters)}…` : line;
}
