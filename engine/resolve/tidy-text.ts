/**
 * Returns a text as it is checked and sent: with LF line ends, and without what nobody sees at its ends. Text of nothing but invisible
 * characters is empty. `tidyText(' a\r\nb\u2060') // 'a\nb'`
 */
export function tidyText(text: string): string {
  if (isPlain.test(text)) return text.trim();
  const lines = text.replace(/\r\n?/g, '\n');
  const tidied = lines.slice(Math.max(0, lines.search(firstVisible)), lines.search(lastVisible) + 1);
  return isInvisible.test(tidied) ? '' : tidied;
}

/** Most of what is entered has neither line ends nor anything that is not ASCII. */
const isPlain = /^[ -~]*$/;

/** Spaces of no width, soft hyphens, fillers that are drawn as nothing, and single marks of direction. */
const firstVisible =
  /[^\s\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2060-\u2064\u2800\u3164\uFEFF\uFFA0]/;

/** Begins at what can be seen: one that began at what cannot would look through the rest of it at each character. */
const lastVisible =
  /[^\s\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2060-\u2064\u2800\u3164\uFEFF\uFFA0][\s\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2060-\u2064\u2800\u3164\uFEFF\uFFA0]*$/;

/** Text of invisible characters alone. Joiners and variation selectors are among them: beside letters they are part of the text. */
const isInvisible = /^[\s\u2800\p{Default_Ignorable_Code_Point}]*$/u;
