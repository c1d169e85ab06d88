import type { lookup as lookUp } from 'node:dns';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSafely } from 'node:https';
import type { WebhookDestination } from '../../forms/content/content.ts';
import { createCheckedLookup, isAllowedHost, UnreachableAddress } from '../../platform/checked-lookup.ts';
import { getErrorCode } from '../../platform/files/files.ts';
import type { DeliveryResult } from './deliver.ts';
import { createWebhookHeaders, type SignedWebhook } from './sign-webhook.ts';

export interface PostSettings {
  /** The time limit from the DNS lookup to the end of the answer. */
  readonly timeoutMs: number;
  /** The maximal number of bytes of the answer that are read. */
  readonly answerBytes: number;
}

export interface PostedWebhook extends SignedWebhook {
  readonly destination: Pick<WebhookDestination, 'url' | 'mayBePrivate'>;
  /** The keys that sign the webhook; each adds one signature. */
  readonly keys: readonly Uint8Array[];
  readonly settings: PostSettings;
  /** Aborts the request when the server stops; the delivery is deferred then. */
  readonly signal: AbortSignal;
  /** Resolves host names; absent: the system's resolver. */
  readonly resolveName?: typeof lookUp;
}

/**
 * Posts a webhook once and returns the result. The resolved address is checked, and the connection uses
 * exactly that address. Redirects are not followed, and only the status of the answer counts. Never rejects:
 * without an answer (an error, a forbidden address, the time limit, `signal`) the result is `deferred`.
 */
export async function postWebhook(webhook: PostedWebhook): Promise<DeliveryResult> {
  const { destination, settings, signal } = webhook;
  const timeout = AbortSignal.timeout(settings.timeoutMs);
  try {
    const answer = await sendWebhook(webhook, AbortSignal.any([signal, timeout]));
    return toDeliveryResult(answer, settings);
  } catch (error) {
    if (timeout.aborted)
      return createDeferredResult(
        `it did not answer within ${settings.timeoutMs / 1000} s; let it answer before it processes the enquiry`,
      );
    return createDeferredResult(describePostError(error, destination));
  }
}

/** The status of an answer; `isTooLong` is true if its body exceeds `answerBytes`. */
interface WebhookAnswer {
  readonly status: number;
  readonly isTooLong: boolean;
}

/**
 * Sends the request and resolves with its answer. Rejects if the address is not allowed or no answer arrives.
 * If only the body of the answer fails, it resolves with the status.
 */
function sendWebhook(
  { destination, keys, settings, resolveName, ...signed }: PostedWebhook,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  const url = new URL(destination.url);
  const limits = { mayBePrivate: destination.mayBePrivate ?? false };
  if (!isAllowedHost(url, limits)) return Promise.reject(new UnreachableAddress());
  const body = Buffer.from(signed.body);
  const headers = {
    ...createWebhookHeaders(signed, keys),
    'content-type': 'application/json',
    'content-length': body.length,
    'user-agent': 'Slipway',
  };
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestSafely : requestPlain;
    const lookup = createCheckedLookup(limits, resolveName);
    // The agent is not used: a pooled connection may lead to another address.
    const request = send(url, {
      method: 'POST',
      headers,
      lookup,
      agent: false,
      signal,
      maxHeaderSize: settings.answerBytes,
    });
    request.on('response', (response) => {
      // From here on only the status counts, even if the rest of the answer fails.
      request.off('error', reject).on('error', () => undefined);
      exceedsSize(response, settings.answerBytes).then(
        (isTooLong) => resolve({ status: response.statusCode ?? 0, isTooLong }),
        // The status was received already.
        () => resolve({ status: response.statusCode ?? 0, isTooLong: false }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

/**
 * Reads and discards the response. Returns true, and stops reading, after more than `maxBytes`; false at its
 * end. Rejects if the connection fails.
 */
async function exceedsSize(response: IncomingMessage, maxBytes: number): Promise<boolean> {
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBytes) return true;
  }
  return false;
}

/**
 * Returns `taken` for a status of 2xx, with a remark if the answer is too long. Returns `refused` for 410,
 * else `deferred` with advice.
 */
function toDeliveryResult(
  { status, isTooLong }: WebhookAnswer,
  { answerBytes }: PostSettings,
): DeliveryResult {
  if (status >= 200 && status < 300) {
    const remark = `its answer is longer than ${Math.round(answerBytes / 1024)} kB and is ignored; let it answer without a body`;
    return { kind: 'taken', ...(isTooLong && { remark }) };
  }
  if (status === 410)
    return {
      kind: 'refused',
      reason: 'it answers 410: it wants no more enquiries; remove its rules, or switch it on again',
    };
  if (status >= 300 && status < 400)
    return createDeferredResult(
      `it answers ${status}, a redirect, which is not followed; put its target into "url" of destinations.json`,
    );
  if (status === 401 || status === 403)
    return createDeferredResult(
      `it answers ${status}; give it the secret that signs here, or let this server in`,
    );
  if (status === 413) return createDeferredResult('it answers 413; let it accept larger bodies');
  return createDeferredResult(`it answers ${status}; see its own log`);
}

/** Returns a `deferred` result: the delivery is tried again later. */
function createDeferredResult(reason: string): DeliveryResult {
  return { kind: 'deferred', reason };
}

/**
 * Returns a sentence with the likely cause of an error and its remedy. It contains the error code, not the
 * message, which may quote an address or a certificate.
 */
function describePostError(error: unknown, { url }: Pick<WebhookDestination, 'url'>): string {
  if (error instanceof UnreachableAddress)
    return 'its host has a private or reserved address; correct "url", or set "mayBePrivate": true if a private one is intended';
  const code = String(getErrorCode(error) ?? 'no code');
  if (code === 'ABORT_ERR') return 'the server stopped; it is tried again';
  if (/^E(?:NOTFOUND|AI_)/.test(code) || code === 'EAI_AGAIN')
    return `its host name has no address (${code}); correct "url", or the name`;
  if (/CERT|SELF_SIGNED|ISSUER|UNABLE_TO|HOSTNAME/.test(code))
    return `its certificate is not valid (${code}); renew it there, or name its authority in NODE_EXTRA_CA_CERTS`;
  if (/SSL|TLS|EPROTO/.test(code))
    return `its TLS does not work (${code}); correct its TLS, or the port in "url"`;
  if (code === 'HPE_HEADER_OVERFLOW')
    return `the headers of its answer are too large (${code}); have it send fewer`;
  if (/^HPE_/.test(code)) return `its answer is not HTTP (${code}); correct the port in "url"`;
  if (!/^E(?:CONNREFUSED|HOSTUNREACH|NETUNREACH|ADDRNOTAVAIL|HOSTDOWN|NETDOWN)$/.test(code))
    return `the connection ended without an answer (${code}); see the log of the receiver, or of a proxy before it`;
  return `nothing listens at port ${new URL(url).port || 'of the scheme'} (${code}); start the receiver, or correct "url"`;
}
