// Characters that control a terminal or change the direction of text: C1 controls and DEL, separators of
// lines and paragraphs, and all bidirectional controls (Unicode, "Bidirectional Algorithm", 2). JSON itself
// escapes C0.
const unsafeCharacters = /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu;

/**
 * Returns a value as JSON that is safe to display, and parses to the same value. `toInertJson('a\u202eb') //
 * '"a\\u202eb"'`
 * @throws TypeError for undefined.
 */
export function toInertJson(value: unknown): string {
  return JSON.stringify(value).replace(
    unsafeCharacters,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
