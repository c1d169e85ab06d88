import type { FieldPlan, UiSchema, WidgetName } from '#engine';
import { asObject } from '#engine/json-schema/values.ts';

/** Widgets that stand for RJSF's own way to draw a schema. */
export const drawnByRjsf: readonly WidgetName[] = ['object', 'array', 'any'];

/** What RJSF is told of how a field with an inside is drawn: what its UI schema says, under the plan's label. */
export function drawnUi({ definition: { widget }, label }: FieldPlan, ui: unknown): UiSchema {
  const { 'ui:widget': _widget, 'ui:title': _title, 'ui:options': options, ...rest } = asObject(ui);
  const { widget: _other, ...kept } = asObject(options);
  const own = drawnByRjsf.includes(widget) ? {} : { 'ui:widget': widget };
  return { ...rest, 'ui:options': kept, 'ui:title': label, ...own };
}
