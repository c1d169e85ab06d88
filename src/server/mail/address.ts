// HTML's "valid email address": what a browser lets through, hence neither spaces, nor control characters, nor commas.
const shape =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/** Whether a text is one plain mail address that is safe in a header (HTML, "Valid email address"; at most 254 characters). */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && shape.test(text);
}
