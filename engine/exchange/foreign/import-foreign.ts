import { compile } from '../../compile/index.ts';
import { isTooDeep, maxDocumentDepth } from '../../json-schema/depth.ts';
import { parsePointer, toJsonPointer } from '../../json-schema/pointers.ts';
import { findPropertySchemas } from '../../json-schema/schemas-at.ts';
import { asObject } from '../../json-schema/values.ts';
import { typeField } from '../../model/names.ts';
import type { Condition, Documents } from '../../model/types.ts';
import type { ConvertedForm, ConvertedRule } from './converted-form.ts';
import { createFreeNames } from './names.ts';
import { type ImportProblem, leaveOutProblem, leaveOutRule } from './repair.ts';
import { createImportLines, extendPointer, type ImportLine, type ImportLines } from './report.ts';
import { detectForeignSource, foreignSources } from './sources.ts';

export interface ForeignImport {
  /** The parsed file. */
  readonly value: unknown;
  /** The name of the source; it is detected if absent. */
  readonly from?: string | undefined;
  /** The name of a form that has none, such as that of the file. */
  readonly name: string;
  /** Documents that come with Slipway: the `meta/` documents and the texts of the interface. */
  readonly base: Documents;
  /**
   * Returns further errors of documents that compile, such as those of `slipway check`. What they are about is
   * left out, too.
   */
  readonly findErrors?: (documents: Documents) => readonly ImportProblem[];
}

/** The documents of an import, with the report; or the reason why there are none. */
export type ForeignImportResult =
  | {
      readonly ok: true;
      /** The title of the source: `SurveyJS`. */
      readonly source: string;
      readonly documents: Documents;
      readonly lines: readonly ImportLine[];
    }
  | {
      readonly ok: false;
      readonly source?: string;
      readonly reason: string;
      readonly lines: readonly ImportLine[];
    };

/**
 * Converts the forms of another program into documents that compile. What would not compile is left out, and
 * the report has a line for each element and each property. Nothing of the source is executed.
 */
export function importForeign({ value, from, name, base, findErrors }: ForeignImport): ForeignImportResult {
  if (isTooDeep(value))
    return { ok: false, reason: `the file is nested more than ${maxDocumentDepth} levels deep`, lines: [] };
  const source =
    from === undefined ? detectForeignSource(value) : foreignSources.find((each) => each.name === from);
  if (source === undefined) {
    const titles = foreignSources.map(({ title }) => title).join(', ');
    return { ok: false, reason: `the file is a form of none of these: ${titles}`, lines: [] };
  }
  const lines = createImportLines();
  const conversion = source.convert(value, lines, name);
  if (!conversion.ok)
    return { ok: false, source: source.title, reason: conversion.reason, lines: lines.list() };
  reportUntranslatedInterface(conversion.forms, base, lines);
  const result = removeRefusedParts(giveUniqueKeys(conversion.forms, lines), {
    base,
    lines,
    ...(findErrors && { findErrors }),
  });
  return { ...result, source: source.title, lines: lines.list() };
}

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

/** Returns the forms with keys of their own: a second form of the same name gets a number. */
function giveUniqueKeys(forms: readonly ConvertedForm[], lines: ImportLines): readonly ConvertedForm[] {
  const findFreeKey = createFreeNames('-');
  return forms.map((form) => {
    const key = findFreeKey(form.key);
    if (key === form.key) return form;
    lines.change(form.pointer, {
      outcome: 'changed',
      became: `the form "${key}", because another one is called "${form.key}"`,
    });
    return { ...form, key };
  });
}

interface RepairContext {
  readonly base: Documents;
  readonly lines: ImportLines;
  readonly findErrors?: (documents: Documents) => readonly ImportProblem[];
}

type Repaired =
  | { readonly ok: true; readonly documents: Documents }
  | { readonly ok: false; readonly reason: string };

const maxRounds = 40;

