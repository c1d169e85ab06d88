import type { FieldPlan, JsonSchema, Plan, UiSchema, ValueKind } from '#engine';
import { asObject } from '#engine/json-schema/values.ts';
import { isDrawnBySchema, isNested, isOwn } from '../nested/needs-nested-fields.ts';

/** The schema and UI schema that RJSF gets for the fields that are rendered, by field name. */
export interface RootSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly ui: UiSchema;
}

/**
 * Converts the fields to schemas for RJSF, in the plan's order. A flat field needs only a type and a widget,
 * because its plan contains the rest. A nested field and one with a custom component have their own schema,
 * from `properties`.
 */
export function rootSchemaOf(
  type: Plan['type'],
  fields: readonly FieldPlan[],
  properties: JsonSchema,
): RootSchema {
  const written = asObject(type?.schema.properties);
  const schemaOf = ({ name, definition }: FieldPlan) => {
    if (isNested(definition)) return asObject(properties[name]);
    const flat = flatSchemas[definition.kind];
    return isOwn(definition) ? { ...flat, ...asObject(properties[name] ?? written[name]) } : flat;
  };
  const uiOf = (field: FieldPlan) => {
    const ui = type?.uiSchema[field.name];
    if (isNested(field.definition)) return nestedUi(field, ui);
    return isOwn(field.definition) ? ownUi(ui) : { 'ui:widget': field.definition.widget };
  };
  return {
    properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
    ui: Object.fromEntries(fields.map((field) => [field.name, uiOf(field)])),
  };
}

const flatSchemas: Readonly<Record<ValueKind, JsonSchema>> = {
  string: { type: 'string' },
  id: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  json: { type: 'array' },
};

/** Returns the whole UI schema of a field, which is passed to its custom component. */
function ownUi(ui: unknown): UiSchema {
  return { ...asObject(ui), 'ui:fieldReplacesAnyOrOneOf': true };
}

/** Returns the UI schema of a nested field with the plan's label. */
function nestedUi({ definition, label }: FieldPlan, ui: unknown): UiSchema {
  const { 'ui:widget': _widget, 'ui:title': _title, 'ui:options': options, ...rest } = asObject(ui);
  const { widget: _other, ...otherOptions } = asObject(options);
  const widget = isDrawnBySchema(definition) ? {} : { 'ui:widget': definition.widget };
  return { ...rest, 'ui:options': otherOptions, 'ui:title': label, ...widget };
}
