const maxName = 200;

/** The stored part of a long name's end, including its extension. */
const endLength = 11;

/**
 * Returns a visitor's file name cleaned: its last segment, without control characters and characters that
 * change the reading direction or are invisible (Unicode UAX #9; joiners within a letter or an emoji stay).
 * More than 200 characters are shortened in the middle, between graphemes, so that the extension stays. Empty
 * if nothing is left. `cleanFileName('../../a\u0000b.jpg') // 'ab.jpg'`
 */
export function cleanFileName(filename: string): string {
  const last = filename.split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u00AD\u200B\u2028\u2029\u2060\uFEFF]/gu, '')
    .trim();
  if (/^\.*$/.test(clean)) return '';
  if ([...clean].length <= maxName) return clean;
  const letters = [...segmenter.segment(clean)].map(({ segment }) => segment);
  const end = getFirstGraphemes(letters.toReversed(), endLength).toReversed().join('');
  return `${getFirstGraphemes(letters, maxName - 1 - endLength).join('')}…${end}`;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the first graphemes that together have at most `most` code points. */
function getFirstGraphemes(letters: readonly string[], most: number): readonly string[] {
  let length = 0;
  const end = letters.findIndex((letter) => {
    length += [...letter].length;
    return length > most;
  });
  return end < 0 ? letters : letters.slice(0, end);
}

/**
 * Returns a visitor's name for a photo with the extension of its content: `toDownloadName('Böot.jpeg',
 * 'photos/3f.jpg') // 'Böot.jpg'`. Without a name it is `photo`.
 */
export function toDownloadName(name: string, path: string): string {
  const stem = name.replace(/\.[^.]*$/, '').replace(/^\.+/, '') || 'photo';
  return `${stem}${path.slice(path.lastIndexOf('.'))}`;
}
