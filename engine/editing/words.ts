import { asList, asObject } from '../json-schema/values.ts';
import type { Documents } from '../types.ts';
import type { Patch } from './change.ts';
import { at } from './containers.ts';
import { setText } from './members.ts';
import { fallbackLocale, localesOf, typesOf } from './outline.ts';
import { textsFile } from './places.ts';
import { textsOf } from './texts-of.ts';
import { namePlace, setTypeName } from './types.ts';

/** What visitors read, wherever it is written: the texts by their keys, and the names of enquiry types, each by a key of its own. */

/** A word in a language: a text, or the name of a type. */
export interface WordPlace {
  readonly locale: string;
  readonly key: string;
}

/** A word in every language that has it. */
export interface TextRow {
  readonly key: string;
  /** By locale; absent: that language lacks it. */
  readonly texts: Readonly<Record<string, string>>;
}

/** No text's key has a slash. */
const namePrefix = 'enquiry-types/';

/** The key of a type's name among the words: `nameKey('sales') // 'enquiry-types/sales'`. */
function nameKey(type: string): string {
  return `${namePrefix}${type}`;
}

/** Whether a key is that of a type's name, which is plain: no message with arguments. */
export function isNameKey(key: string): boolean {
  return key.startsWith(namePrefix);
}

/** Every word of documents: in the order of the language of last resort, and behind those what only other languages have. */
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

/** Read once of each pair of documents: most changes leave most languages as they are. */
const read = new WeakMap<ReadonlyMap<string, string>, WeakMap<object, ReadonlyMap<string, string>>>();

/** The words of a language by key: its texts, then what types are called that are not retired. */
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

/** Sets a word, or takes it away. */
export function setWord(
  documents: Documents,
  { locale, key }: WordPlace,
  text: string | undefined,
): readonly Patch[] {
  if (!isNameKey(key)) return setText(documents, { locale, key }, text);
  return setTypeName(documents, key.slice(namePrefix.length), { locale, name: text ?? '' });
}

/** Says that a translation is right as it stands, although its original was changed: a patch that leaves it as it is. */
export function confirmText(documents: Documents, { locale, key }: WordPlace): readonly Patch[] {
  const place = isNameKey(key)
    ? namePlace(documents, key.slice(namePrefix.length), locale)
    : { file: textsFile(locale), path: [key] };
  const text = at(documents, place);
  return typeof text === 'string' ? [{ ...place, before: text, after: text }] : [];
}

/** What a patch does to a word. */
export interface WordWrite extends WordPlace {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The words that a patch writes: one, or of more at once those that differ, originals first: what was translated with them is up to date. */
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

/** The names of types within a value that stands at a place of their document, by id and language: `{'3 en': 'Buying'}`. */
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

/** What differs; a patch of one word writes it also where it stays as it is. */
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
