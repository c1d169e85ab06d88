/**
 * Writes a value as JSON as if no script of the page had changed what lists and objects inherit: some old libraries have given every list
 * a `toJSON`, which `JSON.stringify` asks.
 *
 * @param value - what JSON can hold; a member that is undefined is left out, an item that is undefined is `null`.
 */
export function jsonText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => jsonText(item ?? null)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${jsonText(member)}`).join()}}`;
}
