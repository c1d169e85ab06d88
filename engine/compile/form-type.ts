import type { ValidateFunction } from 'ajv';
import { createAjv, getSchemaDraft, toCompilableSchema } from '../json-schema/ajv.ts';
import { hasDependentValues } from '../json-schema/dependent-values.ts';
import { inferDraft } from '../json-schema/infer-draft.ts';
import { getValueAt, isPointerWithin, parsePointer, toJsonPointer } from '../json-schema/pointers.ts';
import { asList, asObject, isObject, toText } from '../json-schema/values.ts';
import { iterateSchemas } from '../json-schema/walk.ts';
import type { Capacity, Documents, FormLink, FormType, Id, JsonSchema, UiSchema } from '../model/types.ts';
import { isWidgetName, widgetUses } from '../model/widgets.ts';
import { compileBlocks, getBlockNames } from './blocks.ts';
import { checkUi } from './check-ui.ts';
import {
  checkComponentName,
  compileFields,
  getProgramNames,
  type ProgramNames,
} from './fields/field-definitions.ts';
import { findVisitorFields, givesReceipt } from './fields/visitor-fields.ts';
import { listOptionSets } from './lists.ts';
import { type DocumentPath, extendPath, type ProblemReport } from './report.ts';
import { checkKeywordValues } from './schemas/check-keyword-values.ts';
import {
  checkChoiceLists,
  checkChoices,
  checkFalseProperties,
  checkKeywords,
} from './schemas/check-keywords.ts';
import { checkRoot } from './schemas/check-root.ts';
import { checkDocumentShape } from './schemas/check-shape.ts';
import { inlineReferences } from './schemas/references.ts';
import { simplifySchema } from './schemas/simplify-schema.ts';
import { compileSteps } from './steps.ts';

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
 * Compiles one enquiry type from its folder and the shared documents, and reports its problems. Returns
 * undefined if its documents cannot be read; a type with other problems is returned.
 */
export function compileType(
  entry: TypeEntry,
  source: Documents,
  report: ProblemReport,
): FormType | undefined {
  const schemaAt: DocumentPath = { file: `forms/${entry.folder}/schema.json`, path: [] };
  const uiAt: DocumentPath = { file: `forms/${entry.folder}/ui.json`, path: [] };
  const isReadable = checkDocumentShape(source, schemaAt.file, report);
  const ui = readUiSchema(source, uiAt.file, report);
  if (!isReadable || ui === undefined) return undefined;
  return compileReadableType(entry, { ...source, [uiAt.file]: ui }, { schemaAt, uiAt }, report);
}

/**
 * Returns a UI schema without the options that its meta schema refuses, which are reported, so that the rest is
 * checked as well. Undefined if a part of the whole form is refused: its fields may depend on that.
 */
function readUiSchema(documents: Documents, file: string, report: ProblemReport): UiSchema | undefined {
  const known = report.problems.length;
  if (checkDocumentShape(documents, file, report)) return documents[file] as UiSchema;
  let ui = documents[file];
  for (const { pointer, reason } of report.problems.slice(known)) {
    const path = parsePointer(pointer).map(String);
    const isOfField = path[0] !== undefined && !path[0].startsWith('ui:');
    if (!isOfField && !(path.length === 1 && reason.startsWith('unknown key'))) return undefined;
    ui = omitAt(ui, path);
  }
  return ui as UiSchema;
}

/** Returns a copy without the member or the item at a path; the value itself if there is none. */
function omitAt(value: unknown, [key = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value))
    // An item becomes an empty object, so that the others keep their positions.
    return value.map((item, index) =>
      String(index) !== key ? item : rest.length === 0 ? {} : omitAt(item, rest),
    );
  if (!isObject(value)) return value;
  const { [key]: inner, ...others } = value;
  return rest.length === 0 || inner === undefined ? others : { ...value, [key]: omitAt(inner, rest) };
}

interface TypePositions {
  readonly schemaAt: DocumentPath;
  readonly uiAt: DocumentPath;
}

