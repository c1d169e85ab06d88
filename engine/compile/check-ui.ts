import { propertySchemas } from '../json-schema/places.ts';
import { dereference } from '../json-schema/references.ts';
import { asList, asObject, isObject } from '../json-schema/values.ts';
import type { JsonSchema, UiSchema } from '../types.ts';
import { type Place, type Report, within } from './report.ts';
import { widgetMisfit } from './widget-misfit.ts';

export interface UiSources {
  readonly schema: JsonSchema;
  /** The form's own UI schema, before it was merged with the shared one. */
  readonly ui: UiSchema;
  readonly at: Place;
}

/**
 * Reports every option of a UI schema that has no effect: unknown options, options of another kind of field,
 * options of nested fields that do not exist. `slipway check` reports top-level fields that do not exist.
 */
export function checkUi({ schema, ui, at }: UiSources, report: Report): void {
  const properties = propertySchemas(schema, schema);
  for (const [name, node] of Object.entries(ui)) {
    if (name.startsWith('ui:') || !properties.has(name)) continue;
    visit(
      { node, schemas: properties.get(name) ?? [], root: schema, at: within(at, name), depth: 0 },
      report,
    );
  }
}

interface Node {
  readonly node: unknown;
  /** The schemas of the value, from one or more branches. */
  readonly schemas: readonly JsonSchema[];
  readonly root: JsonSchema;
  readonly at: Place;
  readonly depth: number;
}

function visit(place: Node, report: Report): void {
  const { node, at } = place;
  if (Array.isArray(node)) {
    for (const [index, one] of node.entries())
      visit({ ...place, node: one, schemas: memberSchemas(place, index), at: within(at, index) }, report);
    return;
  }
  if (!isObject(node)) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'ui:options') checkOptions(place, value, report);
    else if (key.startsWith('ui:')) checkOption(place, key.slice('ui:'.length), within(at, key), report);
    else visitInner(place, key, value, report);
  }
}

function checkOptions(place: Node, options: unknown, report: Report): void {
  for (const key of Object.keys(asObject(options)))
    checkOption(place, key, within(place.at, 'ui:options', key), report);
}

function checkOption(place: Node, option: string, at: Place, report: Report): void {
  const ui = asObject(place.node);
  const widget = ui['ui:widget'] ?? asObject(ui['ui:options']).widget;
  // A custom component may read any option.
  if (ui['ui:field'] !== undefined || /^[A-Z]/.test(String(widget ?? ''))) return;
  const known = Object.keys(heeded);
  const heeds = heeded[option];
  if (heeds === undefined) {
    const reason = `unknown option "${option}", which nothing would heed`;
    report.add(at, 'idle-option', reason, { wrong: option, known });
    return;
  }
  const why = heeds(kindsOf(place, widget), place.depth);
  const misfit = option === 'widget' ? widgetMisfit(widget, place.schemas, place.root) : undefined;
  if (misfit !== undefined) report.add(at, 'bad-widget', misfit);
  if (why !== undefined) report.add(at, 'idle-option', `"${option}" does nothing here: ${why}; take it out`);
}

/** The kind of a value, as far as options depend on it. */
type Kind = 'text' | 'area' | 'choice' | 'list' | 'object' | 'tick' | 'unknown';
type Heeding = (kinds: ReadonlySet<Kind>, depth: number) => string | undefined;

const always: Heeding = () => undefined;
const ofKinds =
  (wanted: readonly Kind[], what: string): Heeding =>
  (kinds) =>
    kinds.has('unknown') || wanted.some((kind) => kinds.has(kind)) ? undefined : `it is for ${what}`;
const ofFields: Heeding = (_kinds, depth) =>
  depth === 0 ? undefined : 'it is for a field itself, not for what is inside one';
const texts = ofKinds(['text', 'area', 'choice'], 'what is typed');

/** The check of each option. It returns the reason why the option has no effect, or undefined. */
const heeded: Readonly<Record<string, Heeding>> = {
  widget: always,
  field: always,
  title: always,
  description: always,
  help: always,
  disabled: always,
  readonly: always,
  optionSet: ofFields,
  requiredMark: ofFields,
  wide: ofFields,
  placeholder: texts,
  autocomplete: texts,
  inputMode: ofKinds(['text'], 'what is typed in one line'),
  enumNames: ofKinds(['choice'], 'what has choices'),
  enumDisabled: ofKinds(['choice'], 'what has choices'),
  rows: ofKinds(['area'], 'the widget "textarea"'),
  order: ofKinds(['object'], 'objects'),
  addable: ofKinds(['list'], 'lists'),
  removable: ofKinds(['list'], 'lists'),
  orderable: ofKinds(['list'], 'lists'),
};

function kindsOf({ schemas, root, node }: Node, widget: unknown): ReadonlySet<Kind> {
  const kinds = new Set<Kind>(schemas.length === 0 ? ['unknown'] : []);
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
    if (names.some((name) => ['string', 'number', 'integer'].includes(String(name))))
      kinds.add(widget === 'textarea' ? 'area' : 'text');
    if (type === undefined && kinds.size === 0) kinds.add('unknown');
  }
  return kinds;
}

function hasChoices({ enum: list, oneOf, anyOf }: JsonSchema): boolean {
  const branches = asList(oneOf ?? anyOf).map(asObject);
  return (
    Array.isArray(list) || (branches.length > 0 && branches.every((branch) => branch.const !== undefined))
  );
}

function visitInner(place: Node, key: string, value: unknown, report: Report): void {
  const { schemas, root, at, depth } = place;
  const inner = { node: value, root, at: within(at, key), depth: depth + 1 };
  const properties = new Map(schemas.flatMap((schema) => [...propertySchemas(schema, root)]));
  const named = properties.get(key);
  const isOpen = schemas.length === 0 || schemas.some((schema) => takesAnyName(dereference(schema, root)));
  const held = named ?? heldBy(schemas, key, root) ?? (isOpen ? [] : undefined);
  if (held) {
    visit({ ...inner, schemas: held }, report);
    return;
  }
  report.add(within(at, key), 'idle-option', `there is no "${key}" inside this field`, {
    wrong: key,
    known: [...properties.keys(), ...Object.keys(containers)],
  });
}

/**
 * The keys of a UI schema for the items of a list, for additional properties and for branches, with the
 * keywords they correspond to in RJSF.
 */
const containers: Readonly<Record<string, readonly string[]>> = {
  items: ['items', 'prefixItems'],
  additionalItems: ['additionalItems', 'items'],
  additionalProperties: ['additionalProperties', 'patternProperties'],
  anyOf: ['anyOf'],
  oneOf: ['oneOf'],
};

function heldBy(
  schemas: readonly JsonSchema[],
  key: string,
  root: JsonSchema,
): readonly JsonSchema[] | undefined {
  if (!Object.hasOwn(containers, key)) return undefined;
  const keywords = containers[key] ?? [];
  const held = schemas.flatMap((schema) =>
    keywords.flatMap((keyword) => dereference(schema, root)[keyword] ?? []),
  );
  return held.length === 0 ? undefined : held.filter(isObject);
}

function memberSchemas({ schemas }: Node, index: number): readonly JsonSchema[] {
  const schema = schemas[index];
  return schema ? [schema] : [];
}

function takesAnyName({ additionalProperties, patternProperties }: JsonSchema): boolean {
  return additionalProperties === true || isObject(additionalProperties) || patternProperties !== undefined;
}
