import { dereference } from '../json-schema/references.ts';
import { findPropertySchemas } from '../json-schema/schemas-at.ts';
import { asList, asObject, isObject, toText } from '../json-schema/values.ts';
import type { JsonSchema, UiSchema } from '../model/types.ts';
import { isUploadWidget } from '../model/uploads.ts';
import { isWidgetName, listWidgetsWithProperty, widgetUses } from '../model/widgets.ts';
import { explainImagesMisfit, explainOtherMisfit, explainWidgetMisfit } from './fields/widget-misfit.ts';
import { type DocumentPath, extendPath, type ProblemReport } from './report.ts';

export interface UiSources {
  readonly schema: JsonSchema;
  /** A UI schema as it is written: that of the form or the shared one, before they are merged. */
  readonly ui: UiSchema;
  readonly at: DocumentPath;
}

/**
 * Reports every option of a UI schema that has no effect (unknown options, options of another kind of field,
 * options of nested fields that do not exist), and widgets that cannot draw their value. `slipway check`
 * reports top-level fields that do not exist.
 */
export function checkUi({ schema, ui, at }: UiSources, report: ProblemReport): void {
  const properties = findPropertySchemas(schema, schema);
  for (const [name, node] of Object.entries(ui)) {
    if (name.startsWith('ui:') || !properties.has(name)) continue;
    checkUiNode(
      { node, schemas: properties.get(name) ?? [], root: schema, at: extendPath(at, name), depth: 0 },
      report,
    );
  }
}

/** A part of a UI schema, with the value that it is about. */
interface UiNode {
  readonly node: unknown;
  /** The schemas of the value, from one or more branches. */
  readonly schemas: readonly JsonSchema[];
  readonly root: JsonSchema;
  readonly at: DocumentPath;
  /** The number of levels below the top-level field; 0 for the field itself. */
  readonly depth: number;
}

/**
 * Checks the options of a node and the nodes inside it. A list of nodes is checked node by node; any other
 * value is skipped.
 */
function checkUiNode(uiNode: UiNode, report: ProblemReport): void {
  const { node, at } = uiNode;
  if (Array.isArray(node)) {
    for (const [index, one] of node.entries())
      checkUiNode(
        { ...uiNode, node: one, schemas: getSchemasAtIndex(uiNode, index), at: extendPath(at, index) },
        report,
      );
    return;
  }
  if (!isObject(node)) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'ui:options') checkUiOptions(uiNode, value, report);
    else if (key.startsWith('ui:'))
      checkUiOption(uiNode, key.slice('ui:'.length), extendPath(at, key), report);
    else checkInnerNode(uiNode, key, value, report);
  }
}

/** Checks the options inside `ui:options`. */
function checkUiOptions(uiNode: UiNode, options: unknown, report: ProblemReport): void {
  for (const key of Object.keys(asObject(options)))
    checkUiOption(uiNode, key, extendPath(uiNode.at, 'ui:options', key), report);
}

/**
 * Reports an option that is unknown or has no effect on this value, and a widget that cannot draw the value.
 * Reports nothing if a custom component draws the value.
 */
function checkUiOption(uiNode: UiNode, option: string, at: DocumentPath, report: ProblemReport): void {
  const ui = asObject(uiNode.node);
  const widget = ui['ui:widget'] ?? asObject(ui['ui:options']).widget;
  // A custom component may read any option.
  if (ui['ui:field'] !== undefined || /^[A-Z]/.test(toText(widget ?? ''))) return;
  const checkOption = optionChecks[option];
  if (checkOption === undefined) {
    const known = Object.keys(optionChecks);
    const reason = `unknown option "${option}", which would have no effect`;
    report.add(at, 'idle-option', reason, { wrong: option, known });
    return;
  }
  const why = checkOption(findValueKinds(uiNode, widget), { depth: uiNode.depth, widget });
  const misfit =
    option === 'widget'
      ? (explainNestedUpload(widget, uiNode.depth) ??
        explainWidgetMisfit(widget, uiNode.schemas, uiNode.root))
      : option === 'other' && why === undefined
        ? explainOtherMisfit(uiNode.schemas, uiNode.root)
        : option === 'images' && why === undefined
          ? explainImagesMisfit(
              ui['ui:images'] ?? asObject(ui['ui:options']).images,
              uiNode.schemas,
              uiNode.root,
            )
          : undefined;
  if (misfit !== undefined) report.add(at, 'bad-widget', misfit);
  if (why !== undefined) report.add(at, 'idle-option', `"${option}" has no effect here: ${why}; remove it`);
}

