import { asList, asObject, isSameJson } from '../json-schema/values.ts';
import type { Documents, Json } from '../model/types.ts';
import type { Patch } from './change.ts';
import { getSchemaFile, getTextsFile, getUiFile } from './documents/document-files.ts';
import { findFittingAnswer } from './fields/example-answer.ts';
import { makeUnique } from './fields/free-names.ts';
import { chainEdits, getExampleAnswer, setExampleAnswer, setMember, setText } from './fields/members.ts';
import {
  getFallbackLocale,
  getMergedSchema,
  listOutlineTypes,
  listTextLocales,
  listTypeFieldNames,
} from './fields/outline.ts';
import { takeField } from './fields/take-field.ts';
import { addRule } from './rules.ts';
import { chooseIdAndKey } from './types.ts';

type JsonObject = Readonly<Record<string, Json>>;
type TextsByLocale = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A form to begin with: a form in one file, its scenarios, and its texts and names by language. */
export interface FormTemplate {
  readonly schema: JsonObject;
  readonly ui: JsonObject;
  readonly rules: readonly Json[];
  readonly scenarios: readonly Json[];
  /** The day of the scenarios that name none. Absent: the usual one of the documents. */
  readonly today?: string;
  readonly texts: TextsByLocale;
  readonly names: Readonly<Record<string, string>>;
}

/** The files of a template in `engine/templates`, parsed. */
interface TemplateFiles {
  readonly form: unknown;
  readonly scenarios: unknown;
  /** The names of the template and the texts, by language. */
  readonly languages: unknown;
  /** The texts of fields that many templates have, by language. */
  readonly common: unknown;
}

/** Returns the template that files contain. Members that are missing are empty. */
export function toFormTemplate({ form, scenarios, languages, common }: TemplateFiles): FormTemplate {
  const { schema, ui, rules, texts } = asObject(form) as JsonObject;
  const { scenarios: list, usual } = asObject(scenarios) as JsonObject;
  const { names, texts: translated } = asObject(languages) as JsonObject;
  const { today } = asObject(usual);
  const shared = asObject(common);
  return {
    schema: asObject(schema) as JsonObject,
    ui: asObject(ui) as JsonObject,
    rules: asList(rules) as readonly Json[],
    scenarios: asList(list) as readonly Json[],
    ...(typeof today === 'string' && { today }),
    texts: {
      ...(asObject(texts) as TextsByLocale),
      ...Object.fromEntries(
        Object.entries(asObject(translated) as TextsByLocale).map(([locale, own]) => [
          locale,
          { ...(asObject(shared[locale]) as Readonly<Record<string, string>>), ...own },
        ]),
      ),
    },
    names: asObject(names) as Readonly<Record<string, string>>,
  };
}

/**
 * Returns the key of a new enquiry type and the patches that add it as a template has it. Fields that another
 * type has in the same kind are shared with it, so that they have one column; others get a name that no type
 * uses. Rules and scenarios are limited to the new type. Texts are added in the languages that the documents and
 * the template have.
 * @param title The name in the fallback language. If it is that of the template, the other languages have names
 * as well.
 */
export function addTemplate(
  documents: Documents,
  template: FormTemplate,
  title: string,
): { readonly key: string; readonly patches: readonly Patch[] } {
  const { id, key } = chooseIdAndKey(documents, title);
  const { properties, required, examples, ...schema } = template.schema;
  const fields = planFields(documents, asObject(properties) as JsonObject);
  const toName = createRenaming(fields);
  const { 'ui:steps': steps, ...ui } = renameUi(template.ui, toName);
  const own = fields.filter(({ sharedWith }) => sharedWith === undefined);
  const example = asObject(asList(examples)[0]) as JsonObject;
  const submitLabel = makeUnique(
    `send-${key}`,
    new Set(Object.keys(asObject(documents[getTextsFile(getFallbackLocale(documents))]))),
    '-',
  );
  const patches = chainEdits(
    documents,
    (made) =>
      setMember(
        made,
        { file: 'enquiry-types.json', path: ['enquiryTypes', String(id)] },
        { id, key, folder: key, names: listNames(documents, template, title) },
      ),
    (made) =>
      setMember(
        made,
        { file: getSchemaFile(key), path: [] },
        {
          ...schema,
          title,
          required: [],
          properties: Object.fromEntries(own.map(({ name, schema: field }) => [name, field])),
          examples: [renameKeys(example, toName)],
        },
      ),
    (made) =>
      setMember(
        made,
        { file: getUiFile(key), path: [] },
        { ...ui, 'ui:order': [], 'ui:submitLabel': submitLabel },
      ),
    ...fields.flatMap(({ name, sharedWith }) =>
      sharedWith === undefined
        ? []
        : [
            (made: Documents) =>
              takeField(made, { from: { type: sharedWith, field: name }, type: key }).patches,
            (made: Documents) => completeExample(made, { folder: key, field: name, answer: example[name] }),
          ],
    ),
    // What the template decides of its fields: they may be optional, or in another order, than where they come from.
    (made) =>
      setMember(
        made,
        { file: getSchemaFile(key), path: ['required'] },
        asList(required).map((name) => toName(String(name))),
      ),
    (made) =>
      setMember(
        made,
        { file: getUiFile(key), path: ['ui:order'] },
        fields.map(({ name }) => name),
      ),
    (made) =>
      steps === undefined ? [] : setMember(made, { file: getUiFile(key), path: ['ui:steps'] }, steps),
    ...template.rules.map(
      (rule) => (made: Documents) => addTemplateRule(made, renameRule(asObject(rule), toName), key),
    ),
    (made) => addTexts(made, template, { key, fields, submitLabel }),
    (made) => addScenarios(made, template, { key, title, toName }),
  );
  return { key, patches };
}

