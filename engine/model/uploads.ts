import type { FieldPlan, Json, Plan } from './types.ts';
import { getWidgetBehaviour, type WidgetName } from './widgets.ts';

/** Returns true for the widgets `photos` and `files`. */
export function isUploadWidget(widget: WidgetName): boolean {
  return getWidgetBehaviour(widget).posts === 'files';
}

/** Returns the upload fields of a plan that are not hidden, in its order. */
export function listUploadFields({ fields }: Plan): readonly FieldPlan[] {
  return fields.filter(
    ({ definition, visibility }) => isUploadWidget(definition.widget) && visibility !== 'hidden',
  );
}

/** Returns the strings in the value of an upload field; empty for any value that is not a list. */
export function toUploadPaths(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((path) => typeof path === 'string') : [];
}
