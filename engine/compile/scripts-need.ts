import { iterateReachableSchemas } from '../json-schema/references.ts';
import { uploadField } from '../model/names.ts';
import type { FieldDefinition, JsonSchema } from '../model/types.ts';
import { isUploadWidget } from '../model/uploads.ts';
import { findWidgetOfField, getWidgetBehaviour } from '../model/widgets.ts';

/**
 * Returns the reason why a field needs scripts: `clock` if its value contains the UTC offset of the visitor's
 * clock, `own` if the program's own component draws an object or a list. Returns undefined if it needs none,
 * as fields for uploads and fields with a widget of their own never do.
 * @param property The schema of the field; references are looked up in `root`.
 */
export function findScriptsReason(
  { name, kind, widget, ownWidget, ownField }: Omit<FieldDefinition, 'needsScripts'>,
  property: unknown,
  root: JsonSchema,
): FieldDefinition['needsScripts'] {
  if (getWidgetBehaviour(widget).posts === 'clock') return 'clock';
  if (
    kind !== 'json' ||
    isUploadWidget(widget) ||
    name === uploadField ||
    findWidgetOfField(name) !== undefined
  )
    return undefined;
  if ((ownWidget ?? ownField) !== undefined) return 'own';
  const formats = [...iterateReachableSchemas(property, root)].map(({ format }) => format);
  return formats.includes('date-time') || formats.includes('time') ? 'clock' : undefined;
}
