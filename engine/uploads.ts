import type { FieldPlan, Json, Plan, WidgetName } from './types.ts';

export function isUploadWidget(widget: WidgetName): boolean {
  return widget === 'photos' || widget === 'files';
}

/** Returns the visible upload fields of a plan, in its order. */
export function listUploadFields({ fields }: Plan): readonly FieldPlan[] {
  return fields.filter(
    ({ definition, visibility }) => isUploadWidget(definition.widget) && visibility !== 'hidden',
  );
}

export function toUploadPaths(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((path) => typeof path === 'string') : [];
}
