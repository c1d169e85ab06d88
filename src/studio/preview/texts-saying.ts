import type { Form } from '#engine';

/** The keys of the texts that may have said some words, the likeliest first: what stands in a text as it is, before what has places for values. */
export function textsSaying(form: Form, locale: string, words: string): readonly string[] {
  const messages = Object.entries(form.texts[locale] ?? {});
  const same = messages.filter(([, message]) => message === words);
  const filled = messages.filter(
    ([, message]) => typeof message !== 'string' && patternOf(message).test(words),
  );
  return [...same, ...filled].map(([key]) => key);
}

/** The words of a message, with anything in the place of its values; one that has no words of its own says nothing in particular. */
function patternOf(message: unknown): RegExp {
  const source = sourceOf(message);
  return /[^.*?()|:]/.test(source.replaceAll(/\\./g, 'x').replaceAll('.+?', ''))
    ? new RegExp(`^${source}$`, 'u')
    : /(?!)/u;
}

/** ICU's own parts: 0 is a literal, 5 and 6 choose among options, 7 is a number within them. */
function sourceOf(message: unknown): string {
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
          .map((option) => sourceOf(option.value))
          .join('|')})`;
      return '.+?';
    })
    .join('');
}
