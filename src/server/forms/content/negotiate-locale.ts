import { lookUpLocale } from '#engine';

/**
 * Returns the available language that an `Accept-Language` header prefers (RFC 9110, section 12.5.4), by
 * lookup (RFC 4647, section 3.4); the fallback if it accepts none of them, and for `*`.
 * `@fastify/accept-negotiator` compares whole tags only.
 * `negotiateLocale({header: 'de-CH, en;q=0.8', locales: ['en', 'de'], fallback: 'en'}) // 'de'`
 */
export function negotiateLocale({
  header,
  locales,
  fallback,
}: {
  readonly header: string | undefined;
  readonly locales: readonly string[];
  readonly fallback: string;
}): string {
  for (const range of parseLanguageRanges(header ?? '')) {
    if (range === '*') return fallback;
    const found = lookUpLocale(range, locales);
    if (found !== undefined) return found;
  }
  return fallback;
}

/** Bounds the parsing; the rest of a longer header is ignored. */
const maxHeader = 1000;

/**
 * Returns the language ranges of an `Accept-Language` header in lower case, the most preferred first; equal
 * weights keep their order. Ranges with the weight 0 are left out.
 */
function parseLanguageRanges(header: string): readonly string[] {
  return header
    .slice(0, maxHeader)
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((text) => text.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return { range: range.toLowerCase(), weight: weight === undefined ? 1 : Number(weight.slice(2)) };
    })
    .filter(({ range, weight }) => range !== '' && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ range }) => range);
}
