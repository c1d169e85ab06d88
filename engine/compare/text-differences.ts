import { findRetiredOwner } from '../check/retired.ts';
import { listRuleTexts } from '../compile/named-texts.ts';
import { asObject, isSameJson } from '../json-schema/values.ts';
import type { Documents, Form } from '../model/types.ts';
import { listTextKeys } from '../texts/texts.ts';
import type { Version, VersionDifference } from './consequence.ts';
import {
  compareText,
  findEffectiveText,
  getTextPosition,
  getWrittenText,
  listLocales,
} from './effective-texts.ts';
import { flattenSettings } from './flatten-settings.ts';
import { listCommonLocales, toTextDifference } from './type-differences.ts';

/** A difference of texts, with the types in which it is visible; without types if it belongs to none. */
export interface TextDifference {
  readonly difference: VersionDifference;
  readonly types?: readonly string[];
}

/** The names of the visible fields by the key of the type. */
export type VisibleFields = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Compares the texts that are not part of fields, choices, blocks, steps and buttons: messages, mails, the
 * confirmation and all other texts of pages and answers. Calls `seenFields` only if such a text changed, and
 * `markTextsRead` with the positions of the changed texts that visitors read.
 */
export function compareTexts(
  before: Version,
  after: Version,
  seenFields: () => VisibleFields,
  markTextsRead: (places: readonly string[]) => void,
): readonly TextDifference[] {
  const locales = listCommonLocales(before, after);
  const drawn = new Set([...listReferencedKeys(before.form), ...listReferencedKeys(after.form)]);
  const bases = new Map<string, { readonly base: string; readonly type?: string }>();
  for (const key of listDocumentTextKeys([before.documents, after.documents], locales)) {
    const { base, type } = splitTextKey(key);
    if (!drawn.has(key) && !drawn.has(base) && !isFormElementText(base))
      bases.set(key, { base, ...(type !== undefined && { type }) });
  }
  const isOfBoth = [before, after].map(({ form }) => createOwnerCheck(form));
  const changed = [...bases].filter(([key]) =>
    locales.some(
      (locale) =>
        getWrittenText(before.documents, locale, key) !== getWrittenText(after.documents, locale, key),
    ),
  );
  if (changed.length === 0) return [];
  const seen = seenFields();
  const found = new Map<string, { difference: VersionDifference; types: Set<string> }>();
  for (const [key, { base, type }] of changed) {
    // The texts of a type that is new or removed came or went with it.
    if (type !== undefined && isOfBoth.filter((check) => check(key)).length === 1) continue;
    for (const owner of findVisibleTypes(base, type, seen)) {
      const keys = listLookupKeys(owner, base);
      const change = compareText(
        locales,
        (locale) => findEffectiveText(before, locale, keys),
        (locale) => findEffectiveText(after, locale, keys),
      );
      if (change === undefined) continue;
      markTextsRead(change.places);
      const difference = { ...classifyText(base), ...toTextDifference(change) };
      const key = JSON.stringify(difference);
      const known = found.get(key) ?? { difference, types: new Set<string>() };
      if (owner !== undefined) known.types.add(owner);
      found.set(key, known);
    }
  }
  return [...found.values()].map(({ difference, types }) => ({
    difference,
    ...(types.size > 0 && { types: [...types] }),
  }));
}

/** Returns added and removed languages, and texts that are newly missing in a language. */
export function compareLanguages(before: Version, after: Version): readonly VersionDifference[] {
  const [former, now] = [listLocales(before), listLocales(after)];
  const { fallbackLocale } = after.form.settings;
  return [
    ...former
      .filter((locale) => !now.includes(locale))
      .map((locale) => ({ kind: 'language-removed', locales: [locale] }) as const),
    ...now
      .filter((locale) => !former.includes(locale))
      .map((locale) => ({ kind: 'language-added', locales: [locale] }) as const),
    ...now.flatMap((locale): readonly VersionDifference[] => {
      if (locale === fallbackLocale) return [];
      const known = former.includes(locale) ? new Set(listMissingTexts(before, locale)) : new Set<string>();
      const keys = listMissingTexts(after, locale).filter((key) => !known.has(key));
      return keys.length === 0 ? [] : [{ kind: 'untranslated', locales: [locale], after: keys }];
    }),
  ];
}

