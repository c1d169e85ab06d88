// Controls (C0, DEL, C1), line and paragraph separators, and characters that change the text direction:
// embeddings, overrides and isolates (Unicode, "Bidirectional Algorithm", 2).
const lineBreaking =
  /(\u2068[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*\u2069)|[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;
const controls =
  /(\u2068[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*\u2069)|[[\p{Cc}\u202a-\u202e\u2066-\u2069]--[\n\t]]/gv;

// The invisible direction marks (LRM, RLM, ALM); nothing is lost without them.
const marks = /[\u200e\u200f\u061c]/g;

/**
 * Returns one trimmed line that is safe in a header: line breaks, control characters and those that change
 * the direction become a space, and invisible direction marks are removed. A closed isolate, which wraps a
 * visitor's answer, affects nothing outside and stays.
 * `toInertLine('Ada\r\nBcc: eve@example.com') // 'Ada Bcc: eve@example.com'`
 */
export function toInertLine(text: string): string {
  return text
    .replace(marks, '')
    .replace(lineBreaking, (_control, isolate = ' ') => isolate)
    .replace(/ {2,}/g, ' ')
    .trim();
}

/**
 * Returns a text that is safe in a mail's body. Line breaks become LF and invisible direction marks are
 * removed; other control characters, and those that change the direction, become U+FFFD, so that their
 * presence is visible. Closed isolates stay, as in `toInertLine`.
 */
export function toInertText(text: string): string {
  return text
    .replace(marks, '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(controls, (_control, isolate = '\ufffd') => isolate)
    .toWellFormed();
}

/**
 * Returns an address that no mail program turns into a link: `toInertAddress('https://a.example/b') //
 * 'https[:]//a[.]example/b'`.
 */
export function toInertAddress(text: string): string {
  return text.replace(/[.:@](?=\S)/g, (sign) => `[${sign}]`);
}

/**
 * Returns a text in which no mail program finds a link: no domain, scheme, mail address or network share.
 * Times, numbers and file extensions of pictures stay. `disarmLinks('At 12:30, see www.a.example') // 'At
 * 12:30, see www[.]a[.]example'`
 */
export function disarmLinks(text: string): string {
  return text.replace(linking, (sign) => `[${sign}]`);
}

/**
 * Matches the dots of all scripts that are used in domains, unless a number follows (UTS 46, section 2.3),
 * the colon of a scheme, an at sign, and the first backslash of a share.
 */
const linking =
  /(?<=[^\s.])[.\u3002\uff0e\uff61](?=[\p{L}\p{M}\p{Cf}])(?!(?:jpe?g|png|webp|hei[cf]|pdf)(?![\p{L}\p{M}\p{N}\p{Cf}.-]))|(?<=[\p{L}\p{N}]):(?=[\p{L}+/\\])|[@\uff20](?=\S)|\\(?=\\)/giu;

/** Escapes a text for use in the content and the quoted attributes of HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
