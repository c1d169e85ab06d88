import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { listFactsRead } from '../conditions/condition.ts';
import { completeDocuments, getCompleteSettings } from '../documents/complete-documents.ts';
import {
  type FormDocument,
  isFormDocument,
  splitFormDocument,
  toFormDocumentPosition,
} from '../documents/form-document.ts';
import { isTooDeep, maxDocumentDepth } from '../json-schema/depth.ts';
import { asObject, isObject } from '../json-schema/values.ts';
import { listAffectedFields } from '../model/effects.ts';
import { getFactField, getOptionsField } from '../model/fact-names.ts';
import { isSameId } from '../model/ids.ts';
import type { DocumentProblem, Documents, Form, FormType, Rule, Settings, Texts } from '../model/types.ts';
import { checkBlockTexts } from './blocks.ts';
import { reportConflicts } from './conflicts.ts';
import { markCalculated } from './fields/calculated-fields.ts';
import { adaptRjsfOptions, listIgnoredOptions } from './fields/rjsf-options.ts';
import { compileType, type TypeEntry } from './form-type.ts';
import { compileLists, getDeclaredLists, listOptionSets } from './lists.ts';
import { reportMissingTexts } from './named-texts.ts';
import { checkPipes, splitPipes } from './piping.ts';
import { createReport, extendPath, type ProblemReport } from './report.ts';
import { compileRules, type PlacedRule, type RuleSource } from './rules.ts';
import { checkKeywords } from './schemas/check-keywords.ts';
import { checkDocumentShape } from './schemas/check-shape.ts';
import { checkStepTexts } from './steps.ts';
import { addBuiltInTexts, compileTexts, reportUnknownArguments } from './texts.ts';

/**
 * A compiled form, or at least one problem that prevents it. The warnings are about options of RJSF that change
 * nothing; they prevent nothing.
 */
export type Compilation =
  | { readonly ok: true; readonly form: Form; readonly warnings: readonly DocumentProblem[] }
  | { readonly ok: false; readonly problems: readonly DocumentProblem[] };

/**
 * Returns the form that a form in one file or the documents of a folder describe, as frozen plain JSON, or
 * their problems. Absent documents have the defaults of `completeDocuments`. Each document is checked against its meta schema, then all against each other. Problems of rules that may only
 * result from a form with errors are left out. The hash of the form depends on the content only, not on the
 * order of rules or files.
 */
export function compile(source: Documents | FormDocument): Compilation {
  if (!isFormDocument(source)) return compileDocuments(source);
  const { documents, problems } = splitFormDocument(source);
  const compiled = compileDocuments(documents);
  if (compiled.ok && problems.length === 0)
    return { ...compiled, warnings: compiled.warnings.map(toFormDocumentPosition) };
  const others = compiled.ok ? [] : compiled.problems.map(toFormDocumentPosition);
  return { ok: false, problems: [...problems, ...others] };
}