/** Compiles an enquiry type whose documents have the right shape, as `compileType` does. */
function compileReadableType(
  entry: TypeEntry,
  documents: Documents,
  { schemaAt, uiAt }: TypePositions,
  report: ProblemReport,
): FormType | undefined {
  const written = documents[schemaAt.file];
  if (!checkRoot(written, schemaAt, report)) return undefined;
  const source = inferDraft(written);
  const known = report.problems.length;
  const definitions = asObject(asObject(documents['fields.json']).$defs);
  checkKeywords(source, schemaAt, documents, report);
  checkFalseProperties(source, schemaAt, report);
  checkChoices(source, schemaAt, report);
  checkChoiceLists(source, schemaAt, report);
  const inlined = inlineReferences(source, definitions, schemaAt, report);
  if (inlined === undefined) return undefined;
  const schema: JsonSchema = { ...simplifySchema(inlined), $id: `slipway:${entry.key}` };
  const uiSchema = mergeUiSchemas(documents['ui.json'] as UiSchema, documents[uiAt.file] as UiSchema, schema);
  const own = getProgramNames(documents['settings.json']);
  checkNestedComponentNames(uiSchema, uiAt, own, report);
  checkUi({ schema, ui: documents[uiAt.file] as UiSchema, at: uiAt }, report);
  checkUi({ schema, ui: documents['ui.json'] as UiSchema, at: { file: 'ui.json', path: [] } }, report);
  reportFormOnlyOptions(documents['ui.json'], report);
  const optionSets = listOptionSets(documents);
  const names = getBlockNames(uiSchema);
  const fields = compileFields({ schema, uiSchema, schemaAt, uiAt, own, optionSets, blocks: names }, report);
  const blocks = compileBlocks({ uiSchema, fields, uiAt }, report);
  const steps = compileSteps({ uiSchema, fields, blocks: names, uiAt }, report);
  const sources = {
    own: documents[uiAt.file] as UiSchema,
    shared: documents['ui.json'] as UiSchema,
    at: uiAt,
  };
  const visitor = findVisitorFields(sources, fields, report);
  if (report.problems.length === known) checkSchemaUnlessKnownValid(schema, schemaAt, report);
  else checkFormatsAndKeywordValues(schema, schemaAt, report);
  return {
    id: entry.id,
    key: entry.key,
    schema,
    uiSchema,
    fields,
    ...(blocks.length > 0 && { blocks }),
    ...(steps.length > 0 && { steps }),
    ...((hasLazyWidget(uiSchema) || hasLazyFormat(schema)) && { hasLateWidgets: true }),
    ...(hasDependentValues(schema) && { isDeciding: true }),
    submitLabel: typeof uiSchema['ui:submitLabel'] === 'string' ? uiSchema['ui:submitLabel'] : 'send-message',
    ...(visitor && { visitor }),
    ...(entry.retired === true && { isRetired: true as const }),
    ...(entry.names && { names: entry.names }),
    ...(isObject(uiSchema['ui:resume']) && { resume: { days: Number(uiSchema['ui:resume'].days) } }),
    ...(givesReceipt(sources, { visitor, fields }, report) && { receipt: true as const }),
    // The meta schema has checked its shape.
    ...(isObject(uiSchema['ui:capacity']) && { capacity: uiSchema['ui:capacity'] as unknown as Capacity }),
    links: Array.isArray(uiSchema['ui:links']) ? (uiSchema['ui:links'] as FormLink[]) : [],
  };
}

/** Returns true if a UI schema names a lazy widget, at any depth. */
function hasLazyWidget(node: unknown): boolean {
  /** Returns true for the name of a widget that is loaded later. */
  const isLazy = (name: unknown) => isWidgetName(name) && widgetUses[name].isLazy === true;
  if (!isObject(node)) return Array.isArray(node) && node.some(hasLazyWidget);
  return Object.entries(node).some(
    ([key, value]) => ((key === 'ui:widget' || key === 'widget') && isLazy(value)) || hasLazyWidget(value),
  );
}

/**
 * Returns true if a schema has a format that selects a lazy widget, so that the UI schema need not name it.
 */
function hasLazyFormat(schema: JsonSchema): boolean {
  return [...iterateSchemas(schema)].some(({ schema: { format } }) => lazyFormats.includes(format));
}

/** The formats whose usual widget is loaded later. */
const lazyFormats: readonly unknown[] = Object.values(widgetUses).flatMap(({ isLazy, formats = [] }) =>
  isLazy ? formats : [],
);

