import { createHmac } from 'node:crypto';
import { deriveKeys, listKeys } from '../../platform/secret/signed-token.ts';

/**
 * Returns the marks by which an erased mail address is recorded, regardless of case: 24 hex digits of an
 * HMAC. Only with the secret and the address can a mark be computed; it reveals nothing by itself. The first
 * mark uses the current secret, the others the earlier ones.
 * @param secret The server's secrets separated by commas, the current one first.
 */
export function computeErasedMarks(email: string, secret: string): readonly [string, ...string[]] {
  const address = email.trim().toLowerCase();
  const [first = new Uint8Array(), ...others] = listKeys(deriveKeys(secret, 'erased-address'));
  const computeMark = (key: Uint8Array) =>
    createHmac('sha256', key).update(address).digest('hex').slice(0, markLength);
  return [computeMark(first), ...others.map(computeMark)];
}

/** In hex digits: 96 bits, enough to make collisions practically impossible. */
const markLength = 24;
