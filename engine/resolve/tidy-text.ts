/**
 * Returns a text as it is checked and sent: with LF line ends, and without what nobody sees at its ends. Text of nothing but invisible
 * characters is empty. `tidyText(' a\r\nb\u2060') // 'a\nb'`
 */
export function tidyText(text: string): string {
  if (isPlain.test(text)) return text.trim();
  const lines = text.replace(/\r\n?/g, '\n');
  const last = lines.search(lastVisible);
  const end = last + ((lines.codePointAt(last) ?? 0) > 0xff_ff ? 2 : 1);
  const tidied = lines.slice(Math.max(0, lines.search(firstVisible)), end);
  return isInvisible.test(tidied) ? '' : tidied;
}

/** Most of what is entered has neither line ends nor anything that is not ASCII. */
const isPlain = /^[ -~]*$/;

/** Spaces of no width, controls, soft hyphens, fillers that are drawn as nothing, and single marks of direction. */
const firstVisible =
  /[^\s\p{Cc}\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2060-\u2064\u2800\u3164\uFEFF\uFFA0]/u;

/** Begins at what can be seen: one that began at what cannot would look through the rest of it at each character. */
const lastVisible =
  /[^\s\p{Cc}\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2060-\u2064\u2800\u3164\uFEFF\uFFA0][\s\p{Cc}\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2060-\u2064\u2800\u3164\uFEFF\uFFA0]*$/u;

/** Text of invisible characters alone. Joiners and variation selectors are among them: beside letters they are part of the text. */
const isInvisible = /^[\s\p{Cc}\u2800\p{Default_Ignorable_Code_Point}]*$/u;

/** Returns an address (of mail, of a page) without what nobody sees in it, as spaces of no width at which a page breaks it. */
export function tidyAddress(text: string): string {
  return isPlain.test(text) ? text : text.replace(unseen, '');
}

/** None of these is part of an address; joiners are, in some scripts. */
const unseen = /[\p{Bidi_Control}\p{Variation_Selector}\p{Cc}\u00AD\u180E\u200B\u2060-\u2064\uFEFF]/gu;