/**
 * Returns the form's own UI schema, with the shared options of each of its top-level fields. The form's own
 * options take precedence, each key as a whole.
 */
function mergeUiSchemas(shared: UiSchema, own: UiSchema, schema: JsonSchema): UiSchema {
  const { $schema: _meta, ...rest } = own;
  const names = Object.keys(schema.properties as object).filter((name) => isObject(shared[name]));
  const merged = names.map(
    (name) => [name, { ...(shared[name] as object), ...(own[name] as object | undefined) }] as const,
  );
  return { ...rest, ...Object.fromEntries(merged) };
}

/** The options that only the UI schema of one form can have. */
const formOnlyOptions: readonly string[] = [
  'ui:blocks',
  'ui:order',
  'ui:steps',
  'ui:submitLabel',
  'ui:links',
  'ui:resume',
  'ui:receipt',
  'ui:capacity',
];

/** Reports options of a whole form in the shared `ui.json`, where they have no effect. */
function reportFormOnlyOptions(shared: unknown, report: ProblemReport): void {
  for (const key of Object.keys(asObject(shared))) {
    if (!formOnlyOptions.includes(key)) continue;
    const reason = `"${key}" has no effect here: it is for one form; move it to forms/<folder>/ui.json`;
    report.add(extendPath({ file: 'ui.json', path: [] }, key), 'idle-option', reason);
  }
}

/**
 * Checks the names of components for nested values. Names for the fields themselves are checked when the
 * fields are compiled.
 */
function checkNestedComponentNames(
  uiSchema: UiSchema,
  at: DocumentPath,
  own: ProgramNames,
  report: ProblemReport,
): void {
  /** Checks the names of components in a node and in the nodes inside it. */
  const checkNamesInside = (node: unknown, place: DocumentPath) => {
    if (!isObject(node)) return;
    for (const [key, value] of Object.entries(node)) {
      const isDrawingName = key === 'ui:widget' || key === 'ui:field';
      if (isDrawingName && place.path.length > 1) checkComponentName(key, value, place, own, report);
      checkNamesInside(value, extendPath(place, key));
    }
  };
  checkNamesInside(uiSchema, at);
}

/** The texts of valid schemas. Editors compile the same schemas again and again. */
const validSchemas = new Set<string>();
/** The number of texts at which `validSchemas` is cleared. */
const maxValidSchemas = 200;

/**
 * Checks a schema by `checkSchema`, unless the same schema was valid before. A valid one is added to
 * `validSchemas`.
 */
function checkSchemaUnlessKnownValid(schema: JsonSchema, at: DocumentPath, report: ProblemReport): void {
  const text = JSON.stringify(schema);
  if (validSchemas.has(text)) return;
  const known = report.problems.length;
  checkSchema(schema, at, report);
  if (report.problems.length > known) return;
  if (validSchemas.size >= maxValidSchemas) validSchemas.clear();
  validSchemas.add(text);
}

/**
 * Checks the formats and the values of keywords in a schema that has other problems, so that all problems are
 * reported at once. Positions with a known problem are skipped. Checks nothing if the draft is unknown.
 */
function checkFormatsAndKeywordValues(schema: JsonSchema, at: DocumentPath, report: ProblemReport): void {
  const draft = getSchemaDraft(schema);
  if (draft === undefined) return;
  const known = report.problems.filter(({ file }) => file === at.file).map(({ pointer }) => pointer);
  const further: ProblemReport = {
    problems: report.problems,
    add: (place, ...details) => {
      if (!known.some((pointer) => isSameOrNestedPointer(pointer, toJsonPointer(place.path))))
        report.add(place, ...details);
    },
  };
  reportUnknownFormats(schema, Object.keys(createAjv(draft).formats), at, further);
  checkKeywordValues(schema, draft, at, further);
}

/** Returns true if two JSON Pointers are equal or one is inside the other. */
function isSameOrNestedPointer(one: string, other: string): boolean {
  return isPointerWithin(one, other) || isPointerWithin(other, one);
}

/**
 * Reports mistakes in the draft, the formats, the values of keywords and the examples of a schema. Examples
 * are checked only if the schema is valid.
 */
