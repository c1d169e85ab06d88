import { dereference } from '../json-schema/references.ts';
import { subschemas } from '../json-schema/walk.ts';
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
  const formats = schemasInside(property, root).map(({ format }) => format);
  return formats.includes('date-time') || formats.includes('time') ? 'clock' : undefined;
}

/** Their values carry an offset from UTC, which no HTML control tells. */
const clockWidgets: readonly WidgetName[] = ['date-time', 'time'];

/** Every schema inside a schema, and wherever its references lead; circles are reported elsewhere. */
function schemasInside(schema: unknown, root: JsonSchema, depth = 0): readonly JsonSchema[] {
  if (depth > 16) return [];
  return [...subschemas(schema)].flatMap(({ schema: inner }) => {
    if (typeof inner.$ref !== 'string') return [inner];
    const { $ref: _reference, ...meant } = dereference(inner, root);
    return schemasInside(meant, root, depth + 1);
  });
}
