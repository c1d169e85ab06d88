/** A key as the name of a type: `pascalCase('test-and-warranty') // 'TestAndWarranty'`. */
function pascalCase(key: string): string {
  const words = key.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^\p{L}/u.test(name) ? name : `T${name}`;
}

/** Names for keys, each its own: a name that is taken gets the next number. */
export function uniqueNames(
  keys: readonly string[],
  suffix: string,
  taken: Set<string>,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const key of keys) {
    const wanted = `${pascalCase(key)}${suffix}`;
    let name = wanted;
    for (let number = 2; taken.has(name); number += 1) name = `${wanted}${number}`;
    taken.add(name);
    names.set(key, name);
  }
  return names;
}

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