function checkSchema(schema: JsonSchema, at: DocumentPath, report: ProblemReport): void {
  const draft = getSchemaDraft(schema);
  if (draft === undefined) {
    const isOld = /draft-0[0-3]\//.test(toText(schema.$schema));
    const older =
      '"http://json-schema.org/draft-07/schema#" (there "exclusiveMinimum" is a number, and "required" a list) or ';
    const instead = `${isOld ? older : ''}"https://json-schema.org/draft/2020-12/schema"`;
    const reason = `${JSON.stringify(schema.$schema)} is not a draft that forms can be written in; use ${instead}`;
    report.add(extendPath(at, '$schema'), 'unknown-draft', reason);
    return;
  }
  // The code runs once for a few examples, so optimising it takes longer than it saves.
  const ajv = createAjv(draft, { code: { optimize: false } });
  reportUnknownFormats(schema, Object.keys(ajv.formats), at, report);
  if (!checkKeywordValues(schema, draft, at, report)) return;
  try {
    checkExamples(schema, ajv.compile(toCompilableSchema(schema)), at, report);
  } catch (error) {
    const reason = `not a JSON Schema: ${error instanceof Error ? error.message : String(error)}`;
    report.add(at, 'bad-schema', reason);
  }
}

/**
 * Reports examples that the schema rejects. If one lacks a required property that the schema nowhere has,
 * that name is reported instead.
 */
function checkExamples(
  schema: JsonSchema,
  check: ValidateFunction,
  at: DocumentPath,
  report: ProblemReport,
): void {
  for (const [index, example] of asList(schema.examples).entries()) {
    if (check(example)) continue;
    const [first] = check.errors ?? [];
    const missing: unknown = first?.params.missingProperty;
    const steps = parsePointer(first?.schemaPath.slice(1) ?? '').slice(0, -1);
    const named = asList(getValueAt(schema, [...steps, 'required'])).indexOf(missing);
    if (first?.instancePath === '' && named !== -1 && !hasPropertyAtAnyDepth(schema, missing)) {
      const reason = `"${toText(missing)}" is required, but there is no such field`;
      const known = Object.keys(asObject(schema.properties));
      report.add(extendPath(at, ...steps, 'required', named), 'unknown-field', reason, {
        wrong: toText(missing),
        known,
      });
      continue;
    }
    const reason = `the example does not fit its own schema: ${first?.instancePath} ${first?.message} (${first?.schemaPath}); correct one of them`;
    report.add(extendPath(at, 'examples', index), 'bad-example', reason);
  }
}

/** Returns true if a schema, or one inside it, names a property in `properties`. */
function hasPropertyAtAnyDepth(schema: JsonSchema, name: unknown): boolean {
  return [...iterateSchemas(schema)].some(({ schema: inner }) =>
    Object.hasOwn(asObject(inner.properties), toText(name)),
  );
}

/** Reports values of `format`, at any depth, that are not among the known ones. */
function reportUnknownFormats(
  root: JsonSchema,
  known: readonly string[],
  at: DocumentPath,
  report: ProblemReport,
): void {
  for (const { schema, path } of iterateSchemas(root)) {
    const { format } = schema;
    if (typeof format !== 'string' || known.includes(format)) continue;
    const name = { wrong: format, known };
    const reason = `unknown format "${format}"; ${formatAdvice[format] ?? 'describe it with "pattern", or remove it'}`;
    report.add(extendPath(at, ...path, 'format'), 'unknown-format', reason, name);
  }
}

const uploadAdvice =
  'a file needs a field of its own: a list of texts with "ui:widget": "photos" or "files" in ui.json';

/** The advice for formats of other tools and drafts, by the unknown format. */
const formatAdvice: Readonly<Record<string, string>> = {
  'data-url': uploadAdvice,
  file: uploadAdvice,
  color: 'use "ui:widget": "color" in ui.json, and describe it with "pattern"',
  phone: 'use "ui:widget": "tel" in ui.json',
  tel: 'use "ui:widget": "tel" in ui.json',
  textarea: 'use "ui:widget": "textarea" in ui.json',
  'alt-date': 'use "date"',
  'alt-datetime': 'use "date-time"',
  datetime: 'use "date-time"',
  iri: 'use "uri"',
  'iri-reference': 'use "uri-reference"',
  'idn-email': 'use "email"',
  'idn-hostname': 'use "hostname"',
};
