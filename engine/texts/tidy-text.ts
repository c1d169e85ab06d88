/**
 * Returns a text in the form in which it is checked and sent: with LF line ends, and without white space and
 * invisible characters at both ends; empty if nothing else is in it. `tidyText(' a\r\nb\u2060') // 'a\nb'`
 */
export function tidyText(text: string): string {
  if (isPlain.test(text)) return text.trim();
  const lines = text.replace(/\r\n?/g, '\n');
  const last = lines.search(lastVisible);
  const end = last + ((lines.codePointAt(last) ?? 0) > 0xff_ff ? 2 : 1);
  const tidied = lines.slice(Math.max(0, lines.search(firstVisible)), end);
  return isInvisible.test(tidied) ? '' : tidied;
}

/** Most input is ASCII without line breaks. */
const isPlain = /^[ -~]*$/;

/**
 * The first visible character. Zero-width spaces, controls, soft hyphens, invisible fillers and single
 * direction marks do not count as visible.
 */
const firstVisible =
  /[^\s\p{Cc}\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2060-\u2064\u2800\u3164\uFEFF\uFFA0]/u;

/**
 * The last visible character and all after it. The pattern starts at a visible character, because one that
 * starts at an invisible one would scan the rest of the text from each position.
 */
const lastVisible =
  /[^\s\p{Cc}\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2060-\u2064\u2800\u3164\uFEFF\uFFA0][\s\p{Cc}\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2060-\u2064\u2800\u3164\uFEFF\uFFA0]*$/u;

/**
 * Text with only invisible characters, including joiners and variation selectors: beside letters these are
 * part of the text.
 */
const isInvisible = /^[\s\p{Cc}\u2800\p{Default_Ignorable_Code_Point}]*$/u;

/**
 * Removes invisible characters anywhere in a mail or web address: controls, line breaks, direction marks,
 * variation selectors and zero-width spaces. Keeps spaces (`tidyText` trims them), U+200C and U+200D.
 */
export function tidyAddress(text: string): string {
  return isPlain.test(text) ? text : text.replace(invisibleInAddress, '');
}

/** Characters that no address contains. Joiners are excluded, because some scripts need them. */
const invisibleInAddress =
  /[\p{Bidi_Control}\p{Variation_Selector}\p{Cc}\u00AD\u180E\u200B\u2060-\u2064\uFEFF]/gu;
