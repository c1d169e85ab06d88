import { asList, asObject } from '../json-schema/values.ts';
import type { Documents } from '../types.ts';
import type { Patch } from './change.ts';
import { at } from './containers.ts';
import { setText } from './members.ts';
import { fallbackLocale, localesOf, typesOf } from './outline.ts';
import { textsFile } from './places.ts';
import { textsOf } from './texts-of.ts';
import { namePlace, setTypeName } from './types.ts';

/**
 * All texts that visitors read, in one table: the texts by their keys, and the names of enquiry types by
 * derived keys.
 */

/** The key of a text or of a type's name, in a language. */
export interface WordPlace {
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
function nameKey(type: string): string {
  return `${namePrefix}${type}`;
}

/** Returns true for the key of a type's name. Names are plain strings, not messages with arguments. */
export function isNameKey(key: string): boolean {
  return key.startsWith(namePrefix);
}

/**
 * Returns every text of the documents in the order of the fallback language, followed by those that only
 * other languages have.
 */
export function textTable(documents: Documents): readonly TextRow[] {
  const rows = new Map<string, Record<string, string>>();
  for (const locale of localesOf(documents))
    for (const [key, text] of wordsOf(documents, locale)) {
      const texts = rows.get(key) ?? {};
      texts[locale] = text;
      rows.set(key, texts);
    }
  return [...rows].map(([key, texts]) => ({ key, texts }));
}

/** Caches the result for each pair of documents, because most edits leave most languages unchanged. */
const read = new WeakMap<ReadonlyMap<string, string>, WeakMap<object, ReadonlyMap<string, string>>>();

/** Returns the texts of a language by key, followed by the names of the types that are not retired. */
export function wordsOf(documents: Documents, locale: string): ReadonlyMap<string, string> {
  const texts = textsOf(documents, locale);
  const types = asObject(documents['enquiry-types.json']);
  const known = read.get(texts) ?? new WeakMap<object, ReadonlyMap<string, string>>();
  read.set(texts, known);
  const words = known.get(types) ?? new Map([...texts, ...namesOf(types, locale)]);
  known.set(types, words);
  return words;
}

function namesOf(types: object, locale: string): readonly (readonly [string, string])[] {
  return asList(asObject(types).enquiryTypes).flatMap((entry) => {
    const { key, folder, names, retired } = asObject(entry);
    const name = asObject(names)[locale];
    return typeof name === 'string' && retired !== true
      ? [[nameKey(String(key ?? folder)), name] as const]
      : [];
  });
}

export function setWord(
  documents: Documents,
  { locale, key }: WordPlace,
  text: string | undefined,
): readonly Patch[] {
  if (!isNameKey(key)) return setText(documents, { locale, key }, text);
  return setTypeName(documents, key.slice(namePrefix.length), { locale, name: text ?? '' });
}

/**
 * Confirms that a translation is correct although its original changed, by a patch that does not change it.
 */
export function confirmText(documents: Documents, { locale, key }: WordPlace): readonly Patch[] {
  const place = isNameKey(key)
    ? namePlace(documents, key.slice(namePrefix.length), locale)
    : { file: textsFile(locale), path: [key] };
  const text = at(documents, place);
  return typeof text === 'string' ? [{ ...place, before: text, after: text }] : [];
}

export interface WordWrite extends WordPlace {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/**
 * Returns the texts that a patch writes: one text, or all that differ if the patch replaces several.
 * Originals come first, because translations that changed with them are up to date.
 */
export function wordsWritten(
  documents: Documents,
  { file, path, before, after }: Patch,
): readonly WordWrite[] {
  const locale = /^texts\/(.+)\.json$/.exec(file)?.[1];
  if (locale !== undefined) {
    if (path.length > 1) return [];
    const textsAt = (value: unknown) => (path.length === 0 ? asObject(value) : { [path[0] ?? '']: value });
    return written(textsAt(before), textsAt(after), path.length === 1).map((one) => ({ locale, ...one }));
  }
  if (file !== 'enquiry-types.json') return [];
  const keys = new Map(typesOf(documents).map(({ id, key }) => [id, key]));
  const fallback = fallbackLocale(documents);
  return written(namesAt(path, before), namesAt(path, after), path.length === 4)
    .flatMap(({ key: place, ...write }) => {
      const [id = '', language = ''] = place.split(' ');
      const key = keys.get(id);
      return key === undefined ? [] : [{ locale: language, key: nameKey(key), ...write }];
    })
    .sort((one, other) => Number(other.locale === fallback) - Number(one.locale === fallback));
}

/**
 * Returns the names of types in a value of `enquiry-types.json`, by id and language: `{'3 en': 'Buying'}`.
 */
function namesAt(path: readonly (string | number)[], value: unknown): Readonly<Record<string, unknown>> {
  const [, id, member, locale] = path.map(String);
  if (id === undefined) {
    const entries = path.length === 0 ? asObject(value).enquiryTypes : value;
    const all = asList(entries).map((entry) => namesAt(['', String(asObject(entry).id)], entry));
    return Object.assign({}, ...all);
  }
  if (member !== undefined && member !== 'names') return {};
  if (locale !== undefined) return { [`${id} ${locale}`]: value };
  const names = asObject(member === undefined ? asObject(value).names : value);
  return Object.fromEntries(Object.entries(names).map(([language, name]) => [`${id} ${language}`, name]));
}

/** Returns the texts that differ. A patch of one text writes it even if it is unchanged. */
function written(
  old: Readonly<Record<string, unknown>>,
  next: Readonly<Record<string, unknown>>,
  isOne: boolean,
): readonly Omit<WordWrite, 'locale'>[] {
  return [...new Set([...Object.keys(old), ...Object.keys(next)])]
    .filter((key) => isOne || old[key] !== next[key])
    .map((key) => ({ key, before: textOf(old[key]), after: textOf(next[key]) }));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
