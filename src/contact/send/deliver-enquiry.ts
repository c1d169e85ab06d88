import type { Json } from '#engine';
import { writeJson } from '#engine/model/wire/write-json.ts';
import type { ContactFormSectionProps } from '../props.ts';
import { loadTransport } from './load-transport.ts';
import { plainFailure, type SendOutcome } from './outcome.ts';
import { sendWithFetch } from './send-with-fetch.ts';
import type { Transport } from './transport.ts';
import { moduleTimeoutMs, withTimeout } from './with-timeout.ts';

export interface EnquiryToSend {
  readonly variables: Readonly<Record<string, Json>>;
  /** Returns the idempotency key for the variables as JSON: the same key for a repeated body. */
  readonly getIdempotencyKey: (body: string) => string;
  /** True if the honeypot is filled in. The back end is informed and decides. */
  readonly isHoneypotFilled: boolean;
  /** The ticket of the page on which the enquiry was started, if that was another page. */
  readonly firstTicket?: string | undefined;
}

/**
 * Sends one enquiry (docs/behaviour.md, "Sending"). If the server answers with a challenge, solves it and
 * sends again. Never rejects: failures and timeouts are outcomes.
 */
export async function deliverEnquiry(
  props: ContactFormSectionProps,
  { variables, getIdempotencyKey, isHoneypotFilled, firstTicket }: EnquiryToSend,
): Promise<SendOutcome> {
  const { form, site, locale, ticket, endpoints, submissionUrl = location.href } = props;
  const sentVariables = { domain: site.domain, submission_url: submissionUrl, ...variables };
  const headers = {
    'Accept-Language': locale,
    'Idempotency-Key': getIdempotencyKey(writeJson(sentVariables)),
    // Only a request to a back end that issues tickets says that the page can solve challenges: another back
    // end's CORS preflight may reject the header.
    ...(ticket !== undefined && { 'Slipway-Ticket': ticket, 'Slipway-Proof': 'can' }),
    ...(ticket !== undefined && firstTicket !== undefined && { 'Slipway-First-Ticket': firstTicket }),
    ...(isHoneypotFilled && { 'Slipway-Trap': 'filled' }),
  };
  const request = { endpoint: endpoints.graphql, form, variables: sentVariables, headers };
  return withTimeout(form.settings.sendTimeoutMs, async (signal) => {
    const send = await loadSendFunction();
    const outcome = await send({ ...request, signal });
    if (outcome.isAccepted || !outcome.challenge) return outcome;
    const proof = await obtainProof(outcome.challenge, signal);
    return send({ ...request, signal, headers: { ...headers, 'Slipway-Proof': proof } });
  }).catch(() => plainFailure);
}

/**
 * Returns the proof of a challenge. If it cannot be solved, logs a warning and returns `none`: without a
 * proof a person has to review the enquiry, but the visitor is thanked. Never rejects.
 */
async function obtainProof(challenge: unknown, signal: AbortSignal): Promise<string> {
  try {
    const { solveChallenge } = await import('./solve-challenge.ts');
    return await solveChallenge(challenge, signal);
  } catch (error) {
    console.warn('Cannot prove the effort of the enquiry:', error);
    return 'none';
  }
}

/**
 * Loads Apollo Client's `send`. If that fails or takes too long, logs a warning and returns the replacement
 * that uses `fetch`. Never rejects.
 */
function loadSendFunction(): Promise<Transport['send']> {
  return withTimeout(moduleTimeoutMs, loadTransport).then(
    ({ send }) => send,
    (error: unknown) => {
      console.warn('What sends did not load:', error);
      return sendWithFetch;
    },
  );
}
