import { photoTypes } from './photo-types.ts';
import type { FieldPlan, Json, Plan, UploadLimits } from './types.ts';
import { getWidgetBehaviour, type WidgetName } from './widgets.ts';

/** Returns true for the widgets `photos`, `files` and `signature`. */
export function isUploadWidget(widget: WidgetName): boolean {
  return getWidgetBehaviour(widget).posts === 'files';
}

/** A signature is one picture. Rules can only lower these limits. */
const signatureLimits: UploadLimits = {
  count: 1,
  types: photoTypes,
  bytes: 20 * 2 ** 20,
  timeoutMs: 30_000,
};

/** Returns the limits of a widget that apply without a rule; undefined if it has none. */
export function getWidgetLimits(widget: WidgetName): UploadLimits | undefined {
  return widget === 'signature' ? signatureLimits : undefined;
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
