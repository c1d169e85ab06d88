// Controls (C0, DEL, C1), line and paragraph separators, and what turns the direction of what is read: embeddings, overrides and
// isolates (Unicode, "Bidirectional Algorithm", 2).
const breaksLines =
  /(\u2068[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*\u2069)|[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;
const controls =
  /(\u2068[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*\u2069)|[[\p{Cc}\u202a-\u202e\u2066-\u2069]--[\n\t]]/gv;

// The marks beside them (LRM, RLM, ALM) are not seen, and are no loss.
const marks = /[\u200e\u200f\u061c]/g;

/** One line that is safe in a header; an isolate that is closed again, which an answer stands in, turns nothing around it and stays: `inertLine('Ada\r\nBcc: eve@example.com') // 'Ada Bcc: eve@example.com'`. */
export function inertLine(text: string): string {
  return text
    .replace(marks, '')
    .replace(breaksLines, (_control, isolate = ' ') => isolate)
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Text of a mail's body: line breaks stay, as LF; other control characters, and what turns the direction, become U+FFFD, so that one sees there was one. An isolate that is closed again stays, as in `inertLine`. */
export function inertText(text: string): string {
  return text
    .replace(marks, '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(controls, (_control, isolate = '\ufffd') => isolate)
    .toWellFormed();
}

/** An address that no mail program makes a link of: `inertAddress('https://a.example/b') // 'https[:]//a[.]example/b'`. */
export function inertAddress(text: string): string {
  return text.replace(/[.:@](?=\S)/g, (sign) => `[${sign}]`);
}

/**
 * Text of which no mail program makes a link: neither of a domain nor of a scheme, an address or a share. Times, numbers and the ends of pictures' names, of which no domain is called, stay.
 * `inertLinks('At 12:30, see www.a.example') // 'At 12:30, see www[.]a[.]example'`
 */
export function inertLinks(text: string): string {
  return text.replace(linking, (sign) => `[${sign}]`);
}

/** Dots of every script that is used in domains before what is no number (UTS 46, section 2.3), the colon of a scheme, an at sign, a share's first stroke. */
const linking =
  /(?<=[^\s.])[.\u3002\uff0e\uff61](?=[\p{L}\p{M}\p{Cf}])(?!(?:jpe?g|png|webp|hei[cf]|pdf)(?![\p{L}\p{M}\p{N}\p{Cf}.-]))|(?<=[\p{L}\p{N}]):(?=[\p{L}+/\\])|[@\uff20](?=\S)|\\(?=\\)/giu;

/** Text as HTML that shows it and does nothing else. */
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
