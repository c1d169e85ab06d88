/**
 * Returns a name or mail address in the form in which they are compared: trimmed, in lower case, and with one
 * form of equivalent characters (Unicode, "Normalization Forms").
 */
export function toComparisonKey(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
