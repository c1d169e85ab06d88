/** A language that texts can be written in. */
export interface KnownLanguage {
  /** BCP 47. */
  readonly tag: string;
  /** In the language itself. */
  readonly own: string;
  /** In the studio's language. */
  readonly name: string;
}

/** Written tongues that differ by region or script. */
const variants = [
  'de-AT',
  'de-CH',
  'en-AU',
  'en-GB',
  'en-US',
  'es-419',
  'es-MX',
  'fr-CA',
  'fr-CH',
  'pt-BR',
  'pt-PT',
];
const scripts = ['sr-Cyrl', 'sr-Latn', 'zh-Hans', 'zh-Hant'];

/**
 * Every language of two letters that the browser has a name for, the usual variants, and the tag that somebody has typed, if it is one:
 * `languagesLike('portug', 'en')`. At most `most`, the best first.
 */
export function languagesLike(search: string, locale: string, most: number): readonly KnownLanguage[] {
  const wanted = search.trim().toLowerCase();
  const all = [...typedTag(search.trim(), locale), ...allLanguages(locale)];
  const ranked = all
    // Some languages have two tags: the first will do.
    .filter(({ name }, at) => all.findIndex((one) => one.name === name) === at)
    .flatMap((language) => {
      const words = [language.tag, language.own, language.name].map((word) => word.toLowerCase());
      const rank = words.some((word) => word === wanted)
        ? 0
        : words.some((word) => word.startsWith(wanted))
          ? 1
          : words.some((word) => word.includes(wanted))
            ? 2
            : 3;
      return rank === 3 ? [] : [{ language, rank }];
    });
  ranked.sort(
    (one, other) => one.rank - other.rank || one.language.name.localeCompare(other.language.name, locale),
  );
  return ranked.slice(0, most).map(({ language }) => language);
}

let known: { readonly locale: string; readonly languages: readonly KnownLanguage[] } | undefined;

function allLanguages(locale: string): readonly KnownLanguage[] {
  if (known?.locale === locale) return known.languages;
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const tags = letters.flatMap((one) => letters.map((other) => one + other));
  const languages = [...tags, ...variants, ...scripts].flatMap((tag) => describedAs(tag, locale));
  known = { locale, languages };
  return languages;
}

function describedAs(tag: string, locale: string): readonly KnownLanguage[] {
  const name = nameOf(tag, locale);
  const own = nameOf(tag, tag);
  // Tags that another one has taken the place of (`iw` for Hebrew) are not offered.
  const isCurrent = Intl.getCanonicalLocales(tag)[0] === tag;
  return name === undefined || !isCurrent ? [] : [{ tag, own: own ?? name, name }];
}

function nameOf(tag: string, locale: string): string | undefined {
  return new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' }).of(tag);
}

function typedTag(text: string, locale: string): readonly KnownLanguage[] {
  try {
    const [tag] = Intl.getCanonicalLocales(text);
    return tag === undefined ? [] : describedAs(tag, locale);
  } catch {
    return [];
  }
}
