import { createHmac } from 'node:crypto';
import { deriveKeys, keyList } from '../secret/signed-token.ts';

/**
 * What an erased mail address is known by afterwards: whoever has the secret and the address finds it, and nobody else anything. The first
 * is of the secret that is in use; the others of those before it.
 */
export function erasedMarks(email: string, secret: string): readonly [string, ...string[]] {
  const address = email.trim().toLowerCase();
  const [first = new Uint8Array(), ...others] = keyList(deriveKeys(secret, 'erased-address'));
  const mark = (key: Uint8Array) =>
    createHmac('sha256', key).update(address).digest('hex').slice(0, markLength);
  return [mark(first), ...others.map(mark)];
}

/** 96 bits: no two addresses come to the same. */
const markLength = 24;
