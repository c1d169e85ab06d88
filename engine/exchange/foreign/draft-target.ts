import {
  createOutline,
  getFallbackLocale,
  listOutlineNames,
  listOutlineTypes,
  listTextLocales,
} from '../../editing/fields/outline.ts';
import { getNextTypeId } from '../../editing/types.ts';
import { asList, asObject, toText } from '../../json-schema/values.ts';
import type { Documents } from '../../model/types.ts';
import { getLanguageName } from '../../texts/locale.ts';
import type { ConvertedForm } from './converted-form.ts';
import { createFreeNames } from './names.ts';
import { extendPointer, type ImportLines } from './report.ts';
import { addTypePrefix, type ImportTarget, writeFormFiles, writeRule } from './target.ts';
import type { LocalizedText } from './texts.ts';

/** Creates the target of an import into documents that compile: each form becomes one more enquiry type. */
export function createDraftTarget(draft: Documents): ImportTarget {
  const locale = getFallbackLocale(draft);
  return {
    locale,
    takenKeys: listOutlineTypes(draft).flatMap(({ key, folder }) => [key, folder]),
    isShared: () => true,
    earlierRules: listDraftRules(draft).length,
    build: (forms) => addForms(forms, draft),
    report(forms, lines) {
      const known = new Set(createOutline(draft).flatMap(({ fields }) => listOutlineNames(fields)));
      for (const form of forms) {
        reportLanguages(form, draft, lines);
        reportSharedNames(form, known, lines);
      }
    },
  };
}

const listDraftRules = (draft: Documents) => asList(asObject(draft['rules.json']).rules);

/** Returns the documents with one more type for each form: its files, texts and rules. */
function addForms(forms: readonly ConvertedForm[], draft: Documents): Documents {
  const types = asObject(draft['enquiry-types.json']);
  const firstId = getNextTypeId(draft);
  const locales = listTextLocales(draft);
  const rules = listDraftRules(draft);
  const findFreeRuleId = createFreeNames(
    '-',
    rules.map((rule) => toText(asObject(rule).id)),
  );
  return {
    ...draft,
    'enquiry-types.json': {
      ...types,
      enquiryTypes: [
        ...asList(types.enquiryTypes),
        ...forms.map((form, index) => ({
          id: firstId + index,
          key: form.key,
          folder: form.key,
          names: Object.fromEntries(
            locales.flatMap((locale) => {
              const name = findTranslation(form.names, locale) ?? getOriginalName(form, locale, draft);
              return name === undefined ? [] : [[locale, name]];
            }),
          ),
        })),
      ],
    },
    'rules.json': {
      ...asObject(draft['rules.json']),
      rules: [
        ...rules,
        ...forms.flatMap(({ key, rules: own }) =>
          own.map((rule) => {
            const written = writeRule(rule, key);
            return { ...written, id: findFreeRuleId(written.id) };
          }),
        ),
      ],
    },
    ...writeFormFiles(forms),
    ...Object.fromEntries(
      locales.map((locale) => [
        `texts/${locale}.json`,
        Object.assign(
          {},
          asObject(draft[`texts/${locale}.json`]),
          ...forms.map((form) => addTypePrefix(getTexts(form, locale, draft), form.key)),
        ),
      ]),
    ),
  };
}

/** Returns the name in the form's own language for the fallback language of the draft, which needs one. */
function getOriginalName({ names, locale, key }: ConvertedForm, of: string, draft: Documents) {
  return of === getFallbackLocale(draft) ? (names[locale] ?? Object.values(names)[0] ?? key) : undefined;
}

/** Returns the texts of a form in a language of the draft. The fallback language has every text. */
function getTexts({ texts, locale }: ConvertedForm, of: string, draft: Documents) {
  const own = findTranslation(texts, of) ?? {};
  return of === getFallbackLocale(draft) ? { ...texts[locale], ...own } : own;
}

/** Returns the value for a language, else that for a region of it: `de-AT` for `de`. */
function findTranslation<T>(values: Readonly<Record<string, T>>, locale: string): T | undefined {
  if (Object.hasOwn(values, locale)) return values[locale];
  const getLanguage = (tag: string) => tag.split('-')[0]?.toLowerCase();
  return Object.entries(values).find(([tag]) => getLanguage(tag) === getLanguage(locale))?.[1];
}

/** Reports the languages of a form that the draft does not have, and a fallback language that the form lacks. */
function reportLanguages(form: ConvertedForm, draft: Documents, lines: ImportLines): void {
  const locales = listTextLocales(draft);
  const fallback = getFallbackLocale(draft);
  const nameLanguage = (locale: string) => getLanguageName(locale, 'en');
  const asLocalizedText = (locale: string): LocalizedText => ({ [locale]: locale });
  const written = Object.keys(form.texts);
  const missing = written.filter((locale) =>
    locales.every((each) => findTranslation(asLocalizedText(locale), each) === undefined),
  );
  const line = { pointer: extendPointer(form.pointer, 'locale'), element: 'the form' };
  const isOriginalMissing = !written.some(
    (locale) => findTranslation(asLocalizedText(locale), fallback) !== undefined,
  );
  const translations = missing.filter((locale) => locale !== form.locale || !isOriginalMissing);
  if (translations.length > 0)
    lines.set({
      ...line,
      property: 'languages',
      outcome: 'left-out',
      reason: `the draft has no texts in ${translations.map(nameLanguage).join(', ')}`,
      remedy: 'add the language in "Texts", then import the form again',
    });
  else if (isOriginalMissing)
    lines.set({
      ...line,
      property: 'locale',
      outcome: 'changed',
      became: `texts in place of those in ${nameLanguage(fallback)}, until somebody translates them from ${nameLanguage(form.locale)}`,
    });
}

/** Reports fields with the name of a field of the draft: both are one question for its rules and exports. */
function reportSharedNames(form: ConvertedForm, known: ReadonlySet<string>, lines: ImportLines): void {
  for (const name of Object.keys(asObject(form.schema.properties))) {
    const origin = form.origins.get(`schema#/properties/${name}`);
    const line = origin === undefined ? undefined : lines.get(origin);
    if (!known.has(name) || line === undefined || line.outcome === 'left-out') continue;
    const before = line.outcome === 'changed' ? `${line.became}; ` : '';
    lines.set({
      ...line,
      outcome: 'changed',
      became: `${before}the field "${name}", which other forms have, too: rules about it apply here as well`,
    });
  }
}
