import type { MessageChoice } from './plural-cases.ts';

/**
 * Returns a sentence with values by name as the source of an ICU message. Apostrophes and braces that are not
 * those of a value are quoted, so that they are shown as they are written.
 * @param sources The source of each known value; `#` is a number.
 * @param enclosing The choice whose branch the sentence is. Absent if it is no branch.
 */
export function toMessageSource(
  sentence: string,
  sources: Readonly<Record<string, string>>,
  enclosing?: MessageChoice,
): string {
  const isInPlural = enclosing !== undefined && enclosing.kind !== 'select';
  const parts = sentence.split(/(\{[^{}]*\})/);
  return parts
    .map((part, at) => {
      const name = part.startsWith('{') && part.endsWith('}') ? part.slice(1, -1).trim() : undefined;
      if (name === undefined || !(Object.hasOwn(sources, name) || valueName.test(name)))
        return quoteLiteral(part, { isInPlural, isLast: at === parts.length - 1 && !enclosing });
      const isNumber = enclosing?.argument === name || sources[name] === '#';
      const source = sources[name] ?? (isNumber ? '#' : `{${name}}`);
      if (source !== '#') return source;
      return isInPlural && enclosing.argument === name ? '#' : `{${name}, number}`;
    })
    .join('');
}

/** The names that values can have: `minutes`, `values.boat_model`. */
const valueName = /^[\p{L}_][\p{L}\p{N}_.]*$/u;

/** Returns a literal text with the quotes that ICU MessageFormat needs ("Quoting/Escaping"). */
function quoteLiteral(
  literal: string,
  { isInPlural, isLast }: { readonly isInPlural: boolean; readonly isLast: boolean },
): string {
  const special = isInPlural ? /[{}#]+/g : /[{}]+/g;
  // An apostrophe is one by itself, unless the next character makes it the begin of a quotation.
  const doubled = literal.replaceAll(isLast ? /'(?=['{}<>#])/g : /'(?=['{}<>#]|$)/g, "''");
  return doubled.replaceAll(special, (run) => `'${run}'`);
}
