import type { Form } from '#engine';

/**
 * Returns the keys of the texts in a language that may have produced a visible text: first the exact matches,
 * then the messages with arguments that match. Empty if none do, and for a language without texts.
 */
export function findMatchingTexts(form: Form, locale: string, visibleText: string): readonly string[] {
  const messages = Object.entries(form.texts[locale] ?? {});
  const exactMatches = messages.filter(([, message]) => message === visibleText);
  const patternMatches = messages.filter(
    ([, message]) => typeof message !== 'string' && toMessagePattern(message).test(visibleText),
  );
  return [...exactMatches, ...patternMatches].map(([key]) => key);
}

/**
 * Returns a regular expression that matches the whole text of a compiled message, whatever its arguments are.
 * For a message that consists of arguments only, it matches nothing.
 */
function toMessagePattern(message: unknown): RegExp {
  const source = toPatternSource(message);
  return /[^.*?()|:]/.test(source.replaceAll(/\\./g, 'x').replaceAll('.+?', ''))
    ? new RegExp(`^${source}$`, 'u')
    : /(?!)/u;
}

/**
 * Returns the source of a regular expression for a compiled message, which is a list of nodes of the ICU
 * message parser. A node of type 0 is a literal and matches itself; one with `options` matches any of them;
 * any other node matches any text. Empty if it is not a list.
 */
function toPatternSource(message: unknown): string {
  if (!Array.isArray(message)) return '';
  return message
    .map((part) => {
      const { type, value, options } = Object(part) as {
        readonly type?: number;
        readonly value?: unknown;
        readonly options?: Readonly<Record<string, { readonly value: unknown }>>;
      };
      if (type === 0) return String(value).replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
      if (options)
        return `(?:${Object.values(options)
          .map((option) => toPatternSource(option.value))
          .join('|')})`;
      return '.+?';
    })
    .join('');
}
