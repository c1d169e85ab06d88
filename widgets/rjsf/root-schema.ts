import type { FieldPlan, JsonSchema, Plan, UiSchema, ValueKind } from '#engine';
import { asObject } from '#engine/json-schema/values.ts';
import { isDrawnBySchema, isNested } from '../nested/needs-nested-fields.ts';

/** What RJSF is told of the fields that are drawn, by their names. */
export interface RootSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly ui: UiSchema;
}

/**
 * The fields to be drawn in the words of RJSF, in the plan's order. A flat one needs no more than a type and a widget, because its plan
 * says the rest; a nested one has its own schema, as `properties` gives it.
 */
export function rootSchemaOf(
  type: Plan['type'],
  fields: readonly FieldPlan[],
  properties: JsonSchema,
): RootSchema {
  const schemaOf = ({ name, definition }: FieldPlan) =>
    isNested(definition) ? asObject(properties[name]) : flatSchemas[definition.kind];
  const uiOf = (field: FieldPlan) =>
    isNested(field.definition) ? nestedUi(field, type?.uiSchema[field.name]) : flatUi(field);
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

function flatUi({ definition }: FieldPlan): UiSchema {
  return { 'ui:widget': definition.widget };
}

/** What the UI schema says, under the plan's label. */
function nestedUi({ definition, label }: FieldPlan, ui: unknown): UiSchema {
  const { 'ui:widget': _widget, 'ui:title': _title, 'ui:options': options, ...rest } = asObject(ui);
  const { widget: _other, ...otherOptions } = asObject(options);
  const widget = isDrawnBySchema(definition) ? {} : { 'ui:widget': definition.widget };
  return { ...rest, 'ui:options': otherOptions, 'ui:title': label, ...widget };
}
