/** Names and mail addresses that differ in case, or in how a letter is written, are the same (Unicode, "Normalization Forms"). */
export function keyOf(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