/**
 * Gives the example of a type the answer of the template to a shared field if the type that has the field gives
 * none. An answer that the field does not accept is left out.
 */
function completeExample(
  documents: Documents,
  {
    folder,
    field,
    answer,
  }: { readonly folder: string; readonly field: string; readonly answer: Json | undefined },
): readonly Patch[] {
  if (answer === undefined || getExampleAnswer(documents, folder, field) !== undefined) return [];
  const value = findFittingAnswer(getMergedSchema(documents, folder, field), answer);
  return setExampleAnswer(documents, folder, { field, value });
}

/** A field of a template, as it is added to documents. */
interface PlannedField {
  readonly original: string;
  readonly name: string;
  readonly schema: Json;
  /** The key of the type that has the field. Absent: the field is new. */
  readonly sharedWith?: string;
}

/** Returns the fields with their names in the documents, and the types that have them already. */
function planFields(documents: Documents, properties: JsonObject): readonly PlannedField[] {
  const types = listOutlineTypes(documents);
  const used = new Set([
    ...types.flatMap(({ folder }) => listTypeFieldNames(documents, folder)),
    ...Object.keys(properties),
  ]);
  return Object.entries(properties).map(([original, schema]) => {
    const owners = types.filter(({ folder }) => listTypeFieldNames(documents, folder).includes(original));
    const same = owners.find(({ folder }) =>
      isSameKind(getMergedSchema(documents, folder, original), asObject(schema)),
    );
    if (same) return { original, name: original, schema, sharedWith: same.key };
    const name = owners.length === 0 ? original : makeUnique(original, used, '_');
    used.add(name);
    return { original, name, schema };
  });
}

/** Returns true if two schemas accept answers of the same kind: the same type, and the same choices or none. */
function isSameKind(
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): boolean {
  const temporal = ['date', 'time', 'date-time'];
  const [format, wanted] = [one.format, other.format].map((each) =>
    temporal.includes(String(each)) ? each : undefined,
  );
  return (
    isSameJson(one.type ?? null, other.type ?? null) &&
    isSameJson(one.enum ?? null, other.enum ?? null) &&
    isSameJson(one.const ?? null, other.const ?? null) &&
    isSameJson(one.items ?? null, other.items ?? null) &&
    format === wanted
  );
}

/** Returns a function that returns the new name of a field; names of no field stay. */
function createRenaming(fields: readonly PlannedField[]): (name: string) => string {
  const names = new Map(fields.map(({ original, name }) => [original, name]));
  return (name) => names.get(name) ?? name;
}

function renameKeys(object: JsonObject, toName: (name: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [toName(name), value]));
}

/** Returns a UI schema with other names of fields. */
function renameUi(ui: JsonObject, toName: (name: string) => string): JsonObject {
  const { 'ui:steps': steps, 'ui:visitor': visitor, ...rest } = ui;
  return {
    $schema: '../../meta/ui.schema.json',
    ...renameKeys(rest, toName),
    ...(visitor !== undefined && {
      'ui:visitor': Object.fromEntries(
        Object.entries(asObject(visitor)).map(([part, name]) => [part, toName(String(name))]),
      ),
    }),
    ...(Array.isArray(steps) && {
      'ui:steps': steps.map((step) => ({
        ...(asObject(step) as JsonObject),
        fields: asList(asObject(step).fields).map((name) => toName(String(name))),
      })),
    }),
  };
}

/** Returns a rule with other names of fields, in its condition and its effects. */
function renameRule(rule: Readonly<Record<string, unknown>>, toName: (name: string) => string): JsonObject {
  const { when, then, ...rest } = rule as JsonObject;
  const effects = Object.entries(asObject(then) as JsonObject).map(([effect, value]) => [
    effect,
    Array.isArray(value)
      ? value.map((name) => toName(String(name)))
      : renameFacts(renameKeys(asObject(value) as JsonObject, toName), toName),
  ]);
  return {
    ...rest,
    ...(when !== undefined && { when: renameFacts(when, toName) }),
    then: Object.fromEntries(effects),
  };
}

