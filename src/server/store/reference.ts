// Neither vowels nor what is mistaken for another when it is read aloud or written by hand (0 O, 1 I L, 2 Z, 5 S, 8 B, U V).
const alphabet = '34679CDFGHJKMNPQRTWXY';

/**
 * A number that a person can quote: `newReference(randomInt) // 'K7Q-M4X-HP9'`. One of 800 thousand million; that
 * no two enquiries have the same is the store's to see to (`reference-taken`). `randomInt` draws from bytes that it holds in store.
 */
export function newReference(randomBelow: (limit: number) => number): string {
  const letter = () => alphabet[randomBelow(alphabet.length)];
  const group = () => Array.from({ length: 3 }, letter).join('');
  return [group(), group(), group()].join('-');
}
