import { iterateReachableSchemas } from '../json-schema/references.ts';
import { officeField, uploadField } from '../model/names.ts';
import type { FieldDefinition, JsonSchema } from '../model/types.ts';
import { isUploadWidget } from '../model/uploads.ts';
import { getWidgetBehaviour } from '../model/widgets.ts';

/**
 * Returns the reason why a field needs scripts: `clock` if its value contains the UTC offset of the visitor's
 * clock, `own` if the program's own component draws an object or a list. Returns undefined if it needs none,
 * as fields for uploads and the office never do.
 * @param property The schema of the field; references are looked up in `root`.
 */
export function findScriptsReason(
  { name, kind, widget, ownWidget, ownField }: Omit<FieldDefinition, 'needsScripts'>,
  property: unknown,
  root: JsonSchema,
): FieldDefinition['needsScripts'] {
  if (getWidgetBehaviour(widget).posts === 'clock') return 'clock';
  if (kind !== 'json' || isUploadWidget(widget) || name === uploadField || name === officeField)
    return undefined;
  if ((ownWidget ?? ownField) !== undefined) return 'own';
  const formats = [...iterateReachableSchemas(property, root)].map(({ format }) => format);
  return formats.includes('date-time') || formats.includes('time') ? 'clock' : undefined;
}
