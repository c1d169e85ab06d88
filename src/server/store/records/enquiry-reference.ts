// No vowels, and no characters that are confused when read aloud or written by hand (0 O, 1 I L, 2 Z, 5 S, 8
// B, U V).
const alphabet = '34679CDFGHJKMNPQRTWXY';

/**
 * Returns a reference that a person can quote: `generateReference(randomInt) // 'K7Q-M4X-HP9'`. There are
 * about 800 thousand million; the store refuses duplicates (`reference-taken`).
 * @param randomBelow Returns an integer from 0 to below its argument.
 */
export function generateReference(randomBelow: (limit: number) => number): string {
  const pickLetter = () => alphabet[randomBelow(alphabet.length)];
  const createGroup = () => Array.from({ length: 3 }, pickLetter).join('');
  return [createGroup(), createGroup(), createGroup()].join('-');
}
