/** A text of others in a sentence keeps its own direction, whatever the sentence's (Unicode Standard Annex 9, "Explicit Directional Isolates"). */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
