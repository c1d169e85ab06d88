/** A name or an id as TypeScript writes it, in single quotes. `literal("it's") // "'it\\'s'"` */
export function literal(value: string | number): string {
  if (typeof value === 'number') return String(value);
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A type that is a union of members as they are written: on one line where that is short, else one member a line. */
export function unionAlias(name: string, members: readonly string[]): string {
  const line = `export type ${name} = ${members.length === 0 ? 'never' : members.join(' | ')};`;
  return line.length <= 100
    ? line
    : `export type ${name} =${members.map((member) => `\n  | ${member}`).join('')};`;
}