/** Compiles documents by their paths, as `compile` does. */
function compileDocuments(source: Documents): Compilation {
  const report = createReport();
  reportTooDeepDocuments(source, report);
  if (report.problems.length > 0) return { ok: false, problems: report.problems };
  const documents = adaptRjsfOptions(completeDocuments(source));
  const isReadable = ['enquiry-types.json', 'fields.json', 'ui.json', 'rules.json', 'settings.json'].map(
    (file) => checkDocumentShape(documents, file, report),
  );
  for (const [name, shared] of Object.entries(asObject(asObject(documents['fields.json']).$defs)))
    checkKeywords(asObject(shared), { file: 'fields.json', path: ['$defs', name] }, documents, report);
  const texts = compileAllTexts(documents, report);
  // Without these two documents nothing else can be checked.
  if (!isReadable[0] || !isObject(documents['ui.json'])) return { ok: false, problems: report.problems };
  const lists = compileLists(documents, report);
  const types = compileTypes(documents, report);
  const rules = isReadable[3] ? compileDocumentRules(documents, types, report) : [];
  if (isReadable[4]) checkSettingsAndTexts(documents, { types, rules }, texts, report);
  const { enquiryTypes } = documents['enquiry-types.json'] as { readonly enquiryTypes: readonly TypeEntry[] };
  const isWhole = types.length === enquiryTypes.length;
  if (report.problems.length > 0)
    return {
      ok: false,
      problems: isWhole
        ? report.problems
        : report.problems.filter((one) => !mayResultFromInvalidForm(one, enquiryTypes)),
    };
  const { $schema: _meta, ...settings } = getCompleteSettings(documents) as { $schema?: string } & Settings;
  const content = JSON.stringify({
    types: markOnly(markDeciding(markCalculated(types, rules), rules)),
    rules: rules.map(({ at: _at, ...rule }) => rule),
    settings,
    ...(lists && { lists }),
    ...splitPipes(texts.all),
  });
  const hash = bytesToHex(sha256(utf8ToBytes(content)));
  const form: Form = deepFreeze({ hash, ...JSON.parse(content) });
  return { ok: true, form, warnings: listIgnoredOptions(source) };
}

/**
 * Returns true if a problem in the rules may disappear once all forms can be compiled: the field or type that
 * it names may belong to a form with errors.
 * @param listed All entries of `enquiry-types.json`.
 */
