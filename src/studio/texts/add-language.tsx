import { type ReactNode, useId, useMemo, useState } from 'react';
import { textDirection } from '#engine';
import { addLanguage, listTextLocales } from '#engine/editing/index.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { focusElement } from '../ui/focus-element.ts';

const maxShownLanguages = 12;

/**
 * Renders a focused search for languages by name or tag, with a button for each language found. Languages
 * that the draft has already are disabled.
 */
export function AddLanguage({ onAdded }: { readonly onAdded: (locale: string) => void }): ReactNode {
  const { store, say, announce, locale } = useStudio();
  const { documents } = useDraftState();
  const [search, setSearch] = useState('');
  const id = useId();
  const found = useMemo(() => searchLanguages(search, locale, maxShownLanguages), [search, locale]);
  const existing = listTextLocales(documents);

  /** Adds the language to the draft, announces it and calls `onAdded` with its tag. */
  function addAndAnnounce(tag: string, ownName: string): void {
    store.perform({
      title: { key: 'language-added', values: { language: ownName } },
      patches: addLanguage(store.getSnapshot().documents, tag),
    });
    announce(say('languages.added', { language: ownName }));
    onAdded(tag);
  }

  return (
    <div className="st-tool st-stack-3">
      <p className="st-choice st-search-box">
        <label htmlFor={id}>{say('languages.which')}</label>
        <input
          ref={focusElement}
          id={id}
          className="st-input"
          type="search"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </p>
      <p className="st-quiet" role="status">
        {found.length === 0 && say('languages.none')}
        {found.length > 0 &&
          found.length < maxShownLanguages &&
          say('languages.found', { count: found.length })}
      </p>
      <ul className="st-languages">
        {found.map(({ tag, own, name }) => (
          <li key={tag}>
            <button
              type="button"
              className="st-button"
              disabled={existing.includes(tag)}
              onClick={() => addAndAnnounce(tag, own)}
            >
              <span lang={tag} dir={textDirection(tag)}>
                {own}
              </span>
              <span className="st-quiet">
                {own.toLowerCase() === name.toLowerCase() ? '' : `${name} · `}
                <bdi>{tag}</bdi>
                {existing.includes(tag) && ` · ${say('languages.there')}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface KnownLanguage {
  /** The BCP 47 tag. */
  readonly tag: string;
  /** The name in the language itself. */
  readonly own: string;
  /** The name in the studio's language. */
  readonly name: string;
}

/** Languages whose spelling differs by region. */
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
/** Languages that are written in two scripts. */
const scripts = ['sr-Cyrl', 'sr-Latn', 'zh-Hans', 'zh-Hant'];

/**
 * Returns languages whose tag or name contains the search, ignoring case: equal ones first, then those that
 * begin with it, then the others, each sorted by name. Candidates are all two-letter languages that the
 * browser can name, the usual variants, and the search itself if it is a tag. An empty search finds all:
 * `searchLanguages('portug', 'en', 12)`.
 * @param locale The language of the names, besides the name in each language itself.
 * @param most Maximum number of languages.
 */
function searchLanguages(search: string, locale: string, most: number): readonly KnownLanguage[] {
  const wanted = search.trim().toLowerCase();
  const all = [...parseTypedTag(search.trim(), locale), ...listAllLanguages(locale)];
  const ranked = all
    // Some languages have two tags. The first one is used.
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

let cachedLanguages: { readonly locale: string; readonly languages: readonly KnownLanguage[] } | undefined;

/** Returns all languages that are offered without a typed tag. The list for the last `locale` is cached. */
function listAllLanguages(locale: string): readonly KnownLanguage[] {
  if (cachedLanguages?.locale === locale) return cachedLanguages.languages;
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const tags = letters.flatMap((one) => letters.map((other) => one + other));
  const languages = [...tags, ...variants, ...scripts].flatMap((tag) => describeLanguage(tag, locale));
  cachedLanguages = { locale, languages };
  return languages;
}

/**
 * Returns a list with the language of a tag and its names. Empty if the browser cannot name it, or the tag is
 * not canonical (`iw`, which `he` has replaced). Throws a RangeError if the text is not a tag.
 */
function describeLanguage(tag: string, locale: string): readonly KnownLanguage[] {
  const name = findLanguageName(tag, locale);
  const own = findLanguageName(tag, tag);
  // Replaced tags (`iw` for Hebrew) are not offered.
  const isCurrent = Intl.getCanonicalLocales(tag)[0] === tag;
  return name === undefined || !isCurrent ? [] : [{ tag, own: own ?? name, name }];
}

/**
 * Returns the name of a language in the language `locale`. Undefined if the browser does not know it. Throws
 * a RangeError if `tag` is not a tag.
 */
function findLanguageName(tag: string, locale: string): string | undefined {
  return new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' }).of(tag);
}

/**
 * Returns a list with the language of a typed tag, in its canonical notation. Empty if the text is not a tag
 * of a known language. Never throws.
 */
function parseTypedTag(text: string, locale: string): readonly KnownLanguage[] {
  try {
    const [tag] = Intl.getCanonicalLocales(text);
    return tag === undefined ? [] : describeLanguage(tag, locale);
  } catch {
    return [];
  }
}
