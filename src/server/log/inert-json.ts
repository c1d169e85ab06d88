// What steers a terminal or turns the direction of what is read: C1 controls and DEL, separators of lines and paragraphs, and every
// control of the bidirectional algorithm (Unicode, "Bidirectional Algorithm", 2). JSON escapes C0 by itself.
const steering = /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu;

/** A value as JSON that is safe to be looked at: it reads back as the same value. `inertJson('a\u202eb') // '"a\\u202eb"'` */
export function inertJson(value: unknown): string {
  return JSON.stringify(value).replace(
    steering,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
