// Controls (C0, DEL, C1), line and paragraph separators, and what overrides or isolates direction (Unicode, "Bidirectional Algorithm", 2).
const breaksLines = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;
const controls = /[\p{Cc}--[\n\t]]/gv;

/** One line that is safe in a header: `inertLine('Ada\r\nBcc: eve@example.com') // 'Ada Bcc: eve@example.com'`. */
export function inertLine(text: string): string {
  return text.replace(breaksLines, ' ').replace(/ {2,}/g, ' ').trim();
}

/** Text of a mail's body: line breaks stay, as LF; other control characters become U+FFFD, so that one sees there was one. */
export function inertText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(controls, '\ufffd')
    .toWellFormed();
}

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
