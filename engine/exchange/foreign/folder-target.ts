import { findPropertySchemas } from '../../json-schema/schemas-at.ts';
import { asObject } from '../../json-schema/values.ts';
import type { Documents } from '../../model/types.ts';
import type { ConvertedForm } from './converted-form.ts';
import { extendPointer, type ImportLines } from './report.ts';
import { addTypePrefix, type ImportTarget, writeFormFiles, writeRule } from './target.ts';

/**
 * Creates the target of an import into a new folder.
 * @param base Documents that come with Slipway: the `meta/` documents and the texts of the interface.
 */
export function createFolderTarget(base: Documents): ImportTarget {
  return {
    locale: 'en',
    takenKeys: [],
    isShared: isSeveral,
    earlierRules: 0,
    build: (forms) => buildDocuments(forms, base),
    report: (forms, lines) => reportUntranslatedInterface(forms, base, lines),
  };
}

const isSeveral = (forms: readonly ConvertedForm[]) => forms.length > 1;

/** Reports a language in which Slipway has no texts of its own: buttons and messages stay English. */
function reportUntranslatedInterface(
  [form]: readonly ConvertedForm[],
  base: Documents,
  lines: ImportLines,
): void {
  if (form === undefined || findShippedTexts(form.locale, base) !== undefined) return;
  lines.change(extendPointer(form.pointer, 'locale'), {
    outcome: 'changed',
    became: `the language of the form; buttons and messages are English until texts/${form.locale}.json is translated`,
  });
}

/** Returns the texts that come with Slipway in a language; undefined if there are none. */
function findShippedTexts(locale: string, base: Documents): unknown {
  return base[`texts/${locale}.json`] ?? base[`texts/${locale.split('-')[0]}.json`];
}

/** The confirmation of a form without offices, in the languages that come with Slipway. */
const neutralTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: { 'thank-you.heading': 'Thank you.', 'thank-you.message': 'We have received your answers.' },
  de: { 'thank-you.heading': 'Vielen Dank.', 'thank-you.message': 'Ihre Antworten sind angekommen.' },
  fr: { 'thank-you.heading': 'Merci.', 'thank-you.message': 'Nous avons bien reçu vos réponses.' },
  ar: { 'thank-you.heading': 'شكرًا لك.', 'thank-you.message': 'لقد وصلتنا إجاباتك.' },
};

/** Writes the documents of forms, with what comes with Slipway. The first form decides the fallback language. */
function buildDocuments(forms: readonly ConvertedForm[], base: Documents): Documents {
  const isShared = isSeveral(forms);
  const fallbackLocale = forms[0]?.locale ?? 'en';
  const locales = [...new Set([fallbackLocale, ...forms.flatMap(({ texts }) => Object.keys(texts))])];
  const meta = Object.entries(base).filter(([file]) => file.startsWith('meta/'));
  const [first] = forms;
  const [firstField = ''] = first === undefined ? [] : findPropertySchemas(first.schema, first.schema).keys();
  return {
    ...Object.fromEntries(meta),
    'enquiry-types.json': {
      $schema: 'meta/enquiry-types.schema.json',
      enquiryTypes: forms.map(({ key, names }, index) => ({ id: index + 1, key, folder: key, names })),
    },
    'fields.json': { $schema: 'meta/fields.schema.json', $defs: {} },
    'lists.json': { $schema: 'meta/lists.schema.json', lists: {} },
    'ui.json': { $schema: 'meta/ui.schema.json' },
    'rules.json': {
      $schema: 'meta/rules.schema.json',
      rules: forms.flatMap(({ key, rules }) =>
        rules.map((rule) => writeRule(rule, isShared ? key : undefined)),
      ),
    },
    'settings.json': {
      $schema: 'meta/settings.schema.json',
      failureField: firstField,
      fallbackLocale,
      success: { scrollDelayMs: 50, scrollDurationMs: 300, scrollOffsetPx: 90 },
      summaryAbove: 2,
      pipedLength: 60,
      operation: 'submitForm',
    },
    ...writeFormFiles(forms),
    ...Object.fromEntries(
      locales.map((locale) => [
        `texts/${locale}.json`,
        {
          $schema: '../meta/texts.schema.json',
          ...getInterfaceTexts(locale, base, locale === fallbackLocale),
          ...Object.assign(
            {},
            ...forms.map(({ key, texts }) =>
              isShared ? addTypePrefix(texts[locale] ?? {}, key) : texts[locale],
            ),
          ),
        },
      ]),
    ),
  };
}

/** Returns the texts of the interface: those of the language, else English ones for the fallback language. */
function getInterfaceTexts(
  locale: string,
  base: Documents,
  isFallback: boolean,
): Readonly<Record<string, unknown>> {
  const own = findShippedTexts(locale, base);
  const texts = own ?? (isFallback ? base['texts/en.json'] : undefined);
  const shared = Object.entries(asObject(texts)).filter(
    ([key]) => !/^(?:\$schema$|(?:forms|fields|options|blocks|steps)\.)/.test(key),
  );
  const neutral = neutralTexts[own === undefined ? 'en' : (locale.split('-')[0] ?? 'en')];
  return { ...Object.fromEntries(shared), ...(texts !== undefined && neutral) };
}
