import { asList, asObject } from '../../json-schema/values.ts';
import type { Documents } from '../../model/types.ts';
import type { Patch } from '../change.ts';
import { getTextsFile } from '../documents/document-files.ts';
import { getValueAtPosition } from '../fields/containers.ts';
import { setText } from '../fields/members.ts';
import { getFallbackLocale, listOutlineTypes, listTextLocales } from '../fields/outline.ts';
import { getTypeNamePosition, setTypeName } from '../types.ts';
import { getTextsByKey } from './texts-by-key.ts';

/**
 * The language and the key of a text that visitors read. The name of an enquiry type counts as a text and has
 * a derived key: `enquiry-types/sales`.
 */
export interface TextIdentity {
  readonly locale: string;
  readonly key: string;
}

export interface TextRow {
  readonly key: string;
  /** The texts by locale; absent if the language has no text. */
  readonly texts: Readonly<Record<string, string>>;
}

/** No key of a text contains a slash. */
const namePrefix = 'enquiry-types/';

/** Returns the key of a type's name in the table: `getNameKey('sales') // 'enquiry-types/sales'`. */
function getNameKey(type: string): string {
  return `${namePrefix}${type}`;
}

/** Returns true for the key of a type's name. Names are plain strings, not messages with arguments. */
export function isNameKey(key: string): boolean {
  return key.startsWith(namePrefix);
}

/**
 * Returns every text and every name of a type, in the order of the fallback language, followed by those that
 * only other languages have.
 */
export function createTextTable(documents: Documents): readonly TextRow[] {
  const rows = new Map<string, Record<string, string>>();
  for (const locale of listTextLocales(documents))
    for (const [key, text] of getTextsAndNames(documents, locale)) {
      const texts = rows.get(key) ?? {};
      texts[locale] = text;
      rows.set(key, texts);
    }
  return [...rows].map(([key, texts]) => ({ key, texts }));
}

/**
 * Caches the texts and names by the texts of a language and the document of types, because most edits leave
 * most languages unchanged.
 */
const textsByDocuments = new WeakMap<
  ReadonlyMap<string, string>,
  WeakMap<object, ReadonlyMap<string, string>>
>();

/**
 * Returns the texts of a language by key, followed by the names of the types that are not retired. The result
 * is cached: it is the same map for the same documents.
 */
export function getTextsAndNames(documents: Documents, locale: string): ReadonlyMap<string, string> {
  const texts = getTextsByKey(documents, locale);
  const types = asObject(documents['enquiry-types.json']);
  const known = textsByDocuments.get(texts) ?? new WeakMap<object, ReadonlyMap<string, string>>();
  textsByDocuments.set(texts, known);
  const textsAndNames = known.get(types) ?? new Map([...texts, ...listTypeNameEntries(types, locale)]);
  known.set(types, textsAndNames);
  return textsAndNames;
}

/**
 * Returns the key and the name of each type that has a name in the language and is not retired.
 * @param types The document `enquiry-types.json`.
 */
function listTypeNameEntries(types: object, locale: string): readonly (readonly [string, string])[] {
  return asList(asObject(types).enquiryTypes).flatMap((entry) => {
    const { key, folder, names, retired } = asObject(entry);
    const name = asObject(names)[locale];
    return typeof name === 'string' && retired !== true
      ? [[getNameKey(String(key ?? folder)), name] as const]
      : [];
  });
}

/**
 * Returns the patches that set a text or a type's name, or remove it if undefined or empty.
 * @throws if the key is that of the name of an unknown type.
 */
export function setTextOrName(
  documents: Documents,
  { locale, key }: TextIdentity,
  text: string | undefined,
): readonly Patch[] {
  if (!isNameKey(key)) return setText(documents, { locale, key }, text);
  return setTypeName(documents, key.slice(namePrefix.length), { locale, name: text ?? '' });
}

/**
 * Returns a patch that writes a translation unchanged, which confirms that it is correct although the
 * original changed. Empty if there is no translation.
 */
export function confirmTranslation(documents: Documents, { locale, key }: TextIdentity): readonly Patch[] {
  const position = isNameKey(key)
    ? getTypeNamePosition(documents, key.slice(namePrefix.length), locale)
    : { file: getTextsFile(locale), path: [key] };
  const text = getValueAtPosition(documents, position);
  return typeof text === 'string' ? [{ ...position, before: text, after: text }] : [];
}

/** A change of one text. An undefined value means that there is no text. */
export interface TextWrite extends TextIdentity {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/**
 * Returns the texts and names of types that a patch writes: one, or all that differ if the patch replaces
 * several. Empty for other patches. Names in the fallback language come first, because translations that
 * changed with them are up to date.
 */
export function listTextWrites(
  documents: Documents,
  { file, path, before, after }: Patch,
): readonly TextWrite[] {
  const locale = /^texts\/(.+)\.json$/.exec(file)?.[1];
  if (locale !== undefined) {
    if (path.length > 1) return [];
    /** Returns the texts by key that `before` or `after` of the patch contains. */
    const toTextsByKey = (value: unknown) =>
      path.length === 0 ? asObject(value) : { [path[0] ?? '']: value };
    return listTextDifferences(toTextsByKey(before), toTextsByKey(after), path.length === 1).map((one) => ({
      locale,
      ...one,
    }));
  }
  if (file !== 'enquiry-types.json') return [];
  const keys = new Map(listOutlineTypes(documents).map(({ id, key }) => [id, key]));
  const fallback = getFallbackLocale(documents);
  return listTextDifferences(listTypeNamesAt(path, before), listTypeNamesAt(path, after), path.length === 4)
    .flatMap(({ key: place, ...write }) => {
      const [id = '', language = ''] = place.split(' ');
      const key = keys.get(id);
      return key === undefined ? [] : [{ locale: language, key: getNameKey(key), ...write }];
    })
    .sort((one, other) => Number(other.locale === fallback) - Number(one.locale === fallback));
}

/**
 * Returns the type names that a value at a path of `enquiry-types.json` contains, by id and language in one
 * key: `{'3 en': 'Buying'}`. Empty if it contains none.
 */
function listTypeNamesAt(
  path: readonly (string | number)[],
  value: unknown,
): Readonly<Record<string, unknown>> {
  const [, id, member, locale] = path.map(String);
  if (id === undefined) {
    const entries = path.length === 0 ? asObject(value).enquiryTypes : value;
    const all = asList(entries).map((entry) => listTypeNamesAt(['', String(asObject(entry).id)], entry));
    return Object.assign({}, ...all);
  }
  if (member !== undefined && member !== 'names') return {};
  if (locale !== undefined) return { [`${id} ${locale}`]: value };
  const names = asObject(member === undefined ? asObject(value).names : value);
  return Object.fromEntries(Object.entries(names).map(([language, name]) => [`${id} ${language}`, name]));
}

/**
 * Returns the texts that differ. With `isOne`, also returns unchanged texts: a patch that writes one
 * unchanged text confirms it.
 */
function listTextDifferences(
  old: Readonly<Record<string, unknown>>,
  next: Readonly<Record<string, unknown>>,
  isOne: boolean,
): readonly Omit<TextWrite, 'locale'>[] {
  return [...new Set([...Object.keys(old), ...Object.keys(next)])]
    .filter((key) => isOne || old[key] !== next[key])
    .map((key) => ({ key, before: toStringOrUndefined(old[key]), after: toStringOrUndefined(next[key]) }));
}

function toStringOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
