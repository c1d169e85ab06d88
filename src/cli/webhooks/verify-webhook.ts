import { createHmac, timingSafeEqual } from 'node:crypto';

/** The headers of a request, by their names in lower case. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookVerification {
  /** The body, byte for byte as received. */
  readonly body: string;
  /** The keys with which the server may sign; a signature with one of them is enough. */
  readonly keys: readonly Uint8Array[];
  /** The current time in seconds since 1970. */
  readonly nowS: number;
}

/** Seconds after which a signed request is rejected, because it may be a replay. */
const toleranceS = 300;

/**
 * Verifies a webhook (Standard Webhooks, "Verifying webhook authenticity"). Returns undefined if it is
 * authentic; otherwise the reason: a header is missing or repeated, the time is no number or more than five
 * minutes away from `nowS`, or no signature belongs to a key.
 */
export function explainInvalidWebhook(
  headers: WebhookHeaders,
  { body, keys, nowS }: WebhookVerification,
): string | undefined {
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headers[name],
  );
  if (typeof id !== 'string' || typeof time !== 'string' || typeof signatures !== 'string')
    return 'one of the headers webhook-id, webhook-timestamp and webhook-signature is missing';
  if (!/^\d{1,12}$/.test(time)) return 'its time is not a number';
  const ageS = nowS - Number(time);
  if (Math.abs(ageS) > toleranceS)
    return `it was signed ${Math.abs(ageS)} s ${ageS > 0 ? 'ago' : 'ahead of this clock'}; set the clocks, unless this is an old message, sent again`;
  const expected = keys.map((key) =>
    createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64'),
  );
  const given = signatures.split(' ').filter((one) => one.startsWith('v1,'));
  const isSigned = given.some((one) => expected.some((other) => isSameSignature(one.slice(3), other)));
  return isSigned
    ? undefined
    : 'it has no signature with this secret; use the one that the server signs with';
}

/** Returns the key of a secret: `whsec_` and the key in Base64. Undefined if the secret is invalid. */
export function decodeWebhookSecret(secret: string): Uint8Array | undefined {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret.trim()) ?? [];
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64');
}

/** Compares two signatures in constant time. */
function isSameSignature(one: string, other: string): boolean {
  const [given, expected] = [Buffer.from(one), Buffer.from(other)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
