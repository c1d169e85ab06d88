/**
 * Writes a value as JSON, independent of changed prototypes. Some old libraries add `toJSON` to every array,
 * and `JSON.stringify` calls it.
 * @param value A JSON value. Undefined members are left out, undefined items become `null`.
 */
export function writeJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(item ?? null)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`).join()}}`;
}
