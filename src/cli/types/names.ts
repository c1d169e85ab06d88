/**
 * Converts a key to the name of a type: `toPascalCase('test-and-warranty') // 'TestAndWarranty'`. A name that
 * does not start with a letter is prefixed with `T`.
 */
function toPascalCase(key: string): string {
  const words = key.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^\p{L}/u.test(name) ? name : `T${name}`;
}

/**
 * Returns a unique type name for each key: the key in Pascal case with the suffix. If a name is taken, the
 * next free number from 2 is appended.
 * @param taken The names that exist already. The new names are added to it.
 */
export function createUniqueNames(
  keys: readonly string[],
  suffix: string,
  taken: Set<string>,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const key of keys) {
    const wanted = `${toPascalCase(key)}${suffix}`;
    let name = wanted;
    for (let number = 2; taken.has(name); number += 1) name = `${wanted}${number}`;
    taken.add(name);
    names.set(key, name);
  }
  return names;
}

/**
 * Formats a text as a TypeScript literal in single quotes, and a number without quotes.
 * `toLiteral("it's") // "'it\\'s'"`
 */
export function toLiteral(value: string | number): string {
  if (typeof value === 'number') return String(value);
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/**
 * Formats an exported union type: on one line of up to 100 characters, else with one member per line.
 * @param members The members as TypeScript source.
 */
export function formatUnionAlias(name: string, members: readonly string[]): string {
  const line = `export type ${name} = ${members.length === 0 ? 'never' : members.join(' | ')};`;
  return line.length <= 100
    ? line
    : `export type ${name} =${members.map((member) => `\n  | ${member}`).join('')};`;
}
