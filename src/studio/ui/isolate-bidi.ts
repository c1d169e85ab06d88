/**
 * Returns a user's text between invisible characters that preserve its writing direction inside a sentence
 * (Unicode Standard Annex 9, "Explicit Directional Isolates").
 */
export function isolateBidi(text: string): string {
  return `\u2068${text}\u2069`;
}