/**
 * Returns the reason why a nested value cannot have this widget, because it uploads files; undefined for other
 * widgets, and for a field of the form itself.
 */
function explainNestedUpload(widget: unknown, depth: number): string | undefined {
  return depth > 0 && isWidgetName(widget) && isUploadWidget(widget)
    ? `"${widget}" uploads files, which only a field of the form itself can; move it out of its object or list`
    : undefined;
}

/** The kind of a value, as far as options depend on it. */
type UiValueKind = 'text' | 'area' | 'choice' | 'list' | 'object' | 'tick' | 'unknown';
/**
 * Returns the reason why an option has no effect on a value of these kinds, with this widget and at this
 * depth; undefined if it has one.
 */
type OptionCheck = (
  kinds: ReadonlySet<UiValueKind>,
  place: { readonly depth: number; readonly widget: unknown },
) => string | undefined;

/** Finds nothing wrong with an option, whatever the value. */
const allowAlways: OptionCheck = () => undefined;
/**
 * Creates a check that allows an option for some kinds of values, and for a value of unknown kind. `what`
 * describes the kinds in the message.
 */
const allowForKinds =
  (wanted: readonly UiValueKind[], what: string): OptionCheck =>
  (kinds) =>
    kinds.has('unknown') || wanted.some((kind) => kinds.has(kind)) ? undefined : `it is for ${what}`;
/** Returns a reason for every nested field; undefined for a top-level field. */
const allowForTopLevelFields: OptionCheck = (_kinds, { depth }) =>
  depth === 0 ? undefined : 'it is for a field itself, not for a nested field';
const allowForTexts = allowForKinds(['text', 'area', 'choice'], 'typed answers');

/** Creates a check that allows a property of widgets for these, and for a value of unknown kind. */
function allowForWidgetsWith(property: string): OptionCheck {
  const names = listWidgetsWithProperty(property);
  const quoted = names.map((name) => `"${name}"`).join(', ');
  return (kinds, { widget }) =>
    kinds.has('unknown') || names.some((name) => name === widget)
      ? undefined
      : `it is for the widget ${quoted}`;
}

/** The check of each option, by its name without `ui:`. */
const optionChecks: Readonly<Record<string, OptionCheck>> = {
  widget: allowAlways,
  field: allowAlways,
  title: allowAlways,
  description: allowAlways,
  help: allowAlways,
  disabled: allowAlways,
  readonly: allowAlways,
  optionSet: allowForTopLevelFields,
  requiredMark: allowForTopLevelFields,
  wide: allowForTopLevelFields,
  prefill: allowForTopLevelFields,
  placeholder: allowForTexts,
  autocomplete: allowForTexts,
  inputMode: allowForKinds(['text'], 'answers typed in one line'),
  enumNames: allowForKinds(['choice'], 'fields with choices'),
  enumDisabled: allowForKinds(['choice'], 'fields with choices'),
  enumOrder: allowForKinds(['choice'], 'fields with choices'),
  order: allowForKinds(['object'], 'objects'),
  addable: allowForKinds(['list'], 'lists'),
  removable: allowForKinds(['list'], 'lists'),
  orderable: allowForKinds(['list'], 'lists'),
  ...Object.fromEntries(
    Object.values(widgetUses)
      .flatMap(({ properties = {} }) => Object.keys(properties))
      .map((property) => [property, allowForWidgetsWith(property)]),
  ),
};

/**
 * Returns the kinds of a value, as all its schemas and its widget determine them; `unknown` if they do not.
 */
