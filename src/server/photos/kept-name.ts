/** Longest file name that is kept, in code points. */
const maxName = 200;

/**
 * A visitor's file name as it is kept: its last segment, without control characters and marks that turn the reading
 * direction (Unicode UAX #9), shortened in the middle so that its ending stays. Empty where nothing is left.
 * `keptName('../../a\u0000b.jpg') // 'ab.jpg'`
 */
export function keptName(filename: string): string {
  const last = filename.split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '').trim();
  if (/^\.*$/.test(clean)) return '';
  const letters = [...clean];
  if (letters.length <= maxName) return clean;
  return [...letters.slice(0, maxName - 12), '…', ...letters.slice(-11)].join('');
}
