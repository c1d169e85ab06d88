/** Longest file name that is stored, in code points. */
const maxName = 200;

/** How much of a long name's end is stored, its ending included. */
const endLength = 11;

/**
 * A visitor's file name as it is stored: its last segment, without control characters and what turns the reading direction or
 * cannot be seen (Unicode UAX #9; what joins the parts of a letter or an emoji stays), shortened in the middle so that its
 * ending stays, between letters as a person counts them. Empty where nothing is left.
 * `cleanFileName('../../a\u0000b.jpg') // 'ab.jpg'`
 */
export function cleanFileName(filename: string): string {
  const last = filename.split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u00AD\u200B\u2028\u2029\u2060\uFEFF]/gu, '')
    .trim();
  if (/^\.*$/.test(clean)) return '';
  if ([...clean].length <= maxName) return clean;
  const letters = [...segmenter.segment(clean)].map(({ segment }) => segment);
  const end = fitting(letters.toReversed(), endLength).toReversed().join('');
  return `${fitting(letters, maxName - 1 - endLength).join('')}…${end}`;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first letters that have no more code points than that together. */
function fitting(letters: readonly string[], most: number): readonly string[] {
  let length = 0;
  const end = letters.findIndex((letter) => {
    length += [...letter].length;
    return length > most;
  });
  return end < 0 ? letters : letters.slice(0, end);
}

/**
 * A visitor's name for a photo with the ending that its content has: `downloadName('Böot.jpeg', 'photos/3f.jpg') // 'Böot.jpg'`.
 * Without a name it is `photo`.
 */
export function downloadName(name: string, path: string): string {
  const stem = name.replace(/\.[^.]*$/, '').replace(/^\.+/, '') || 'photo';
  return `${stem}${path.slice(path.lastIndexOf('.'))}`;
}