/** Returns a condition or an operand that reads the fields by their new names. */
function renameFacts(node: Json, toName: (name: string) => string): Json {
  if (Array.isArray(node)) return node.map((item: Json) => renameFacts(item, toName));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, inner]) =>
      key === 'var' && typeof inner === 'string' && inner.startsWith('values.')
        ? [key, `values.${toName(inner.slice('values.'.length))}`]
        : [key, renameFacts(inner as Json, toName)],
    ),
  );
}

/** Adds a rule of a template, limited to the type. */
function addTemplateRule(documents: Documents, rule: JsonObject, key: string): readonly Patch[] {
  const { id, when, ...rest } = rule;
  const isOfType = { '==': [{ var: 'type' }, key] };
  const limited = { ...rest, when: when === undefined ? isOfType : { and: [isOfType, when] } };
  const { description, then } = asObject(limited);
  return addRule(documents, {
    words: `${key} ${String(id)}`,
    rule: { description, when: limited.when, then },
  }).patches;
}

/** Returns the names of the new type by language. */
function listNames(
  documents: Documents,
  { names }: FormTemplate,
  title: string,
): Readonly<Record<string, string>> {
  const fallback = getFallbackLocale(documents);
  const isStandard = title === findByLanguage(names, fallback);
  const others = listTextLocales(documents).flatMap((locale) => {
    const name = findByLanguage(names, locale);
    return isStandard && name !== undefined ? [[locale, name] as const] : [];
  });
  return { ...Object.fromEntries(others), [fallback]: title };
}

/** Returns the member of a locale, else that of its language. */
function findByLanguage<Value>(values: Readonly<Record<string, Value>>, locale: string): Value | undefined {
  return values[locale] ?? values[locale.split('-')[0] ?? ''];
}

/** Adds the texts of a template. Those of shared fields exist. */
function addTexts(
  documents: Documents,
  { texts }: FormTemplate,
  {
    key,
    fields,
    submitLabel,
  }: {
    readonly key: string;
    readonly fields: readonly PlannedField[];
    readonly submitLabel: string;
  },
): readonly Patch[] {
  const known = listTextLocales(documents).flatMap((locale) =>
    Object.keys(asObject(documents[getTextsFile(locale)])),
  );
  /** Returns the key of a text in the documents; undefined if it is not added. */
  const toKey = (text: string) => {
    const [kind = '', original = '', ...rest] = text.split('.');
    if (kind === 'send-message') return submitLabel;
    if (kind !== 'fields' && kind !== 'options') return `forms.${key}.${text}`;
    const field = fields.find((one) => one.original === original);
    if (field === undefined || field.sharedWith !== undefined) return undefined;
    const shared = [kind, field.name, ...rest].join('.');
    return known.some((one) => one.startsWith(`${kind}.${field.name}.`)) ? `forms.${key}.${shared}` : shared;
  };
  return chainEdits(
    documents,
    ...listTextLocales(documents).flatMap((locale) =>
      Object.entries(findByLanguage(texts, locale) ?? {}).flatMap(([text, message]) => {
        const at = toKey(text);
        return at === undefined ? [] : [(made: Documents) => setText(made, { locale, key: at }, message)];
      }),
    ),
  );
}

/** Adds the scenarios of a template, on a page that offers the new type only. */
function addScenarios(
  documents: Documents,
  { scenarios, today }: FormTemplate,
  {
    key,
    title,
    toName,
  }: { readonly key: string; readonly title: string; readonly toName: (name: string) => string },
): readonly Patch[] {
  const file = 'scenarios.json';
  if (documents[file] === undefined) return [];
  return chainEdits(
    documents,
    ...scenarios.map((scenario) => {
      const { name, on, expect } = asObject(scenario);
      const { entered, ...place } = asObject(on) as JsonObject;
      const expected = Object.entries(asObject(expect) as JsonObject).map(([what, value]) => [
        what,
        Array.isArray(value)
          ? value.map((each) => toName(String(each)))
          : renameKeys(asObject(value) as JsonObject, toName),
      ]);
      const added = {
        name: `${title}: ${String(name)}`,
        on: {
          ...(today !== undefined && { today }),
          ...place,
          types: [key],
          type: key,
          entered: renameKeys(asObject(entered) as JsonObject, toName),
        },
        expect: Object.fromEntries(expected),
      };
      return (made: Documents) =>
        setMember(made, { file, path: ['scenarios', added.name] }, added as unknown as Json);
    }),
  );
}
