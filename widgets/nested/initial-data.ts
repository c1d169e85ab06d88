import type { RJSFSchema, SchemaUtilsType } from '@rjsf/utils';
import type { JsonSchema } from '#engine';
import { subschemas } from '#engine/json-schema/walk.ts';

/** What a nested field holds before anything is entered. */
export interface InitialData {
  /** What its schema gives as `default`s: a value like any other, to be committed. */
  readonly defaults?: unknown;
  /** What is there without anyone's having entered it: what a `const` fixes, the rows that a list must have. */
  readonly seed?: unknown;
}

/** The initial data of a nested field, by its schema. */
export function initialData(schema: JsonSchema, utils: SchemaUtilsType): InitialData {
  const begun: unknown = utils.getDefaultFormState(schema as RJSFSchema);
  return hasDefault(schema) ? { defaults: begun } : { seed: begun };
}

/** Whether a `default` stands anywhere in a schema. */
function hasDefault(schema: JsonSchema): boolean {
  return [...subschemas(schema)].some((inner) => inner.schema.default !== undefined);
}