function mayResultFromInvalidForm(
  { file, code, reason }: DocumentProblem,
  listed: readonly TypeEntry[],
): boolean {
  if (file !== 'rules.json') return false;
  if (code === 'unknown-type')
    return listed.some(({ key }) => reason.startsWith(`unknown enquiry type "${key}"`));
  return code === 'unknown-field' || (code === 'unknown-fact' && /^unknown fact "values\./.test(reason));
}

/** Reports documents that are nested too deeply. */
function reportTooDeepDocuments(documents: Documents, report: ProblemReport): void {
  for (const [file, document] of Object.entries(documents))
    if (isTooDeep(document))
      report.add(
        { file, path: [] },
        'malformed-document',
        `this document is nested more than ${maxDocumentDepth} levels deep; move inner parts into definitions of their own`,
      );
}

/**
 * Returns the enquiry types that can be compiled, in the order of `enquiry-types.json`. Reports their
 * problems, ids and keys that are used twice, forms without a type, and fields on whose kind types disagree.
 */
function compileTypes(documents: Documents, report: ProblemReport): readonly FormType[] {
  const at = { file: 'enquiry-types.json', path: ['enquiryTypes'] };
  const { enquiryTypes } = documents[at.file] as { readonly enquiryTypes: readonly TypeEntry[] };
  for (const [index, entry] of enquiryTypes.entries()) {
    const before = enquiryTypes.slice(0, index);
    if (before.some((other) => isSameId(other.id, entry.id)))
      report.add(extendPath(at, index, 'id'), 'duplicate-id', `another enquiry type has the id ${entry.id}`);
    if (before.some((other) => other.key === entry.key))
      report.add(
        extendPath(at, index, 'key'),
        'duplicate-id',
        `another enquiry type has the key "${entry.key}"`,
      );
  }
  reportFormsWithoutType(documents, enquiryTypes, report);
  const types = enquiryTypes.flatMap((entry) => compileType(entry, documents, report) ?? []);
  reportKindDisagreements(types, enquiryTypes, report);
  return types;
}

/** Reports the schemas of forms whose folder no enquiry type has. */
function reportFormsWithoutType(
  documents: Documents,
  entries: readonly TypeEntry[],
  report: ProblemReport,
): void {
  for (const file of Object.keys(documents)) {
    const folder = /^forms\/([^/]+)\/schema\.json$/.exec(file)?.[1];
    if (folder !== undefined && !entries.some((entry) => entry.folder === folder)) {
      report.add(
        { file, path: [] },
        'unlisted-form',
        `no enquiry type has the folder "${folder}"; add an entry to enquiry-types.json`,
      );
    }
  }
}

/**
 * Reports fields with the same name in two types but different kinds of values. All types must agree, because
 * a name is one GraphQL argument.
 */
function reportKindDisagreements(
  types: readonly FormType[],
  entries: readonly TypeEntry[],
  report: ProblemReport,
): void {
  const first = new Map<string, { readonly kind: string; readonly key: string }>();
  for (const type of types) {
    const folder = entries.find((entry) => entry.key === type.key)?.folder ?? type.key;
    for (const { name, kind } of type.fields) {
      const earlier = first.get(name) ?? { kind, key: type.key };
      first.set(name, earlier);
      if (earlier.kind === kind) continue;
      const place = { file: `forms/${folder}/schema.json`, path: ['properties', name] };
      report.add(
        place,
        'kind-disagreement',
        `"${name}" is ${kind} here but ${earlier.kind} in "${earlier.key}"; give one of them another name`,
      );
    }
  }
}

/**
 * Returns the compiled rules of `rules.json`. Conflicts between rules are only searched for if the rules have
 * no other problems.
 */
function compileDocumentRules(documents: Documents, types: readonly FormType[], report: ProblemReport) {
  const at = { file: 'rules.json', path: ['rules'] };
  const known = report.problems.length;
  const rules = compileRules(
    (documents[at.file] as { readonly rules: readonly RuleSource[] }).rules,
    { types, optionSets: listOptionSets(documents), lists: getDeclaredLists(documents) },
    at,
    report,
  );
  if (report.problems.length === known) reportConflicts(rules, types, report);
  return rules;
}

/** The texts of a form by locale: those of its documents, and these with the built-in ones. */
interface CompiledTexts {
  readonly written: Readonly<Record<string, Texts>>;
  readonly all: Readonly<Record<string, Texts>>;
}

/**
 * Returns the compiled texts. Documents with a wrong shape or name are left out. Without any, the form has the
 * built-in texts of its fallback locale.
 */
function compileAllTexts(documents: Documents, report: ProblemReport): CompiledTexts {
  const files = Object.keys(documents)
    .filter((file) => /^texts\/[^/]+\.json$/.test(file))
    .sort();
  const readable = files.filter(
    (file) => checkDocumentShape(documents, file, report) && checkFileLocale(file, report),
  );
  const written = Object.fromEntries(
    readable.map((file) => [
      getFileLocale(file),
      compileTexts(documents[file] as Record<string, unknown>, { file, path: [] }, report),
    ]),
  );
  const { fallbackLocale } = asObject(getCompleteSettings(documents));
  const locales = files.length === 0 ? listDefaultLocale(fallbackLocale, report) : Object.keys(written);
  const all = Object.fromEntries(
    locales.map((locale) => [
      locale,
      addBuiltInTexts(written[locale] ?? {}, { locale, isFallback: locale === fallbackLocale }),
    ]),
  );
  return { written, all };
}

/** Returns the fallback locale of a form without texts; empty, and reported, if it is no language tag. */
function listDefaultLocale(fallbackLocale: unknown, report: ProblemReport): readonly string[] {
  if (typeof fallbackLocale !== 'string') return [];
  if (isLanguageTag(fallbackLocale)) return [fallbackLocale];
  const reason = `"${fallbackLocale}" is not a language tag (BCP 47); write one like "en" or "de-CH"`;
  report.add({ file: 'settings.json', path: ['fallbackLocale'] }, 'unknown-locale', reason);
  return [];
}

/** Returns the locale of a file of texts: `getFileLocale('texts/en.json') // 'en'`. */
function getFileLocale(file: string): string {
  return file.slice('texts/'.length, -'.json'.length);
}

/**
 * Returns true if a file of texts is named after a language tag, else reports it. Plurals need a known
 * language.
 */
function checkFileLocale(file: string, report: ProblemReport): boolean {
  const locale = getFileLocale(file);
  if (isLanguageTag(locale)) return true;
  const reason = `"${locale}" is not a language tag (BCP 47); name the file after one, like "en" or "de-CH"`;
  report.add({ file, path: [] }, 'unknown-locale', reason);
  return false;
}

/** Returns true if a text is a well-formed language tag. */
function isLanguageTag(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length > 0;
  } catch {
    return false;
  }
}

