/** Keys of a keyboard's letters and of its slash, whatever is printed on them (UI Events KeyboardEvent code Values). */
const places: Readonly<Record<string, readonly [plain: string, shifted: string]>> = { Slash: ['/', '?'] };

/**
 * The key that is meant: the letter that was typed or, on a keyboard of another script, the Latin one in its place.
 * `keyOf({ key: 'ت', code: 'KeyJ', shiftKey: false }) // 'j'`
 */
export function keyOf({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  // Names of keys ("Enter"), and whatever a Latin keyboard types, wherever it has it.
  if (key.length > 1 || /[\p{ASCII}\p{Script=Latin}]/u.test(key)) return key;
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  return places[code]?.[shiftKey ? 1 : 0] ?? key;
}
