/** A value for programs: indented, with a line's end. */
export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
