import { type FieldDefinition, type FormType, isUploadWidget, type JsonSchema } from '#engine';
import { decidingKeywords } from '#engine/json-schema/keywords.ts';
import { iterateSchemas } from '#engine/json-schema/walk.ts';
import { memoizeByObject } from '#engine/model/memoize.ts';

type RenderableField = Pick<FieldDefinition, 'kind' | 'widget' | 'ownWidget' | 'ownField'>;

/**
 * Returns true if the value of a field is an object, a list or of several types, and our widgets render it,
 * from the field's own schema. Uploads and custom components do not count.
 */
export function isNestedField(field: RenderableField): boolean {
  return field.kind === 'json' && !isUploadWidget(field.widget) && !usesCustomComponent(field);
}

/**
 * Returns true if RJSF renders the field control by control, from its schema. Returns false for other fields,
 * also for a nested field with one widget for its whole value, such as a list of checkboxes.
 */
export function isRenderedBySchema(field: RenderableField): boolean {
  const { widget } = field;
  return (widget === 'object' || widget === 'array' || widget === 'any') && !usesCustomComponent(field);
}

/** Returns true if the field has a widget or an RJSF field of the integrator's own. */
export function usesCustomComponent({ ownWidget, ownField }: RenderableField): boolean {
  return (ownWidget ?? ownField) !== undefined;
}

/**
 * Returns true if a page needs the JSON Schema of a type: for nested fields, for conditions or for a custom
 * component.
 */
export function needsSchema(type: FormType): boolean {
  return needsNestedFields(type) || type.fields.some(usesCustomComponent);
}

/**
 * Returns true if a type has nested or conditional fields, or a schema with one of `nestedModuleKeywords` or
 * a reference. Only for such types the module for nested fields is loaded (`load-nested-fields.ts`). Memoized
 * by type.
 */
export const needsNestedFields = memoizeByObject(
  ({ fields, schema }: FormType): boolean =>
    fields.some((field) => field.isConditional || isNestedField(field)) || usesNestedModule(schema),
);

/**
 * The keywords that need the module for nested fields. With the deciding keywords, one value decides about
 * others; the errors of the rest name several fields (`simplifyErrors`).
 */
const nestedModuleKeywords: ReadonlySet<string> = new Set([
  ...decidingKeywords,
  'not',
  'minProperties',
  'maxProperties',
]);

/**
 * Returns true if a schema contains one of `nestedModuleKeywords`, at any depth, or a reference, which may
 * lead to one. Cached by schema, because types are created again when texts change with entered values, but
 * their schemas are not.
 */
const usesNestedModule = memoizeByObject((schema: JsonSchema): boolean =>
  [...iterateSchemas(schema)].some((inner) =>
    Object.keys(inner.schema).some((keyword) => keyword === '$ref' || nestedModuleKeywords.has(keyword)),
  ),
);
