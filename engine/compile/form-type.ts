import type { ValidateFunction } from 'ajv';
import { compilable, draftOf, newAjv } from '../json-schema/ajv.ts';
import { decides } from '../json-schema/decides.ts';
import { withInferredDraft } from '../json-schema/infer-draft.ts';
import { isWithin, pointerOf, stepsOf, valueAt } from '../json-schema/pointers.ts';
import { asList, asObject, isObject } from '../json-schema/values.ts';
import { subschemas } from '../json-schema/walk.ts';
import {
  type Documents,
  type FormLink,
  type FormType,
  type Id,
  type JsonSchema,
  lateWidgets,
  type UiSchema,
  type WidgetName,
} from '../types.ts';
import { blockDefinitions, blockNames } from './blocks.ts';
import { checkChoiceLists, checkChoices, checkFields, checkKeywords } from './check-keywords.ts';
import { checkMeaning } from './check-meaning.ts';
import { checkRoot } from './check-root.ts';
import { checkShape } from './check-shape.ts';
import { checkUi } from './check-ui.ts';
import { checkDrawingName, fieldDefinitions, type OwnNames, ownNames } from './field-definitions.ts';
import { optionSetsOf } from './lists.ts';
import { plainSchema } from './plain-schema.ts';
import { inlineReferences } from './references.ts';
import { type Place, type Report, within } from './report.ts';
import { stepDefinitions } from './steps.ts';
import { givesReceipt, visitorFields } from './visitor-fields.ts';

/** An entry of `enquiry-types.json`. */
export interface TypeEntry {
  readonly id: Id;
  readonly key: string;
  readonly folder: string;
  /** True if the type is no longer offered. Its form stays available for existing enquiries. */
  readonly retired?: boolean;
  /** Labels by locale. */
  readonly names?: Readonly<Record<string, string>>;
}

/**
 * Compiles one enquiry type from its folder and the shared documents. Returns undefined if it cannot be
 * compiled; the problems are reported.
 */
export function compileType(entry: TypeEntry, documents: Documents, report: Report): FormType | undefined {
  const schemaAt: Place = { file: `forms/${entry.folder}/schema.json`, path: [] };
  const uiAt: Place = { file: `forms/${entry.folder}/ui.json`, path: [] };
  const isReadable = [schemaAt, uiAt].map(({ file }) => checkShape(documents, file, report)).every(Boolean);
  if (!isReadable) return undefined;
  const written = documents[schemaAt.file];
  if (!checkRoot(written, schemaAt, report)) return undefined;
  const source = withInferredDraft(written);
  const known = report.problems.length;
  const definitions = asObject(asObject(documents['fields.json']).$defs);
  checkKeywords(source, schemaAt, documents, report);
  checkFields(source, schemaAt, report);
  checkChoices(source, schemaAt, report);
  checkChoiceLists(source, schemaAt, report);
  const inlined = inlineReferences(source, definitions, schemaAt, report);
  if (inlined === undefined) return undefined;
  const schema: JsonSchema = { ...plainSchema(inlined), $id: `slipway:${entry.key}` };
  const uiSchema = mergedUi(documents['ui.json'] as UiSchema, documents[uiAt.file] as UiSchema, schema);
  const own = ownNames(documents['settings.json']);
  checkInnerNames(uiSchema, uiAt, own, report);
  checkUi({ schema, ui: documents[uiAt.file] as UiSchema, at: uiAt }, report);
  checkUi({ schema, ui: documents['ui.json'] as UiSchema, at: { file: 'ui.json', path: [] } }, report);
  reportOwnAlone(documents['ui.json'], report);
  const optionSets = optionSetsOf(documents);
  const names = blockNames(uiSchema);
  const fields = fieldDefinitions(
    { schema, uiSchema, schemaAt, uiAt, own, optionSets, blocks: names },
    report,
  );
  const blocks = blockDefinitions({ uiSchema, fields, uiAt }, report);
  const steps = stepDefinitions({ uiSchema, fields, blocks: names, uiAt }, report);
  const sources = {
    own: documents[uiAt.file] as UiSchema,
    shared: documents['ui.json'] as UiSchema,
    at: uiAt,
  };
  const visitor = visitorFields(sources, fields, report);
  if (report.problems.length === known) checkOnce(schema, schemaAt, report);
  else checkWords(schema, schemaAt, report);
  return {
    id: entry.id,
    key: entry.key,
    schema,
    uiSchema,
    fields,
    ...(blocks.length > 0 && { blocks }),
    ...(steps.length > 0 && { steps }),
    ...((namesLateWidget(uiSchema) || hasLateFormat(schema)) && { hasLateWidgets: true }),
    ...(decides(schema) && { isDeciding: true }),
    submitLabel: typeof uiSchema['ui:submitLabel'] === 'string' ? uiSchema['ui:submitLabel'] : 'send-message',
    ...(visitor && { visitor }),
    ...(entry.retired === true && { isRetired: true as const }),
    ...(entry.names && { names: entry.names }),
    ...(isObject(uiSchema['ui:resume']) && { resume: { days: Number(uiSchema['ui:resume'].days) } }),
    ...(givesReceipt(sources, { visitor, fields }, report) && { receipt: true as const }),
    links: Array.isArray(uiSchema['ui:links']) ? (uiSchema['ui:links'] as FormLink[]) : [],
  };
}

