// Neither vowels nor what is mistaken for another when it is read aloud or written by hand (0 O, 1 I L, 2 Z, 5 S, 8 B, U V).
const alphabet = '34679CDFGHJKMNPQRTWXY';

/**
 * A number that a person can quote: `newReference(randomBytes) // 'K7Q-M4X-HP9'`. One of 800 thousand million; that
 * no two enquiries have the same is the store's to see to (`reference-taken`).
 */
export function newReference(randomBytes: (size: number) => Uint8Array): string {
  const letters = draw(randomBytes, 9);
  return [letters.slice(0, 3), letters.slice(3, 6), letters.slice(6, 9)].join('-');
}

/** Bytes above the last whole multiple are drawn again, so that every letter is equally likely. */
function draw(randomBytes: (size: number) => Uint8Array, count: number): string {
  const usable = 256 - (256 % alphabet.length);
  let letters = '';
  while (letters.length < count) {
    for (const byte of randomBytes(count)) {
      if (byte < usable && letters.length < count) letters += alphabet[byte % alphabet.length];
    }
  }
  return letters;
}
