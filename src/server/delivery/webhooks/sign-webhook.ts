import { createHmac } from 'node:crypto';

/** The signed parts of a webhook (Standard Webhooks, "Signature scheme"). */
export interface SignedWebhook {
  /** The same for each attempt, so that a receiver recognises duplicates. */
  readonly id: string;
  /** Whole seconds since 1970. */
  readonly timestampS: number;
  readonly body: string;
}

/**
 * Returns the three headers of a webhook, with a signature for each key: there are two while a secret is
 * replaced.
 */
export function createWebhookHeaders(
  webhook: SignedWebhook,
  keys: readonly Uint8Array[],
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  return {
    'webhook-id': webhook.id,
    'webhook-timestamp': String(webhook.timestampS),
    'webhook-signature': keys.map((key) => `v1,${signWebhook(webhook, key)}`).join(' '),
  };
}

/** Returns the signature of a webhook: HMAC-SHA-256 in Base64. */
function signWebhook({ id, timestampS, body }: SignedWebhook, key: Uint8Array): string {
  return createHmac('sha256', key).update(`${id}.${timestampS}.${body}`).digest('base64');
}

/** The fewest and the most bytes of a key (Standard Webhooks, "Symmetric"). */
const [fewestBytes, mostBytes] = [24, 64];

/** Returns the key of a secret: `whsec_` and 24 to 64 bytes in Base64. Undefined if it is not valid. */
export function parseWebhookSecret(secret: string): Uint8Array | undefined {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret.trim()) ?? [];
  if (base64 === undefined) return undefined;
  const key = Buffer.from(base64, 'base64');
  return key.length >= fewestBytes && key.length <= mostBytes ? key : undefined;
}
