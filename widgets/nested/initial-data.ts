import type { RJSFSchema, SchemaUtilsType } from '@rjsf/utils';
import type { JsonSchema } from '#engine';
import { iterateSchemas } from '#engine/json-schema/walk.ts';

/** The content of a nested field before the visitor enters anything: only one of the two, or neither. */
export interface InitialData {
  /** The value of the schema's `default`s. It is committed like an entered value. */
  readonly defaults?: unknown;
  /** The parts that no visitor enters: `const` values, and the rows that a list must have. */
  readonly seed?: unknown;
}

/**
 * Returns the initial value that RJSF computes for a schema: as `defaults` if the schema contains a `default`
 * at any depth, else as `seed`. The value is undefined if the schema gives none.
 */
export function buildInitialData(schema: JsonSchema, utils: SchemaUtilsType): InitialData {
  const initialValue: unknown = utils.getDefaultFormState(schema as RJSFSchema);
  return hasDefault(schema) ? { defaults: initialValue } : { seed: initialValue };
}

/** Returns true if the schema or a subschema at any depth has a `default`. */
function hasDefault(schema: JsonSchema): boolean {
  return [...iterateSchemas(schema)].some((inner) => inner.schema.default !== undefined);
}