/**
 * Reports settings and texts that do not fit each other, the types or the rules: missing texts, unknown
 * arguments, invalid answers in texts, an unknown `failureField`. Without texts of the fallback locale it
 * checks nothing else, and reports that they are missing.
 */
function checkSettingsAndTexts(
  documents: Documents,
  { types, rules }: { readonly types: readonly FormType[]; readonly rules: readonly PlacedRule[] },
  { written, all: texts }: CompiledTexts,
  report: ProblemReport,
): void {
  const { fallbackLocale, failureField } = getCompleteSettings(documents);
  const settingsAt = { file: 'settings.json', path: [] };
  const fallback = texts[fallbackLocale];
  if (fallback === undefined) {
    // A document that exists but is invalid has been reported already, and so has a malformed language.
    if (documents[`texts/${fallbackLocale}.json`] !== undefined || Object.keys(texts).length === 0) return;
    report.add(
      extendPath(settingsAt, 'fallbackLocale'),
      'missing-text',
      `there is no texts/${fallbackLocale}.json`,
      { wrong: fallbackLocale, known: Object.keys(texts) },
    );
    return;
  }
  const names = types.flatMap((type) => type.fields.map((field) => field.name));
  // A form that could not be read may have the field.
  const listed = (documents['enquiry-types.json'] as { readonly enquiryTypes: readonly unknown[] })
    .enquiryTypes;
  if (failureField !== undefined && types.length === listed.length && !names.includes(failureField))
    report.add(extendPath(settingsAt, 'failureField'), 'unknown-field', `unknown field "${failureField}"`, {
      wrong: failureField,
      known: names,
    });
  for (const [locale, messages] of Object.entries(written))
    reportUnknownArguments(messages, fallback, { file: `texts/${locale}.json`, path: [] }, report);
  reportMissingTexts({ locale: fallbackLocale, texts: fallback }, { types, rules }, report);
  checkPipes(texts, { types, rules }, report);
  checkBlockTexts(types, { fallback, fallbackLocale }, report);
  checkStepTexts(types, { fallback, fallbackLocale }, report);
}

/** Freezes a value in place, with all that it contains, and returns it. A frozen object is skipped. */
function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

/**
 * Returns the types with `isDeciding` added to those that have at least one field that a rule reads and at
 * least one that the same rule affects. Other types are returned unchanged. Without scripts such a form has a
 * button that shows the dependent fields.
 */
function markDeciding(types: readonly FormType[], rules: readonly Rule[]): readonly FormType[] {
  const deciding = rules.map((rule) => ({
    read: listFieldsRead(rule),
    decided: listAffectedFields(rule.then),
  }));
  return types.map((type) => {
    const names = new Set(type.fields.map(({ name }) => name));
    const isFieldOfType = (name: string) => names.has(name);
    const decides = deciding.some(
      ({ read, decided }) => read.some(isFieldOfType) && decided.some(isFieldOfType),
    );
    return decides ? { ...type, isDeciding: true } : type;
  });
}

/** Returns the types with `isOnly` added if there is just one. */
function markOnly(types: readonly FormType[]): readonly FormType[] {
  return types.length === 1 ? types.map((type) => ({ ...type, isOnly: true })) : types;
}

/**
 * Returns the fields whose answers or options the condition, filters and calculations of a rule read. A field
 * may be repeated.
 */
function listFieldsRead({ when, then: { filter, calculate } }: Rule): readonly string[] {
  return listFactsRead([when, filter, calculate]).flatMap(
    (fact) => getFactField(fact) ?? getOptionsField(fact) ?? [],
  );
}
