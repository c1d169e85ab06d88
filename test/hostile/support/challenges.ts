import { randomUUID } from 'node:crypto';
import { solveChallenge } from '../../../src/contact/send/solve-challenge.ts';
import { fetchFormPage } from '../../support/posts.ts';
import { postEnquiry, type SendAnswer } from '../../support/send.ts';
import { sampleEnquiry } from './enquiry.ts';

/** A send of a page that supports proof of effort. */
export interface ProvingSend {
  readonly ticket: string;
  readonly key: string;
  /** If absent, the page declares its support. */
  readonly proof?: string;
  readonly trap?: string;
  /** Values besides those of `sampleEnquiry`. */
  readonly values?: Readonly<Record<string, unknown>>;
}

export function sendProving(
  url: string,
  { ticket, key, proof = 'can', trap, values }: ProvingSend,
): Promise<SendAnswer> {
  const headers = {
    'slipway-ticket': ticket,
    'idempotency-key': key,
    'slipway-proof': proof,
    ...(trap !== undefined && { 'slipway-trap': trap }),
  };
  return postEnquiry(url, { ...sampleEnquiry, ...values }, { headers });
}

export async function fetchTicket(url: string): Promise<string> {
  const { html } = await fetchFormPage(url, '/contact');
  return /"ticket":"([^"]+)"/.exec(html)?.[1] ?? '';
}

/** Sends from the same address until proof of effort is required. */
export async function makeBusy(url: string, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1)
    await postEnquiry(url, sampleEnquiry, { headers: { 'idempotency-key': randomUUID() } });
}

export function getChallenge({ body }: SendAnswer): unknown {
  return body.errors?.[0]?.extensions?.challenge;
}

export function solveAnswerChallenge(answer: SendAnswer): Promise<string> {
  return solveChallenge(getChallenge(answer), new AbortController().signal);
}
