import { memoizeByObject } from '../memoize.ts';
import { typeField, uploadField } from '../names.ts';
import type { FieldDefinition, Form, Json, Plan, Values, WireField } from '../types.ts';
import { getWidgetBehaviour } from '../widgets.ts';

/**
 * Returns every argument of the form's mutation that carries a form value: `enquiry_type` and `upload` (if a
 * type has it) first, then each field of any enquiry type once, in the order of the types. A form that was sent to a page lacks
 * some types, so it contains this list (`Form.wire`).
 */
export function listWireFields(form: Form): readonly WireField[] {
  return form.wire ?? getCachedWireFields(form);
}

/**
 * Returns the effective values of a plan as they are sent, by argument; an empty one, or one of another type,
 * is `WireField.empty`. A field is left out if its preset may be in a list that is not loaded, because `null`
 * would state that the visitor emptied it.
 */
export function toVariables(form: Form, plan: Plan): Readonly<Record<string, Json>> {
  const awaited = new Set(
    plan.fields.flatMap(({ name, optionsState }) => (optionsState === 'ready' ? [] : [name])),
  );
  const variables: Record<string, Json> = {};
  for (const { name, empty, hasPreset } of listWireFields(form)) {
    const value = plan.values[name];
    if (value !== undefined || !(hasPreset && awaited.has(name))) variables[name] = value ?? empty;
  }
  return variables;
}

/**
 * Returns the values by field, as if a visitor had entered them: the inverse of `toVariables`. An empty value
 * is `null` if the field may have a preset, else it is absent, like a missing variable. Variables that are
 * not form values (`domain`) are left out.
 */
export function fromVariables(form: Form, variables: Values): Values {
  const values: Record<string, unknown> = {};
  for (const { name, hasPreset } of listWireFields(form)) {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (!isEmpty(value)) values[name] = value;
    else if (hasPreset && value !== undefined) values[name] = null;
  }
  return values;
}

const getCachedWireFields = memoizeByObject(collectWireFields);

/**
 * Computes the result of `listWireFields`. If several types have a field, the first one decides its kind and
 * its empty value.
 */
function collectWireFields(form: Form): readonly WireField[] {
  const definitions = form.types.flatMap((type) => type.fields);
  const fields = new Map<string, WireField>([[typeField, { name: typeField, kind: 'integer', empty: null }]]);
  if (definitions.some(({ name }) => name === uploadField))
    fields.set(uploadField, { name: uploadField, kind: 'json', empty: [] });
  const fieldsWithRulePreset = new Set(form.rules.flatMap(({ then }) => Object.keys(then.preset ?? {})));
  for (const definition of definitions) {
    const { name } = definition;
    if (name === typeField) continue;
    const known = fields.get(name) ?? toWireField(definition);
    fields.set(name, {
      ...known,
      ...(definition.isLong && { isLong: true }),
      ...(canBeEmptied(definition, fieldsWithRulePreset) && { hasPreset: true }),
    });
  }
  return [...fields.values()];
}

/** Returns true if the field may have a preset that a visitor can empty. A checkbox cannot be emptied. */
function canBeEmptied(definition: FieldDefinition, fieldsWithRulePreset: ReadonlySet<string>): boolean {
  return (
    (definition.default !== undefined || fieldsWithRulePreset.has(definition.name)) && !isCheckbox(definition)
  );
}

/**
 * Converts a definition to a wire field. An empty consent is sent as `false` (docs/contract.md, "GraphQL"),
 * any other empty checkbox as `null`, because the answer is unknown.
 */
function toWireField(definition: FieldDefinition): WireField {
  const { name, kind, widget } = definition;
  const isAgreement = isCheckbox(definition) && widget === 'terms';
  return { name, kind, empty: isAgreement ? false : null };
}

/** Returns true for a boolean field with the widget `checkbox` or `terms`. */
export function isCheckbox({ kind, widget }: FieldDefinition): boolean {
  return kind === 'boolean' && getWidgetBehaviour(widget).posts === 'tick';
}

/** Returns true for null, undefined and an empty list. An empty text is not empty here. */
function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}
