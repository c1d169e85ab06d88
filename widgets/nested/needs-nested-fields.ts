import { type FieldDefinition, type FormType, isUploadWidget, type JsonSchema } from '#engine';
import { decidingKeywords } from '#engine/json-schema/keywords.ts';
import { subschemas } from '#engine/json-schema/walk.ts';

type Drawn = Pick<FieldDefinition, 'kind' | 'widget' | 'ownWidget' | 'ownField'>;

/** Whether a field is drawn from its schema, down to single controls: an object, a list, or a value of any type. Photos look after themselves. */
export function isNested(field: Drawn): boolean {
  return field.kind === 'json' && !isUploadWidget(field.widget) && !isOwn(field);
}

/** Whether a field's widget is RJSF's own way to draw its schema. */
export function isDrawnBySchema(field: Drawn): boolean {
  const { widget } = field;
  return (widget === 'object' || widget === 'array' || widget === 'any') && !isOwn(field);
}

/** Whether a widget or field of the program's own draws a field. */
export function isOwn({ ownWidget, ownField }: Drawn): boolean {
  return (ownWidget ?? ownField) !== undefined;
}

/** Whether a page has to have a type's schema: it decides, or what it says is drawn. */
export function needsSchema(type: FormType): boolean {
  return needsNestedFields(type) || type.fields.some(isOwn);
}

/**
 * Whether a type takes more than the fields of its plan: one is nested, or its schema says by conditions which of them are there.
 * What that takes is loaded for such types alone (`load-nested-fields.ts`).
 */
export function needsNestedFields(type: FormType): boolean {
  const known = needing.get(type);
  if (known !== undefined) return known;
  const { fields, schema } = type;
  const found = fields.some((field) => field.isConditional || isNested(field)) || decides(schema);
  needing.set(type, found);
  return found;
}

const needing = new WeakMap<FormType, boolean>();

/** By these other values decide, or what they refuse is told by the names of several fields (`tellingErrors`). */
const namingKeywords: ReadonlySet<string> = new Set([
  ...decidingKeywords,
  ...['not', 'minProperties', 'maxProperties'],
]);

/** Whether a schema has words that other values decide by; a reference may lead to some. */
function decides(schema: JsonSchema): boolean {
  const known = deciding.get(schema);
  if (known !== undefined) return known;
  const found = [...subschemas(schema)].some((inner) =>
    Object.keys(inner.schema).some((keyword) => keyword === '$ref' || namingKeywords.has(keyword)),
  );
  deciding.set(schema, found);
  return found;
}

/** Types are made anew with the texts of what was entered; their schemas stay. */
const deciding = new WeakMap<JsonSchema, boolean>();
