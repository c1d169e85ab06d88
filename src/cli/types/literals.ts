/** A name or an id as TypeScript writes it, in single quotes. `literal("it's") // "'it\\'s'"` */
export function literal(value: string | number): string {
  if (typeof value === 'number') return String(value);
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A union of members as they are written: on one line where that is short, else one a line. */
export function unionOf(members: readonly string[]): string {
  if (members.length === 0) return 'never';
  const line = members.join(' | ');
  return line.length <= 70 ? line : members.map((member) => `\n  | ${member}`).join('');
}
