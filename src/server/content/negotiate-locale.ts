import { lookUpLocale } from '#engine';

/**
 * The language among those that there are which an `Accept-Language` header wants most (RFC 9110, section 12.5.4), by
 * lookup (RFC 4647, section 3.4); the fallback where it wants none of them.
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
  for (const range of rangesOf(header ?? '')) {
    if (range === '*') return fallback;
    const found = lookUpLocale(range, locales);
    if (found !== undefined) return found;
  }
  return fallback;
}

/** A longer header is not worth reading to its end. */
const maxHeader = 1000;

/** Language ranges, the most wanted first; those of equal weight as they stand. */
function rangesOf(header: string): readonly string[] {
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
