import type { FieldDefinition, FormType, JsonSchema } from '#engine';
import { decidingKeywords } from '#engine/json-schema/keywords.ts';
import { subschemas } from '#engine/json-schema/walk.ts';

/**
 * Whether there is more to a field than its plan tells, so that RJSF draws it: the inside of an object or a list, or what yes and no are
 * called where they are chosen from. Photos look after themselves.
 */
export function isNested({ kind, widget }: Pick<FieldDefinition, 'kind' | 'widget'>): boolean {
  if (kind === 'boolean') return widget === 'radio' || widget === 'select';
  return kind === 'json' && widget !== 'photos';
}

/**
 * Whether a type takes more than the fields of its plan: one has an inside, or its schema says by conditions which of them are there.
 * What that takes is loaded for such types alone (`load-nested-fields.ts`).
 */
export function needsNestedFields({ fields, schema }: FormType): boolean {
  return fields.some((field) => field.isConditional || isNested(field)) || decides(schema);
}

const known = new WeakMap<JsonSchema, boolean>();

/** Whether a schema has words that other values decide by; a reference may lead to some. */
function decides(schema: JsonSchema): boolean {
  let found = known.get(schema);
  if (found === undefined) {
    found = [...subschemas(schema)].some((inner) =>
      Object.keys(inner.schema).some((keyword) => keyword === '$ref' || decidingKeywords.has(keyword)),
    );
    known.set(schema, found);
  }
  return found;
}
