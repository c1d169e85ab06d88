import type { FieldPlan, JsonSchema, Plan, UiSchema, ValueKind } from '#engine';
import { asObject } from '#engine/json-schema/values.ts';
import { isNestedField, isRenderedBySchema, usesCustomComponent } from '../nested/needs-nested-fields.ts';

/** The schema and UI schema that RJSF gets for the fields that are rendered, by field name. */
export interface RootSchema {
  /** The JSON Schema of each field. */
  readonly properties: Readonly<Record<string, unknown>>;
  readonly ui: UiSchema;
}

/**
 * Returns the schemas for RJSF, in the order of `fields`. A flat field has only a type and a widget, because
 * its plan contains the rest. A nested field has its own schema from `properties`, and one with a custom
 * component has that of the type if `properties` lacks it.
 * @param properties The schemas of the fields, with conditions resolved. Empty while the module for nested
 * fields is not loaded or not needed.
 */
export function buildRootSchema(
  type: Plan['type'],
  fields: readonly FieldPlan[],
  properties: JsonSchema,
): RootSchema {
  const schemaProperties = asObject(type?.schema.properties);
  /** Returns the JSON Schema of one field. */
  const getFieldSchema = ({ name, definition }: FieldPlan) => {
    if (isNestedField(definition)) return asObject(properties[name]);
    const flat = flatSchemas[definition.kind];
    return usesCustomComponent(definition)
      ? { ...flat, ...asObject(properties[name] ?? schemaProperties[name]) }
      : flat;
  };
  /** Returns the UI schema of one field. */
  const getFieldUi = (field: FieldPlan) => {
    const ui = type?.uiSchema[field.name];
    if (isNestedField(field.definition)) return toNestedUi(field, ui);
    return usesCustomComponent(field.definition) ? toCustomUi(ui) : { 'ui:widget': field.definition.widget };
  };
  return {
    properties: Object.fromEntries(fields.map((field) => [field.name, getFieldSchema(field)])),
    ui: Object.fromEntries(fields.map((field) => [field.name, getFieldUi(field)])),
  };
}

/** The schemas of flat fields by the kind of value. A flat field of the kind `json` has a list of photos. */
const flatSchemas: Readonly<Record<ValueKind, JsonSchema>> = {
  string: { type: 'string' },
  id: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  json: { type: 'array' },
};

/**
 * Returns the whole UI schema of a field with a custom component. The added option makes RJSF pass `anyOf`
 * and `oneOf` to the component as well.
 */
function toCustomUi(ui: unknown): UiSchema {
  return { ...asObject(ui), 'ui:fieldReplacesAnyOrOneOf': true };
}

/**
 * Returns the UI schema of a nested field, with label and widget from the plan. It names no widget if RJSF
 * renders the field control by control.
 */
function toNestedUi({ definition, label }: FieldPlan, ui: unknown): UiSchema {
  const { 'ui:widget': _widget, 'ui:title': _title, 'ui:options': options, ...rest } = asObject(ui);
  const { widget: _other, ...otherOptions } = asObject(options);
  const widget = isRenderedBySchema(definition) ? {} : { 'ui:widget': definition.widget };
  return { ...rest, 'ui:options': otherOptions, 'ui:title': label, ...widget };
}
