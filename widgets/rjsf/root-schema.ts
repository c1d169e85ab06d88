import type { FieldPlan, JsonSchema, Plan, UiSchema, ValueKind } from '#engine';
import { asObject } from '#engine/json-schema/values.ts';
import { isDrawnBySchema, isNested, isOwn } from '../nested/needs-nested-fields.ts';

/** What RJSF is told of the fields that are drawn, by their names. */
export interface RootSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly ui: UiSchema;
}

/**
 * The fields to be drawn in the words of RJSF, in the plan's order. A flat one needs no more than a type and a widget, because its plan
 * says the rest; a nested one has its own schema, as `properties` gives it, and so has one that the program itself draws.
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

/** What the UI schema says: it names what draws the field, and all that it says is for that. */
function ownUi(ui: unknown): UiSchema {
  return { ...asObject(ui), 'ui:fieldReplacesAnyOrOneOf': true };
}

/** What the UI schema says, under the plan's label. */
function nestedUi({ definition, label }: FieldPlan, ui: unknown): UiSchema {
  const { 'ui:widget': _widget, 'ui:title': _title, 'ui:options': options, ...rest } = asObject(ui);
  const { widget: _other, ...otherOptions } = asObject(options);
  const widget = isDrawnBySchema(definition) ? {} : { 'ui:widget': definition.widget };
  return { ...rest, 'ui:options': otherOptions, 'ui:title': label, ...widget };
}
