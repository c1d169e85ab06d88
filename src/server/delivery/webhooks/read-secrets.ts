import { readFileSync } from 'node:fs';
import type { WebhookDestination } from '../../forms/content/content.ts';
import type { Environment } from '../../platform/config/config.ts';
import { getErrorCode } from '../../platform/files/files.ts';
import { parseWebhookSecret } from './sign-webhook.ts';

/**
 * The signing keys of a destination, the newest first, or a problem with its remedy, which never quotes a
 * secret.
 */
export type ReadSecrets =
  | { readonly ok: true; readonly keys: readonly Uint8Array[] }
  | { readonly ok: false; readonly reason: string };

const formatAdvice =
  'it must be "whsec_" followed by 24 to 64 random bytes in Base64: echo "whsec_$(openssl rand -base64 32)"';

/**
 * Reads the secrets of a webhook, each from an environment variable or a file, and returns their keys in the
 * same order. Returns the reason instead for the first that is absent or invalid; never throws.
 */
export function readSecrets({ secrets }: Pick<WebhookDestination, 'secrets'>, env: Environment): ReadSecrets {
  const keys: Uint8Array[] = [];
  for (const name of secrets) {
    const text = readSecretText(name, env);
    if ('reason' in text) return { ok: false, reason: `the secret "${name}" ${text.reason}` };
    const key = parseWebhookSecret(text.secret);
    if (!key) return { ok: false, reason: `the secret "${name}" is not valid; ${formatAdvice}` };
    keys.push(key);
  }
  return { ok: true, keys };
}

/**
 * Reads the secret that `env:NAME` or `file:PATH` names. Returns a reason if the variable is unset or empty,
 * or the file cannot be read. The reason continues the sentence `the secret "…"`.
 */
function readSecretText(
  name: string,
  env: Environment,
): { readonly secret: string } | { readonly reason: string } {
  const [kind, location] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)];
  if (kind === 'env') {
    const secret = env[location];
    return secret ? { secret } : { reason: `is not set; ${formatAdvice}` };
  }
  try {
    return { secret: readFileSync(location, 'utf8') };
  } catch (error) {
    return { reason: `cannot be read (${String(getErrorCode(error))}); put it there, or correct its name` };
  }
}
