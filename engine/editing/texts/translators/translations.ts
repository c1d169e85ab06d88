import { checkText, type SingleText } from '../../../check/check-text.ts';
import type { Finding } from '../../../check/index.ts';
import type { Documents, Json } from '../../../model/types.ts';
import type { Patch } from '../../change.ts';
import { getTextsFile } from '../../documents/document-files.ts';
import { getFallbackLocale, listTextLocales } from '../../fields/outline.ts';
import { createEmptyTexts } from '../languages.ts';
import type { OutdatedTexts } from '../outdated-texts.ts';
import { getTextsAndNames, isNameKey, setTextOrName } from '../text-table.ts';
import { getTextsByKey } from '../texts-by-key.ts';
import type { TranslationFile, TranslationUnit } from './translation-file.ts';

/**
 * Returns the texts and names of the fallback language, in its order, with their translations into a
 * language. `isToDoOnly` leaves only those that are missing or outdated.
 */
export function createTranslationFile(
  documents: Documents,
  {
    locale,
    outdated,
    isToDoOnly = false,
  }: { readonly locale: string; readonly outdated: OutdatedTexts; readonly isToDoOnly?: boolean },
): TranslationFile {
  const source = getFallbackLocale(documents);
  const written = getTextsAndNames(documents, locale);
  const units = [...getTextsAndNames(documents, source)].map(([key, original]): TranslationUnit => {
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

/** The preview of an import of translations. Nothing changes until a person confirms it. */
export interface TranslationPreview {
  readonly patches: readonly Patch[];
  /** True if the documents have no texts in the target language. */
  readonly isNewLanguage: boolean;
  /** Keys of the new and changed texts, which `patches` sets. */
  readonly taken: readonly string[];
  /** The number of translations that are equal to the present ones. */
  readonly unchanged: number;
  /** The number of texts without a translation in the file. */
  readonly untranslated: number;
  /** Keys that the fallback language does not have (any more). They are not imported. */
  readonly unknown: readonly string[];
  /**
   * Keys of texts that were translated from another original than the current one. They are not imported,
   * unless this is requested.
   */
  readonly otherOriginal: readonly string[];
  /** Texts with errors that `slipway check` reports. They are not imported. */
  readonly faulty: readonly { readonly key: string; readonly reason: string }[];
}

/**
 * Returns the patches and the counts of an import of translations, without applying anything. Undefined if
 * the target language is not a BCP 47 tag, or is the fallback language.
 * @param options.withOtherOriginals True if translations of another original are imported as well.
 */
export function previewTranslations(
  documents: Documents,
  file: TranslationFile,
  { withOtherOriginals = false }: { readonly withOtherOriginals?: boolean } = {},
): TranslationPreview | undefined {
  const locale = canonicalizeTag(file.target);
  if (locale === undefined || locale === getFallbackLocale(documents)) return undefined;
  const originals = getTextsAndNames(documents, getFallbackLocale(documents));
  const written = getTextsAndNames(documents, locale);
  const accepted = new Map<string, string>();
  const left = { unknown: [] as string[], otherOriginal: [] as string[] };
  const faulty: { key: string; reason: string }[] = [];
  let [unchanged, untranslated] = [0, 0];
  for (const { key, original: from, translation } of file.units) {
    const original = originals.get(key);
    if (original === undefined) left.unknown.push(key);
    else if (translation === undefined || isBlankName(key, translation)) untranslated += 1;
    else if (written.get(key) === translation) unchanged += 1;
    else {
      const [slip] = isNameKey(key) ? [] : findTextErrors({ locale, key, text: translation, original });
      if (slip) faulty.push({ key, reason: slip.reason });
      else {
        if (from !== original) left.otherOriginal.push(key);
        if (from === original || withOtherOriginals) accepted.set(key, translation);
      }
    }
  }
  const isNewLanguage = !listTextLocales(documents).includes(locale);
  return {
    patches:
      isNewLanguage || getTextsByKey(documents, locale).size === 0
        ? createLanguagePatches(documents, locale, accepted)
        : createTextPatches(documents, locale, accepted),
    isNewLanguage,
    taken: [...accepted.keys()],
    unchanged,
    untranslated,
    ...left,
    faulty,
  };
}

/** Returns the findings for a translation that are errors, not warnings. */
function findTextErrors(written: SingleText): readonly Finding[] {
  return checkText(written).filter(({ severity }) => severity === 'error');
}

/** Returns true if the key is that of a type's name and the name is blank. */
function isBlankName(key: string, name: string): boolean {
  return isNameKey(key) && name.trim() === '';
}

/**
 * Returns a BCP 47 tag in canonical form: `canonicalizeTag('DE-ch') // 'de-CH'`. Undefined if it is invalid.
 */
function canonicalizeTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/**
 * Returns the patches that create or replace the whole file for a language without texts, in the order of the
 * fallback language, and set the names. Empty if no translation was accepted.
 * @param accepted The translations by key.
 */
function createLanguagePatches(
  documents: Documents,
  locale: string,
  accepted: ReadonlyMap<string, string>,
): readonly Patch[] {
  if (accepted.size === 0) return [];
  const keys = [...getTextsAndNames(documents, getFallbackLocale(documents)).keys()].filter((key) =>
    accepted.has(key),
  );
  const texts = keys.filter((key) => !isNameKey(key)).map((key) => [key, accepted.get(key) ?? ''] as const);
  const before = (documents as Readonly<Record<string, Json | undefined>>)[getTextsFile(locale)];
  return [
    {
      file: getTextsFile(locale),
      path: [],
      ...(before !== undefined && { before }),
      after: { ...createEmptyTexts(documents), ...Object.fromEntries(texts) },
    },
    ...keys.filter(isNameKey).flatMap((key) => setTextOrName(documents, { locale, key }, accepted.get(key))),
  ];
}

/** Returns the patches that set the accepted translations, by key, one by one, the last key first. */
function createTextPatches(
  documents: Documents,
  locale: string,
  accepted: ReadonlyMap<string, string>,
): readonly Patch[] {
  const keys = [...getTextsAndNames(documents, getFallbackLocale(documents)).keys()];
  // The last text comes first: each text is inserted after a neighbour that exists in the original documents.
  return keys.toReversed().flatMap((key) => {
    const text = accepted.get(key);
    return text === undefined ? [] : setTextOrName(documents, { locale, key }, text);
  });
}