/** Returns true if a UI schema names a widget of `lazyWidgetNames`, at any depth. */
function namesLateWidget(node: unknown): boolean {
  const isLate = (name: unknown) => lateWidgets.some((widget) => widget === name);
  if (!isObject(node)) return Array.isArray(node) && node.some(namesLateWidget);
  return Object.entries(node).some(
    ([key, value]) => ((key === 'ui:widget' || key === 'widget') && isLate(value)) || namesLateWidget(value),
  );
}

/** Returns true for formats that select a lazy widget without naming it. */
function hasLateFormat(schema: JsonSchema): boolean {
  return [...subschemas(schema)].some(({ schema: { format } }) => lateFormats.includes(format));
}

const lateFormats: readonly unknown[] = ['color', 'date-time', 'time'] satisfies readonly WidgetName[];

/**
 * Merges the shared UI schema of the form's fields with the form's own, which takes precedence key by key.
 */
function mergedUi(shared: UiSchema, own: UiSchema, schema: JsonSchema): UiSchema {
  const { $schema: _meta, ...rest } = own;
  const names = Object.keys(schema.properties as object).filter((name) => isObject(shared[name]));
  const merged = names.map(
    (name) => [name, { ...(shared[name] as object), ...(own[name] as object | undefined) }] as const,
  );
  return { ...rest, ...Object.fromEntries(merged) };
}

const ownAlone: readonly string[] = [
  ...['ui:blocks', 'ui:order', 'ui:steps', 'ui:submitLabel', 'ui:links', 'ui:resume', 'ui:receipt'],
];

/** Reports options of a whole form in the shared document, where they have no effect. */
function reportOwnAlone(shared: unknown, report: Report): void {
  for (const key of Object.keys(asObject(shared))) {
    if (!ownAlone.includes(key)) continue;
    const reason = `"${key}" does nothing here: it is for one form; move it to forms/<folder>/ui.json`;
    report.add(within({ file: 'ui.json', path: [] }, key), 'idle-option', reason);
  }
}

/**
 * Checks the names of components for nested values. Names for the fields themselves are checked when the
 * fields are compiled.
 */
function checkInnerNames(uiSchema: UiSchema, at: Place, own: OwnNames, report: Report): void {
  const visit = (node: unknown, place: Place) => {
    if (!isObject(node)) return;
    for (const [key, value] of Object.entries(node)) {
      const isDrawingName = key === 'ui:widget' || key === 'ui:field';
      if (isDrawingName && place.path.length > 1) checkDrawingName(key, value, place, own, report);
      visit(value, within(place, key));
    }
  };
  visit(uiSchema, at);
}

/** The texts of valid schemas. Editors compile the same schemas again and again. */
const sound = new Set<string>();
const mostSound = 200;

function checkOnce(schema: JsonSchema, at: Place, report: Report): void {
  const text = JSON.stringify(schema);
  if (sound.has(text)) return;
  const known = report.problems.length;
  checkSchema(schema, at, report);
  if (report.problems.length > known) return;
  if (sound.size >= mostSound) sound.clear();
  sound.add(text);
}

/**
 * Checks what can be checked although the schema has other problems, so that all problems are reported at
 * once.
 */