function findValueKinds({ schemas, root, node }: UiNode, widget: unknown): ReadonlySet<UiValueKind> {
  const kinds = new Set<UiValueKind>(schemas.length === 0 ? ['unknown'] : []);
  const { 'ui:optionSet': set } = asObject(node);
  for (const written of schemas) {
    const schema = dereference(written, root);
    const { type, items } = schema;
    const names = Array.isArray(type) ? type : [type];
    const isList = names.includes('array') || items !== undefined || schema.prefixItems !== undefined;
    if (hasChoices(schema) || set !== undefined || (isList && hasChoices(dereference(items, root))))
      kinds.add('choice');
    if (isList) kinds.add('list');
    if (names.includes('object') || schema.properties !== undefined) kinds.add('object');
    if (names.includes('boolean')) kinds.add(widget === 'radio' || widget === 'select' ? 'choice' : 'tick');
    if (names.some((name) => ['string', 'number', 'integer'].includes(toText(name))))
      kinds.add(widget === 'textarea' ? 'area' : 'text');
    if (type === undefined && kinds.size === 0) kinds.add('unknown');
  }
  return kinds;
}

/** Returns true if a schema has an `enum`, or branches that are all constants. */
function hasChoices({ enum: list, oneOf, anyOf }: JsonSchema): boolean {
  const branches = asList(oneOf ?? anyOf).map(asObject);
  return (
    Array.isArray(list) || (branches.length > 0 && branches.every((branch) => branch.const !== undefined))
  );
}

/**
 * Checks the node of a UI schema under a key that names a nested value. Reports the key if there is no such
 * value, unless the schema allows any name.
 */
function checkInnerNode(uiNode: UiNode, key: string, value: unknown, report: ProblemReport): void {
  const { schemas, root, at, depth } = uiNode;
  const inner = { node: value, root, at: extendPath(at, key), depth: depth + 1 };
  const properties = new Map(schemas.flatMap((schema) => [...findPropertySchemas(schema, root)]));
  const named = properties.get(key);
  const isOpen =
    schemas.length === 0 || schemas.some((schema) => allowsAnyPropertyName(dereference(schema, root)));
  const innerSchemas = named ?? findSchemasByContainerKey(schemas, key, root) ?? (isOpen ? [] : undefined);
  if (innerSchemas) {
    checkUiNode({ ...inner, schemas: innerSchemas }, report);
    return;
  }
  report.add(extendPath(at, key), 'idle-option', `there is no "${key}" inside this field`, {
    wrong: key,
    known: [...properties.keys(), ...Object.keys(containerKeywords)],
  });
}

/**
 * The keys of a UI schema for the items of a list, for additional properties and for branches, with the
 * keywords they correspond to in RJSF.
 */
const containerKeywords: Readonly<Record<string, readonly string[]>> = {
  items: ['items', 'prefixItems'],
  additionalItems: ['additionalItems', 'items'],
  additionalProperties: ['additionalProperties', 'patternProperties'],
  anyOf: ['anyOf'],
  oneOf: ['oneOf'],
};

/**
 * Returns the schemas to which a key such as `items` or `anyOf` refers. Returns undefined for any other key,
 * and if there are no such schemas; an empty list if all of them are `true` or `false`.
 */
function findSchemasByContainerKey(
  schemas: readonly JsonSchema[],
  key: string,
  root: JsonSchema,
): readonly JsonSchema[] | undefined {
  if (!Object.hasOwn(containerKeywords, key)) return undefined;
  const keywords = containerKeywords[key] ?? [];
  const innerSchemas = schemas.flatMap((schema) =>
    keywords.flatMap((keyword) => dereference(schema, root)[keyword] ?? []),
  );
  return innerSchemas.length === 0 ? undefined : innerSchemas.filter(isObject);
}

/** Returns the schema at an index as a list of one, or an empty list if there is none. */
function getSchemasAtIndex({ schemas }: UiNode, index: number): readonly JsonSchema[] {
  const schema = schemas[index];
  return schema ? [schema] : [];
}

/**
 * Returns true if a schema has `patternProperties`, or `additionalProperties` that are `true` or a schema.
 */
function allowsAnyPropertyName({ additionalProperties, patternProperties }: JsonSchema): boolean {
  return additionalProperties === true || isObject(additionalProperties) || patternProperties !== undefined;
}
