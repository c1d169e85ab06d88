import { reachedSchemas } from '../json-schema/references.ts';
import { officeField, uploadField } from '../names.ts';
import type { FieldDefinition, JsonSchema, WidgetName } from '../types.ts';
import { isUploadWidget } from '../uploads.ts';

/** Why a field needs scripts: it is the program's own, or means a moment of the visitor's own clock; undefined where it needs none. */
export function scriptsNeed(
  { name, kind, widget, ownWidget, ownField }: Omit<FieldDefinition, 'needsScripts'>,
  property: unknown,
  root: JsonSchema,
): FieldDefinition['needsScripts'] {
  if (clockWidgets.includes(widget)) return 'clock';
  if (kind !== 'json' || isUploadWidget(widget) || name === uploadField || name === officeField)
    return undefined;
  if ((ownWidget ?? ownField) !== undefined) return 'own';
  const formats = [...reachedSchemas(property, root)].map(({ format }) => format);
  return formats.includes('date-time') || formats.includes('time') ? 'clock' : undefined;
}

/** Their values carry an offset from UTC, which no HTML control tells. */
const clockWidgets: readonly WidgetName[] = ['date-time', 'time'];
