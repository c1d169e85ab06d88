import { compile } from '../../compile/index.ts';
import { isTooDeep, maxDocumentDepth } from '../../json-schema/depth.ts';
import { parsePointer, toJsonPointer } from '../../json-schema/pointers.ts';
import { findPropertySchemas } from '../../json-schema/schemas-at.ts';
import { asObject, isObject } from '../../json-schema/values.ts';
import type { Documents } from '../../model/types.ts';
import type { ConvertedForm, ConvertedRule } from './converted-form.ts';
import { createFreeNames } from './names.ts';
import { type ImportProblem, leaveOutProblem, leaveOutRule } from './repair.ts';
import { createImportLines, type ImportLine, type ImportLines } from './report.ts';
import { detectForeignSource, foreignSources } from './sources.ts';
import type { ImportTarget } from './target.ts';

export interface ForeignImport {
  /** The parsed file. */
  readonly value: unknown;
  /** The name of the source; it is detected if absent. */
  readonly from?: string | undefined;
  /** The name of a form that has none, such as that of the file. */
  readonly name: string;
  readonly target: ImportTarget;
  /** More fields than this are refused before they are compiled. Absent: any number is compiled. */
  readonly maxFields?: number;
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
      /** The documents of the target with those of the forms. */
      readonly documents: Documents;
      /** The keys of the enquiry types that the forms became. */
      readonly types: readonly string[];
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
export function importForeign({
  value,
  from,
  name,
  target,
  maxFields = Number.POSITIVE_INFINITY,
  findErrors,
}: ForeignImport): ForeignImportResult {
  if (isTooDeep(value))
    return { ok: false, reason: `the file is nested more than ${maxDocumentDepth} levels deep`, lines: [] };
  if (isFormDocument(value))
    return {
      ok: false,
      reason: 'it is a form of Slipway already, so there is nothing to convert',
      lines: [],
    };
  const source =
    from === undefined ? detectForeignSource(value) : foreignSources.find((each) => each.name === from);
  if (source === undefined) {
    const titles = foreignSources.map(({ title }) => title).join(', ');
    return { ok: false, reason: `the file is a form of none of these: ${titles}`, lines: [] };
  }
  const taken = new Map<string, Set<string>>();
  for (let attempt = 1; ; attempt += 1) {
    const lines = createImportLines();
    const conversion = source.convert(value, lines, {
      name,
      locale: target.locale,
      getTakenNames: (pointer) => taken.get(pointer) ?? new Set(),
    });
    if (!conversion.ok)
      return { ok: false, source: source.title, reason: conversion.reason, lines: lines.list() };
    const count = conversion.forms.reduce((sum, { schema }) => sum + countFields(schema), 0);
    if (count > maxFields)
      return {
        ok: false,
        source: source.title,
        reason: `it has ${count} fields, and at most ${maxFields} can be imported here`,
        lines: [],
      };
    target.report(conversion.forms, lines);
    const forms = giveUniqueNames(conversion.forms, target, lines);
    const result = removeRefusedParts(forms, {
      target,
      lines,
      findErrors,
      mayRename: attempt < maxAttempts,
    });
    if (!('clashes' in result)) return { ...result, source: source.title, lines: lines.list() };
    for (const { pointer, field } of result.clashes)
      taken.set(pointer, (taken.get(pointer) ?? new Set()).add(field));
  }
}

/** Returns true for a form in one file, which looks like a form of RJSF with unknown members. */
function isFormDocument(value: unknown): boolean {
  const { schema, ui, rules, texts } = asObject(value);
  return isObject(schema) && (isObject(ui) || Array.isArray(rules) || isObject(texts));
}

/** Returns the number of properties of a schema, at any depth. */
function countFields(schema: unknown): number {
  if (typeof schema !== 'object' || schema === null) return 0;
  return Object.entries(schema).reduce(
    (sum, [keyword, value]) =>
      sum + (keyword === 'properties' ? Object.keys(asObject(value)).length : 0) + countFields(value),
    0,
  );
}

/** The number of conversions: each gives other names to fields that clash with those of other forms. */
const maxAttempts = 5;

/** Returns the forms with keys, and texts of their buttons, that neither another form nor the target has. */
function giveUniqueNames(
  forms: readonly ConvertedForm[],
  target: ImportTarget,
  lines: ImportLines,
): readonly ConvertedForm[] {
  const findFreeKey = createFreeNames('-', target.takenKeys);
  const isShared = target.isShared(forms);
  return forms.map((form) => {
    const key = findFreeKey(form.key);
    if (key !== form.key)
      lines.change(form.pointer, {
        outcome: 'changed',
        became: `the form "${key}", because another one is called "${form.key}"`,
      });
    return isShared ? renameSubmitText(removeThanks({ ...form, key }, lines)) : form;
  });
}

/** Returns the form without its thank-you text, which all forms share. */
function removeThanks(form: ConvertedForm, lines: ImportLines): ConvertedForm {
  const isThanks = (key: string) => key.startsWith('thank-you.');
  const origins = [...form.origins].filter(([position]) => isThanks(position.replace(/^text#/, '')));
  for (const [, origin] of origins)
    lines.change(origin, {
      outcome: 'left-out',
      reason: 'all forms of an installation have one thank-you text',
      remedy: 'write it into the content of the page',
    });
  return {
    ...form,
    texts: Object.fromEntries(
      Object.entries(form.texts).map(([locale, texts]) => [
        locale,
        Object.fromEntries(Object.entries(texts).filter(([key]) => !isThanks(key))),
      ]),
    ),
  };
}

/** Returns the form with a key of its own for the text of its button. */
function renameSubmitText(form: ConvertedForm): ConvertedForm {
  const before = form.ui['ui:submitLabel'];
  if (typeof before !== 'string') return form;
  const after = `submit-${form.key}`;
  const origin = form.origins.get(`text#${before}`);
  return {
    ...form,
    ui: { ...form.ui, 'ui:submitLabel': after },
    texts: Object.fromEntries(
      Object.entries(form.texts).map(([locale, texts]) => [
        locale,
        Object.fromEntries(Object.entries(texts).map(([key, text]) => [key === before ? after : key, text])),
      ]),
    ),
    origins: origin === undefined ? form.origins : new Map([...form.origins, [`text#${after}`, origin]]),
  };
}

interface RepairContext {
  readonly target: ImportTarget;
  readonly lines: ImportLines;
  readonly findErrors: ForeignImport['findErrors'];
  /** True if fields that clash with those of other forms may still get other names. */
  readonly mayRename: boolean;
}

/** A field whose name another form has for another kind of answers. */
interface NameClash {
  /** The pointer of its form in the source. */
  readonly pointer: string;
  readonly field: string;
}

type Repaired =
  | { readonly ok: true; readonly documents: Documents; readonly types: readonly string[] }
  | { readonly ok: false; readonly reason: string };

const maxRounds = 40;

/**
 * Returns documents without errors: what an error is about is left out and reported, until there is none. If
 * fields need other names, returns those instead.
 */
function removeRefusedParts(
  given: readonly ConvertedForm[],
  { target, lines, findErrors, mayRename }: RepairContext,
): Repaired | { readonly clashes: readonly NameClash[] } {
  let forms = leaveOutEmptyForms(given, lines);
  for (let round = 0; round < maxRounds; round += 1) {
    if (forms.length === 0) return { ok: false, reason: 'it has no question that a form of Slipway can ask' };
    const documents = target.build(forms);
    const compilation = compile(documents);
    const problems: readonly ImportProblem[] = compilation.ok
      ? (findErrors?.(documents) ?? [])
      : compilation.problems;
    if (problems.length === 0) return { ok: true, documents, types: forms.map(({ key }) => key) };
    const clashes = mayRename ? findNameClashes(forms, problems) : [];
    if (clashes.length > 0) return { clashes };
    const repaired = repairForms(forms, problems, target, lines);
    if (repaired === undefined) return { ok: false, reason: `the result has errors: ${problems[0]?.reason}` };
    forms = leaveOutEmptyForms(repaired, lines);
  }
  return { ok: false, reason: 'too much of it is refused' };
}

/** Returns the clashes among problems. The later of two forms is the one that gets another name. */
function findNameClashes(
  forms: readonly ConvertedForm[],
  problems: readonly ImportProblem[],
): readonly NameClash[] {
  return problems.flatMap(({ code, file, pointer }) => {
    const form = forms.find(({ key }) => file === `forms/${key}/schema.json`);
    const field = parsePointer(pointer)[1];
    return code === 'kind-disagreement' && form !== undefined && field !== undefined
      ? [{ pointer: form.pointer, field: String(field) }]
      : [];
  });
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
  target: ImportTarget,
  lines: ImportLines,
): readonly ConvertedForm[] | undefined {
  const placed = problems.flatMap((problem) => placeProblem(problem, forms, target) ?? []);
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
function placeProblem(
  problem: ImportProblem,
  forms: readonly ConvertedForm[],
  { earlierRules }: ImportTarget,
): PlacedProblem | undefined {
  const path = parsePointer(problem.pointer);
  const folder = /^forms\/([^/]+)\/(schema|ui)\.json$/.exec(problem.file);
  if (folder) {
    const form = forms.findIndex(({ key }) => key === folder[1]);
    return form === -1 ? undefined : { problem, form, in: folder[2] === 'ui' ? 'ui' : 'schema' };
  }
  if (problem.file === 'rules.json') {
    const owners = forms.flatMap(({ rules }, form) => rules.map((rule) => ({ form, rule })));
    const owner = owners[Number(path[1]) - earlierRules];
    return owner && { problem, in: 'rule', ...owner };
  }
  const key = path[0];
  if (!problem.file.startsWith('texts/') || key === undefined) return undefined;
  const named = forms.findIndex((form) => key.startsWith(`forms.${form.key}.`));
  const owning = forms.findIndex(({ texts }) =>
    Object.values(texts).some((each) => Object.hasOwn(each, key)),
  );
  const form = Math.max(0, named === -1 ? owning : named);
  return { problem: { ...problem, pointer: toJsonPointer([key]) }, form, in: 'text' };
}