/**
 * Returns the keys of texts that exist in the fallback language but not in this one, except texts of retired
 * types.
 */
function listMissingTexts({ form, documents }: Version, locale: string): readonly string[] {
  const reference = Object.keys(form.texts[form.settings.fallbackLocale] ?? {});
  return reference.filter(
    (key) =>
      getWrittenText(documents, locale, key) === undefined && findRetiredOwner(form, key) === undefined,
  );
}

/** Returns the settings with other values, except the names of the program's own widgets and fields. */
export function compareSettings(
  { form: before }: Version,
  { form: after }: Version,
): readonly VersionDifference[] {
  const [was, is] = [flattenSettings(before.settings), flattenSettings(after.settings)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((about): readonly VersionDifference[] => {
    const [former, now] = [was.get(about), is.get(about)];
    if (isSameJson(former, now) || about === 'widgets' || about === 'fields') return [];
    return [
      {
        kind: 'setting',
        about,
        ...(former !== undefined && { before: former }),
        ...(now !== undefined && { after: now }),
      },
    ];
  });
}

/**
 * Counts the changed texts that nobody reads, by language; a language without such texts is absent. Considers
 * only languages of both versions. Does not count the texts of fields, types and other elements that only one
 * version has.
 * @param readPositions The positions of changed texts that visitors read (`getTextPosition`).
 */
export function countUnreadTexts(
  before: Version,
  after: Version,
  readPositions: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const isNamed = [before, after].map(({ form }) => createOwnerCheck(form));
  /** Returns the number of changed texts of a language that nobody reads. */
  const countInLocale = (locale: string) =>
    listDocumentTextKeys([before.documents, after.documents], [locale]).filter((key) => {
      const [was, is] = [before, after].map(({ documents }) => getWrittenText(documents, locale, key));
      if (was === is || readPositions.has(getTextPosition(locale, key))) return false;
      // Texts of something new or removed are not counted: they came or went with it.
      return (was !== undefined && is !== undefined) || isNamed.every((check) => check(key));
    }).length;
  return new Map(
    listCommonLocales(before, after).flatMap((locale) => {
      const unread = countInLocale(locale);
      return unread === 0 ? [] : [[locale, unread] as const];
    }),
  );
}

/**
 * Creates a function that returns true if the form has the type, field, choice, block or step to which the
 * text with a key belongs. Also true for texts that belong to none. Choices that come from content or option
 * sets are not known.
 */
function createOwnerCheck({ types }: Form): (key: string) => boolean {
  const fields = new Set(types.flatMap((type) => type.fields.map(({ name }) => name)));
  const blocks = new Set(types.flatMap(({ blocks: own = [] }) => own.map(({ name }) => name)));
  const steps = new Set(types.flatMap(({ steps: own = [] }) => own.map(({ name }) => name)));
  const choices = new Set(
    types.flatMap((type) =>
      type.fields.flatMap(({ name, choices: own = [] }) => own.map((value) => `${name}.${value}`)),
    ),
  );
  const keys = new Set(types.map(({ key }) => key));
  return (key) => {
    const { base, type } = splitTextKey(key);
    const [kind = '', name = '', ...rest] = base.split('.');
    if (type !== undefined && !keys.has(type)) return false;
    if (kind === 'fields') return fields.has(name) || name === 'enquiry_type';
    if (kind === 'options') return choices.has([name, ...rest].join('.'));
    if (kind === 'blocks') return blocks.has(name);
    return kind === 'steps' ? steps.has(name) : true;
  };
}

/** Returns the keys of the texts in these languages in any of the form sets, each once. */
function listDocumentTextKeys(all: readonly Documents[], locales: readonly string[]): readonly string[] {
  const texts = all.flatMap((documents) =>
    locales.map((locale) => asObject(documents[`texts/${locale}.json`])),
  );
  return [...new Set(texts.flatMap(Object.keys))].filter((key) => key !== '$schema');
}

/**
 * Splits the key of a text: `splitTextKey('forms.sales.mail.subject') // {base: 'mail.subject', type:
 * 'sales'}`. The name of a type (`types.sales.name`) belongs to it as well, and its base is the whole key.
 */
function splitTextKey(key: string): { readonly base: string; readonly type: string | undefined } {
  const [, type, base = key] = /^forms\.([^.]+)\.(.+)$/.exec(key) ?? [];
  const [, named] = /^types\.([^.]+)\./.exec(key) ?? [];
  return { base, type: type ?? named };
}

/**
 * Returns true if the text belongs to a field (except `enquiry_type`), choice, block or step; those are
 * compared with the types.
 */
function isFormElementText(base: string): boolean {
  return (
    (/^fields\.[^.]+\.(?:label|hint|placeholder)$/.test(base) && !base.startsWith('fields.enquiry_type.')) ||
    /^(?:options|blocks)\./.test(base) ||
    /^steps\.[^.]+\.(?:title|text)$/.test(base)
  );
}

/** Returns the keys of the texts that submit buttons, links and rules name. */
function listReferencedKeys({ types, rules }: Form): readonly string[] {
  return [
    ...types.flatMap(({ submitLabel, links }) => [submitLabel, ...links.map(({ label }) => label)]),
    ...rules.flatMap(({ then }) => listRuleTexts(then).map(({ textKey }) => textKey)),
  ];
}

/**
 * Returns the types in which a text is visible. For a text of a field, these are the types that show this
 * field, possibly none; for any other text, its own type, or undefined if it belongs to no type.
 */
function findVisibleTypes(
  base: string,
  type: string | undefined,
  seen: VisibleFields,
): readonly (string | undefined)[] {
  const [, field] = /^fields\.([^.]+)\./.exec(base) ?? [];
  const isOfPage = field === undefined || fieldsBesidesForm.includes(field);
  if (isOfPage) return [type];
  const types = [...seen].filter(([, fields]) => fields.has(field)).map(([key]) => key);
  return type === undefined ? types : types.filter((key) => key === type);
}

/** Values that are sent besides the fields and can be refused. */
const fieldsBesidesForm = ['enquiry_type', 'domain', 'submission_url'];

/**
 * Returns the keys under which a text is looked up, the most specific first. For a message about a field, the
 * last one is that for all fields (`problems.required`).
 */
function listLookupKeys(type: string | undefined, base: string): readonly string[] {
  const [code] = /problems\..+$/.exec(base) ?? [];
  return [...listTextKeys(type, base), ...(code !== undefined && code !== base ? [code] : [])];
}

/** Returns the kind of a change of this text, with its field and its name (`about`). */
function classifyText(base: string): Pick<VersionDifference, 'kind' | 'field' | 'about'> {
  const [, field, code] = /^fields\.([^.]+)\..*?problems\.(.+)$/.exec(base) ?? [];
  if (field !== undefined && code !== undefined) return { kind: 'message', field, about: code };
  const [, own, part] = /^fields\.([^.]+)\.(.+)$/.exec(base) ?? [];
  if (own === 'enquiry_type' && (part === 'label' || part === 'hint' || part === 'placeholder'))
    return { kind: part, field: own };
  if (own !== undefined) return { kind: 'text', field: own, about: base };
  if (base.startsWith('problems.')) return { kind: 'message', about: base.slice('problems.'.length) };
  if (base.startsWith('thank-you.')) return { kind: 'thanks', about: base };
  return { kind: base.startsWith('mail.') ? 'mail' : 'text', about: base };
}
