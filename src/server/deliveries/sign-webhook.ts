import { createHmac } from 'node:crypto';

/** What is signed (Standard Webhooks, "Signature scheme"). */
export interface SignedWebhook {
  /** The same for each try, so that whoever gets it twice sees that. */
  readonly id: string;
  /** Whole seconds since 1970 UTC. */
  readonly timestampS: number;
  readonly body: string;
}

/** The three headers of a webhook; while a secret is changed for another there is a signature of each. */
export function webhookHeaders(
  webhook: SignedWebhook,
  keys: readonly Uint8Array[],
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  return {
    'webhook-id': webhook.id,
    'webhook-timestamp': String(webhook.timestampS),
    'webhook-signature': keys.map((key) => `v1,${signatureOf(webhook, key)}`).join(' '),
  };
}

function signatureOf({ id, timestampS, body }: SignedWebhook, key: Uint8Array): string {
  return createHmac('sha256', key).update(`${id}.${timestampS}.${body}`).digest('base64');
}

/** The fewest and the most bytes of a key (Standard Webhooks, "Symmetric"). */
const [fewestBytes, mostBytes] = [24, 64];

/** The key of a secret like `whsec_…`; undefined where it is none. */
export function keyOfSecret(secret: string): Uint8Array | undefined {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret.trim()) ?? [];
  if (base64 === undefined) return undefined;
  const key = Buffer.from(base64, 'base64');
  return key.length >= fewestBytes && key.length <= mostBytes ? key : undefined;
}
