import { type FieldDefinition, type FormType, isUploadWidget, type JsonSchema } from '#engine';
import { decidingKeywords } from '#engine/json-schema/keywords.ts';
import { subschemas } from '#engine/json-schema/walk.ts';

type Drawn = Pick<FieldDefinition, 'kind' | 'widget' | 'ownWidget' | 'ownField'>;

/**
 * Returns true if a field is rendered from its schema, control by control: an object, a list, or a value of
 * any type. Uploads have a widget for their whole list.
 */
export function isNested(field: Drawn): boolean {
  return field.kind === 'json' && !isUploadWidget(field.widget) && !isOwn(field);
}

/** Returns true if RJSF renders the field from its schema, without a widget for the whole value. */
export function isDrawnBySchema(field: Drawn): boolean {
  const { widget } = field;
  return (widget === 'object' || widget === 'array' || widget === 'any') && !isOwn(field);
}

/** Returns true if a custom widget or field of the host program renders a field. */
export function isOwn({ ownWidget, ownField }: Drawn): boolean {
  return (ownWidget ?? ownField) !== undefined;
}

/** Returns true if a page needs the schema of a type: for its conditions, or to render it. */
export function needsSchema(type: FormType): boolean {
  return needsNestedFields(type) || type.fields.some(isOwn);
}

/**
 * Returns true if a type has nested fields, or a schema with conditions. Only for such types the module for
 * nested fields is loaded (`load-nested-fields.ts`).
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

/**
 * The keywords by which other values decide, and those whose errors name several fields (`tellingErrors`).
 */
const namingKeywords: ReadonlySet<string> = new Set([
  ...decidingKeywords,
  ...['not', 'minProperties', 'maxProperties'],
]);

/** Returns true if a schema contains one of these keywords, or a reference, which may lead to one. */
function decides(schema: JsonSchema): boolean {
  const known = deciding.get(schema);
  if (known !== undefined) return known;
  const found = [...subschemas(schema)].some((inner) =>
    Object.keys(inner.schema).some((keyword) => keyword === '$ref' || namingKeywords.has(keyword)),
  );
  deciding.set(schema, found);
  return found;
}

/**
 * The cache is keyed by schema, because types are created again when texts change with entered values; their
 * schemas stay.
 */
const deciding = new WeakMap<JsonSchema, boolean>();
