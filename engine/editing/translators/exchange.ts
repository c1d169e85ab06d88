import type { Finding } from '../../check/index.ts';
import { checkText, type WrittenText } from '../../check/one-text.ts';
import type { Documents, Json } from '../../types.ts';
import type { Patch } from '../change.ts';
import { emptyTexts } from '../languages.ts';
import type { OutdatedTexts } from '../outdated-texts.ts';
import { fallbackLocale, localesOf } from '../outline.ts';
import { textsFile } from '../places.ts';
import { textsOf } from '../texts-of.ts';
import { isNameKey, setWord, wordsOf } from '../words.ts';
import type { TranslationFile, TranslationUnit } from './translation-file.ts';

/** The texts of a language for whoever translates it: all of them, or those alone that are missing or out of date. */
export function translationsFor(
  documents: Documents,
  {
    locale,
    outdated,
    isToDoOnly = false,
  }: { readonly locale: string; readonly outdated: OutdatedTexts; readonly isToDoOnly?: boolean },
): TranslationFile {
  const source = fallbackLocale(documents);
  const written = wordsOf(documents, locale);
  const units = [...wordsOf(documents, source)].map(([key, original]): TranslationUnit => {
    const translation = written.get(key);
    const writtenFor = outdated[locale]?.[key];
    if (translation === undefined) return { key, original, state: 'missing' };
    return { key, original, translation, ...(writtenFor !== undefined && { state: 'outdated', writtenFor }) };
  });
  return {
    source,
    target: locale,
    units: isToDoOnly ? units.filter(({ state }) => state !== undefined) : units,
  };
}

/** What would come of taking translations: nothing is changed before somebody has seen it. */
export interface TakenTranslations {
  /** What taking them does; empty: nothing. */
  readonly patches: readonly Patch[];
  readonly isNewLanguage: boolean;
  /** Keys of what is written anew. */
  readonly taken: readonly string[];
  /** How many read as they do already. */
  readonly unchanged: number;
  readonly untranslated: number;
  /** Keys that there is no text of (any more): left out. */
  readonly unknown: readonly string[];
  /** Translated from other words than those that are there by now: left out, unless they are asked for. */
  readonly otherOriginal: readonly string[];
  /** Left out, with what `slipway check` says of them. */
  readonly faulty: readonly { readonly key: string; readonly reason: string }[];
}

/** Says what would come of translations. Undefined where they are not into a language of BCP 47, or into that of last resort. */
export function takeTranslations(
  documents: Documents,
  file: TranslationFile,
  { withOtherOriginals = false }: { readonly withOtherOriginals?: boolean } = {},
): TakenTranslations | undefined {
  const locale = canonical(file.target);
  if (locale === undefined || locale === fallbackLocale(documents)) return undefined;
  const originals = wordsOf(documents, fallbackLocale(documents));
  const written = wordsOf(documents, locale);
  const taken = new Map<string, string>();
  const left = { unknown: [] as string[], otherOriginal: [] as string[] };
  const faulty: { key: string; reason: string }[] = [];
  let [unchanged, untranslated] = [0, 0];
  for (const { key, original: from, translation } of file.units) {
    const original = originals.get(key);
    if (original === undefined) left.unknown.push(key);
    else if (translation === undefined || isBlankName(key, translation)) untranslated += 1;
    else if (written.get(key) === translation) unchanged += 1;
    else {
      const [slip] = isNameKey(key) ? [] : slipsIn({ locale, key, text: translation, original });
      if (slip) faulty.push({ key, reason: slip.reason });
      else {
        if (from !== original) left.otherOriginal.push(key);
        if (from === original || withOtherOriginals) taken.set(key, translation);
      }
    }
  }
  const isNewLanguage = !localesOf(documents).includes(locale);
  return {
    patches:
      isNewLanguage || textsOf(documents, locale).size === 0
        ? wholeFile(documents, locale, taken)
        : each(documents, locale, taken),
    isNewLanguage,
    taken: [...taken.keys()],
    ...{ unchanged, untranslated, ...left, faulty },
  };
}

function slipsIn(written: WrittenText): readonly Finding[] {
  return checkText(written).filter(({ severity }) => severity === 'error');
}

function isBlankName(key: string, name: string): boolean {
  return isNameKey(key) && name.trim() === '';
}

function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/** A language without a text gets its file at once, in the order of the language of last resort. */
function wholeFile(
  documents: Documents,
  locale: string,
  taken: ReadonlyMap<string, string>,
): readonly Patch[] {
  if (taken.size === 0) return [];
  const keys = [...wordsOf(documents, fallbackLocale(documents)).keys()].filter((key) => taken.has(key));
  const texts = keys.filter((key) => !isNameKey(key)).map((key) => [key, taken.get(key) ?? ''] as const);
  const before = (documents as Readonly<Record<string, Json | undefined>>)[textsFile(locale)];
  return [
    {
      file: textsFile(locale),
      path: [],
      ...(before !== undefined && { before }),
      after: { ...emptyTexts(documents), ...Object.fromEntries(texts) },
    },
    ...keys.filter(isNameKey).flatMap((key) => setWord(documents, { locale, key }, taken.get(key))),
  ];
}

function each(documents: Documents, locale: string, taken: ReadonlyMap<string, string>): readonly Patch[] {
  const keys = [...wordsOf(documents, fallbackLocale(documents)).keys()];
  // The last one first: of two that follow each other each is put behind what was there before both.
  return keys.toReversed().flatMap((key) => {
    const text = taken.get(key);
    return text === undefined ? [] : setWord(documents, { locale, key }, text);
  });
}
