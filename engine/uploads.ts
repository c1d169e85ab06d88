import type { FieldPlan, Json, Plan, WidgetName } from './types.ts';

/** Whether what is drawn takes uploads: photos, or files of any accepted kind. */
export function isUploadWidget(widget: WidgetName): boolean {
  return widget === 'photos' || widget === 'files';
}

/** The fields of a plan that take uploads and are there, in its order. */
export function uploadFields({ fields }: Plan): readonly FieldPlan[] {
  return fields.filter(
    ({ definition, visibility }) => isUploadWidget(definition.widget) && visibility !== 'hidden',
  );
}

/** The paths that a value holds. */
export function pathsOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((path) => typeof path === 'string') : [];
}