function checkWords(schema: JsonSchema, at: Place, report: Report): void {
  const draft = draftOf(schema);
  if (draft === undefined) return;
  const known = report.problems.filter(({ file }) => file === at.file).map(({ pointer }) => pointer);
  const further: Report = {
    problems: report.problems,
    add: (place, ...told) => {
      if (!known.some((pointer) => isAlong(pointer, pointerOf(place.path)))) report.add(place, ...told);
    },
  };
  checkFormats(schema, Object.keys(newAjv(draft).formats), at, further);
  checkMeaning(schema, draft, at, further);
}

/** Returns true if one pointer is equal to the other or inside it. */
function isAlong(one: string, other: string): boolean {
  return isWithin(one, other) || isWithin(other, one);
}

function checkSchema(schema: JsonSchema, at: Place, report: Report): void {
  const draft = draftOf(schema);
  if (draft === undefined) {
    const isOld = /draft-0[0-3]\//.test(String(schema.$schema));
    const older =
      '"http://json-schema.org/draft-07/schema#" (there "exclusiveMinimum" is a number, and "required" a list) or ';
    const instead = `${isOld ? older : ''}"https://json-schema.org/draft/2020-12/schema"`;
    const reason = `${JSON.stringify(schema.$schema)} is not a draft that forms are written in; use ${instead}`;
    report.add(within(at, '$schema'), 'unknown-draft', reason);
    return;
  }
  // The code runs once for a few examples, so optimising it takes longer than it saves.
  const ajv = newAjv(draft, { code: { optimize: false } });
  checkFormats(schema, Object.keys(ajv.formats), at, report);
  if (!checkMeaning(schema, draft, at, report)) return;
  try {
    checkExamples(schema, ajv.compile(compilable(schema)), at, report);
  } catch (error) {
    const reason = `not a JSON Schema: ${error instanceof Error ? error.message : String(error)}`;
    report.add(at, 'bad-schema', reason);
  }
}

function checkExamples(schema: JsonSchema, check: ValidateFunction, at: Place, report: Report): void {
  for (const [index, example] of asList(schema.examples).entries()) {
    if (check(example)) continue;
    const [first] = check.errors ?? [];
    const missing: unknown = first?.params.missingProperty;
    const steps = stepsOf(first?.schemaPath.slice(1) ?? '').slice(0, -1);
    const named = asList(valueAt(schema, [...steps, 'required'])).indexOf(missing);
    if (first?.instancePath === '' && named !== -1 && !isField(schema, missing)) {
      const reason = `"${String(missing)}" is required, but there is no such field`;
      const known = Object.keys(asObject(schema.properties));
      report.add(within(at, ...steps, 'required', named), 'unknown-field', reason, {
        wrong: String(missing),
        known,
      });
      continue;
    }
    const reason = `the example does not fit its own schema: ${first?.instancePath} ${first?.message} (${first?.schemaPath}); correct one of them`;
    report.add(within(at, 'examples', index), 'bad-example', reason);
  }
}

/** Returns true if the root or any schema inside it has a property with the name. */
function isField(schema: JsonSchema, name: unknown): boolean {
  return [...subschemas(schema)].some(({ schema: inner }) =>
    Object.hasOwn(asObject(inner.properties), String(name)),
  );
}

function checkFormats(root: JsonSchema, known: readonly string[], at: Place, report: Report): void {
  for (const { schema, path } of subschemas(root)) {
    const { format } = schema;
    if (typeof format !== 'string' || known.includes(format)) continue;
    const name = { wrong: format, known };
    const reason = `unknown format "${format}"; ${formatsInstead[format] ?? 'say by "pattern" how it is written, or take it out'}`;
    report.add(within(at, ...path, 'format'), 'unknown-format', reason, name);
  }
}

const upload =
  'a file is uploaded by a field of its own: a list of texts with "ui:widget": "photos" or "files" in ui.json';

const formatsInstead: Readonly<Record<string, string>> = {
  'data-url': upload,
  file: upload,
  color: 'have it drawn by "ui:widget": "color" in ui.json, and say by "pattern" how it is written',
  phone: 'have it drawn by "ui:widget": "tel" in ui.json',
  tel: 'have it drawn by "ui:widget": "tel" in ui.json',
  textarea: 'have it drawn by "ui:widget": "textarea" in ui.json',
  'alt-date': 'use "date"',
  'alt-datetime': 'use "date-time"',
  datetime: 'use "date-time"',
  iri: 'use "uri"',
  'iri-reference': 'use "uri-reference"',
  'idn-email': 'use "email"',
  'idn-hostname': 'use "hostname"',
};
