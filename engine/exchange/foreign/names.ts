import { reservedNames } from '../../model/names.ts';
import { itemField } from '../../preset/model.ts';

/** Names that mean something to our pages or to every JavaScript object. */
const takenNames: ReadonlySet<string> = new Set([...reservedNames, itemField]);

const maxNameLength = 60;

/**
 * Returns a name that a field can have: letters, digits and "_", beginning with a letter. Accents are
 * removed; `fallback` replaces a name without Latin letters and digits.
 */
export function toFieldName(name: string, fallback: string): string {
  const written = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_]+/g, '_')
    .slice(0, maxNameLength);
  const plain = trimCharacter(written, '_');
  if (plain === '') return fallback;
  const named = /^[A-Za-z]/.test(plain) ? plain : `${fallback}_${plain}`;
  return takenNames.has(named) || named in {} ? `${named}_field` : named;
}

/** Removes a character at both ends of a text. */
function trimCharacter(text: string, character: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === character) start += 1;
  while (end > start && text[end - 1] === character) end -= 1;
  return text.slice(start, end);
}

/** Returns a key of an enquiry type, a block or a step: lowercase letters, digits and "-". */
export function toKey(name: string, fallback: string): string {
  const written = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40);
  const plain = trimCharacter(written, '-');
  if (plain === '') return fallback;
  return /^[a-z]/.test(plain) ? plain : `${fallback}-${plain}`;
}

/** Creates a function that returns a name, with a number if it was returned before: `age`, `age_2`. */
export function createFreeNames(
  separator: '_' | '-',
  taken: Iterable<string> = [],
): (name: string) => string {
  const used = new Set(taken);
  const next = new Map<string, number>();
  return (name) => {
    let unique = name;
    for (let number = next.get(name) ?? 2; used.has(unique); number += 1) {
      unique = `${name}${separator}${number}`;
      next.set(name, number + 1);
    }
    used.add(unique);
    return unique;
  };
}
