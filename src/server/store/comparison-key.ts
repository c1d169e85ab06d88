/**
 * Returns a name or mail address in the form in which they are compared. Texts that differ only in case or in
 * Unicode composition are equal (Unicode, "Normalization Forms").
 */
export function toComparisonKey(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