/** Returns documents without errors: what an error is about is left out and reported, until there is none. */
function removeRefusedParts(
  given: readonly ConvertedForm[],
  { base, lines, findErrors }: RepairContext,
): Repaired {
  let forms = leaveOutEmptyForms(given, lines);
  for (let round = 0; round < maxRounds; round += 1) {
    if (forms.length === 0) return { ok: false, reason: 'it has no question that a form of Slipway can ask' };
    const documents = buildDocuments(forms, base);
    const compilation = compile(documents);
    const problems: readonly ImportProblem[] = compilation.ok
      ? (findErrors?.(documents) ?? [])
      : compilation.problems;
    if (problems.length === 0) return { ok: true, documents };
    const repaired = repairForms(forms, problems, lines);
    if (repaired === undefined) return { ok: false, reason: `the result has errors: ${problems[0]?.reason}` };
    forms = leaveOutEmptyForms(repaired, lines);
  }
  return { ok: false, reason: 'too much of it is refused' };
}

function leaveOutEmptyForms(forms: readonly ConvertedForm[], lines: ImportLines): readonly ConvertedForm[] {
  return forms.filter((form) => {
    const hasFields = listFields(form).length > 0;
    if (!hasFields) lines.change(form.pointer, { outcome: 'left-out', reason: 'the form asks nothing' });
    return hasFields;
  });
}

/** Returns the names of the fields of a form, also of those that only a branch of its schema has. */
function listFields({ schema }: ConvertedForm): readonly string[] {
  return [...findPropertySchemas(schema, schema).keys()];
}

/** A problem with the form and the part of it that it is about. */
interface PlacedProblem {
  readonly problem: ImportProblem;
  readonly form: number;
  readonly in: 'schema' | 'ui' | 'text' | 'rule';
  readonly rule?: ConvertedRule;
}

/**
 * Returns the forms without what the problems are about. Problems of rules may follow from others, so they are
 * left for the next round if there are others. Undefined if nothing could be left out.
 */
function repairForms(
  forms: readonly ConvertedForm[],
  problems: readonly ImportProblem[],
  lines: ImportLines,
): readonly ConvertedForm[] | undefined {
  const placed = problems.flatMap((problem) => placeProblem(problem, forms) ?? []);
  const first = (['schema', 'ui', 'text', 'rule'] as const).find((kind) =>
    placed.some((each) => each.in === kind),
  );
  // Items of lists are removed from the end, so that the indexes of the others stay.
  const ordered = placed
    .filter((each) => each.in === first)
    .sort((one, other) => other.problem.pointer.localeCompare(one.problem.pointer, 'en', { numeric: true }));
  const repaired = [...forms];
  let isChanged = false;
  for (const { problem, form: index, in: part, rule } of ordered) {
    const form = repaired[index];
    if (form === undefined) continue;
    const next =
      part === 'rule'
        ? rule && form.rules.includes(rule)
          ? leaveOutRule(form, rule, problem, lines)
          : undefined
        : leaveOutProblem(form, { ...problem, in: part }, lines);
    if (next === undefined) continue;
    repaired[index] = next;
    isChanged = true;
  }
  return isChanged ? repaired : undefined;
}

/** Returns the form and the part that a problem is about, with the pointer inside that part. */
function placeProblem(problem: ImportProblem, forms: readonly ConvertedForm[]): PlacedProblem | undefined {
  const path = parsePointer(problem.pointer);
  const folder = /^forms\/([^/]+)\/(schema|ui)\.json$/.exec(problem.file);
  if (folder) {
    const form = forms.findIndex(({ key }) => key === folder[1]);
    return form === -1 ? undefined : { problem, form, in: folder[2] === 'ui' ? 'ui' : 'schema' };
  }
  if (problem.file === 'rules.json') {
    const owners = forms.flatMap(({ rules }, form) => rules.map((rule) => ({ form, rule })));
    const owner = owners[Number(path[1])];
    return owner && { problem, in: 'rule', ...owner };
  }
  const key = path[0];
  if (!problem.file.startsWith('texts/') || key === undefined) return undefined;
  const named = forms.findIndex((form) => key.startsWith(`forms.${form.key}.`));
  const form =
    named === -1
      ? Math.max(
          0,
          forms.findIndex(({ texts }) => Object.values(texts).some((each) => Object.hasOwn(each, key))),
        )
      : named;
  return { problem: { ...problem, pointer: toJsonPointer([key]) }, form, in: 'text' };
}

