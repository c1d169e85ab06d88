import type { Exchange, Sent } from './call.ts';
import { type RequirementCode, requirements } from './requirements.ts';
import type { Breach, BrokenOff, Results } from './session.ts';

const page = 'docs/own-back-end.md';

/** Returns a breach for `--json`: request, response, and the sentence of the page. */
export function findingData({ code, why, exchange }: Breach): unknown {
  const { says, section } = requirements[code];
  return {
    ...{ code, why, ...exchangeData(exchange) },
    contract: says,
    at: `${page}#${section}`,
  };
}

export function brokenOffData({ reason, last }: BrokenOff): unknown {
  return { reason, ...(last && exchangeData(last)) };
}

function exchangeData({ sent, status, headers, text }: Exchange) {
  return {
    sent: { method: sent.method, url: sent.url.href, headers: sent.headers, body: bodyOf(sent) ?? null },
    came: { status, headers, body: text },
  };
}

export function findingLines({ code, why, exchange }: Breach): readonly string[] {
  const { says, section } = requirements[code];
  return [
    `✗ ${code}: ${plain(why)}`,
    `    contract  ${says} (${page}#${section})`,
    ...exchangeLines(exchange),
  ];
}

export function brokenOffLines({ reason, last }: BrokenOff): readonly string[] {
  const before = last && ['  The last request that reached the back end:', ...exchangeLines(last)];
  return [`✗ ${plain(reason)}`, ...(before ?? [])];
}

function exchangeLines({ sent, status, text }: Exchange): readonly string[] {
  const headers = Object.entries(sent.headers).map(([name, value]) => `${name}: ${value}`);
  const body = bodyOf(sent);
  return [
    `    sent      ${sent.method} ${sent.url.href}`,
    ...headers.map((line) => `              ${line}`),
    ...(body === undefined ? [] : [`              ${plain(body)}`]),
    `    came      ${status === 0 ? 'nothing' : `${status} ${plain(text)}`}`,
  ];
}

export function summaryLines(results: Results, requests: number): readonly string[] {
  const { held, breaches, skipped, taken } = results;
  const notSeen = [...skipped].map(([code, why]) => `- ${code}: not looked at, ${why}`);
  const all = held.size + breaches.size + skipped.size;
  const parts = [
    `${held.size} of ${all} requirements hold`,
    ...(breaches.size > 0 ? [`${breaches.size} ${breaches.size === 1 ? 'does' : 'do'} not`] : []),
    ...(skipped.size > 0 ? [`${skipped.size} ${skipped.size === 1 ? 'was' : 'were'} not looked at`] : []),
  ];
  return [
    ...notSeen,
    ...(notSeen.length > 0 ? [''] : []),
    `${parts.join(', ')}. ${requests} requests were sent; ${taken()} test enquiries were taken.`,
  ];
}

/** Sorts codes of requirements in the order of the page. */
export function inOrder(codes: Iterable<RequirementCode>): readonly RequirementCode[] {
  const order = Object.keys(requirements);
  return [...codes].toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
}

const mostCharacters = 2000;

function bodyOf({ body }: Sent): string | undefined {
  if (body === undefined) return undefined;
  return typeof body === 'string' ? body : `(${body.length.toLocaleString('en')} bytes)`;
}

/**
 * Replaces control characters and line breaks: text of the back end must not break a line or control a
 * terminal.
 */
function plain(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters)}…` : line;
}
