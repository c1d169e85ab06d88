import { createHash, randomBytes } from 'node:crypto';

/** A word for a link that nobody guesses: 192 bits as base64url. */
export function newSecretWord(): string {
  return randomBytes(24).toString('base64url');
}

/** What is stored in a word's place: its SHA-256, as base64url. */
export function hashOfWord(word: string): string {
  return createHash('sha256').update(word).digest('base64url');
}