/** The confirmation of a form without offices, in the languages that come with Slipway. */
const neutralTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: { 'thank-you.heading': 'Thank you.', 'thank-you.message': 'We have received your answers.' },
  de: { 'thank-you.heading': 'Vielen Dank.', 'thank-you.message': 'Ihre Antworten sind angekommen.' },
  fr: { 'thank-you.heading': 'Merci.', 'thank-you.message': 'Nous avons bien reçu vos réponses.' },
  ar: { 'thank-you.heading': 'شكرًا لك.', 'thank-you.message': 'لقد وصلتنا إجاباتك.' },
};

/** The rule without which visitors choose among one form. */
const onlyForm = {
  id: 'only-form',
  description: 'There is only one form, so there is nothing to choose.',
  then: { hide: [typeField] },
};

/** Writes the documents of forms, with what comes with Slipway. The first form decides the fallback language. */
function buildDocuments(forms: readonly ConvertedForm[], base: Documents): Documents {
  const isSeveral = forms.length > 1;
  const fallbackLocale = forms[0]?.locale ?? 'en';
  const locales = [...new Set([fallbackLocale, ...forms.flatMap(({ texts }) => Object.keys(texts))])];
  const meta = Object.entries(base).filter(([file]) => file.startsWith('meta/'));
  const firstField = forms[0] === undefined ? '' : (listFields(forms[0])[0] ?? '');
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
      rules: [
        ...forms.flatMap(({ key, rules }) =>
          rules.map((rule) => writeRule(rule, isSeveral ? key : undefined)),
        ),
        // Their positions are those of the rules of forms, so this one is the last.
        ...(isSeveral ? [] : [onlyForm]),
      ],
    },
    'settings.json': {
      $schema: 'meta/settings.schema.json',
      failureField: firstField,
      fallbackLocale,
      success: { scrollDelayMs: 50, scrollDurationMs: 300, scrollOffsetPx: 90 },
      summaryAbove: 2,
      pipedLength: 60,
    },
    ...Object.fromEntries(
      forms.flatMap(({ key, schema, ui }) => [
        [`forms/${key}/schema.json`, schema],
        [`forms/${key}/ui.json`, { $schema: '../../meta/ui.schema.json', ...ui }],
      ]),
    ),
    ...Object.fromEntries(
      locales.map((locale) => [
        `texts/${locale}.json`,
        {
          $schema: '../meta/texts.schema.json',
          ...getInterfaceTexts(locale, base, locale === fallbackLocale),
          ...Object.assign({}, ...forms.map((form) => prefixTexts(form, locale, isSeveral))),
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

function prefixTexts(
  { key, texts }: ConvertedForm,
  locale: string,
  isSeveral: boolean,
): Readonly<Record<string, string>> {
  const own = texts[locale] ?? {};
  return isSeveral
    ? Object.fromEntries(
        Object.entries(own).map(([name, text]) => [
          name.startsWith('submit-') ? name : `forms.${key}.${name}`,
          text,
        ]),
      )
    : own;
}

function writeRule({ id, description, when, then }: ConvertedRule, type: string | undefined) {
  const ofType: Condition | undefined = type === undefined ? undefined : { '==': [{ var: 'type' }, type] };
  const parts = [...(ofType ? [ofType] : []), ...(when ? [when] : [])];
  return {
    id: type === undefined ? id : `${type}-${id}`,
    description,
    ...(parts.length > 0 && { when: parts.length === 1 ? parts[0] : { and: parts } }),
    then,
  };
}
