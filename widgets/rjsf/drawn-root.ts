import type { FieldDefinition, FieldPlan, JsonSchema, Plan, UiSchema, WidgetName } from '#engine';
import { typeField } from '#engine';
import { asObject } from '../schema/schema-walk.ts';
import { settledRoot } from '../validators/conditional-fields.ts';
import type { ValidatorModule } from '../validators/validator-module.ts';

/** What RJSF is given to draw. */
export interface DrawnRoot {
  readonly schema: JsonSchema;
  readonly uiSchema: UiSchema;
}

/**
 * The fields that are there, in the plan's order. One that a widget draws needs no more than its type: the plan knows the rest.
 * One with an inside has its schema, conditions of the root resolved.
 */
export function drawnRoot(plan: Plan, module: ValidatorModule | undefined): DrawnRoot {
  const fields = plan.fields.filter(({ name, visibility }) => name !== typeField && visibility !== 'hidden');
  const inner = fields.some(hasInside) ? asObject(settledRoot(plan, module).properties) : {};
  const properties = fields.map((field) => [field.name, schemaOf(field, inner[field.name])] as const);
  const ui = fields.map((field) => [field.name, uiOf(field, plan.type?.uiSchema[field.name])] as const);
  return {
    schema: { $id: plan.type?.schema.$id, type: 'object', properties: Object.fromEntries(properties) },
    // Object keys that look like numbers would go first.
    uiSchema: { 'ui:order': fields.map(({ name }) => name), ...Object.fromEntries(ui) },
  };
}

/** Whether a field's value is an object or a list that RJSF draws the inside of. Photos look after themselves. */
export function hasInside({ definition }: FieldPlan): boolean {
  return definition.kind === 'json' && definition.widget !== 'photos';
}

/** Widgets that stand for RJSF's own way to draw a schema. */
export const drawnByRjsf: readonly WidgetName[] = ['object', 'array', 'any'];

function schemaOf(field: FieldPlan, schema: unknown): JsonSchema {
  return hasInside(field) ? asObject(schema) : types[field.definition.kind];
}

/** The same objects always, so that RJSF's comparisons end at once. */
const types: Readonly<Record<FieldDefinition['kind'], JsonSchema>> = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  id: { type: 'string' },
  json: { type: 'string' },
};

function uiOf(field: FieldPlan, ui: unknown): UiSchema {
  const { definition, label } = field;
  const { widget } = definition;
  if (!hasInside(field)) return widgetUi(widget);
  const { 'ui:widget': _widget, 'ui:title': _title, 'ui:options': options, ...rest } = asObject(ui);
  const { widget: _other, ...kept } = asObject(options);
  const own = drawnByRjsf.includes(widget) ? {} : { 'ui:widget': widget };
  return { ...rest, 'ui:options': kept, 'ui:title': label, ...own };
}

const widgetUis = new Map<WidgetName, UiSchema>();

function widgetUi(widget: WidgetName): UiSchema {
  let ui = widgetUis.get(widget);
  if (ui === undefined) {
    ui = { 'ui:widget': widget };
    widgetUis.set(widget, ui);
  }
  return ui;
}
