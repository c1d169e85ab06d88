/**
 * The Latin characters of keys that are no letters, by their position (UI Events KeyboardEvent code Values).
 */
const charactersByCode: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Slash: ['/', '?'],
};

/**
 * Returns the typed key. If it is a character of another script than Latin, returns the Latin character at
 * the same position, or the key itself if that position is unknown. `getPressedKey({ key: 'ت', code: 'KeyJ',
 * shiftKey: false }) // 'j'`
 */
export function getPressedKey({
  key,
  code,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  // Names of keys ("Enter") and Latin characters do not depend on the position.
  if (key.length > 1 || /[\p{ASCII}\p{Script=Latin}]/u.test(key)) return key;
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  return charactersByCode[code]?.[shiftKey ? 1 : 0] ?? key;
}
