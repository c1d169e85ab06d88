import type { RJSFSchema, SchemaUtilsType } from '@rjsf/utils';
import type { JsonSchema } from '#engine';
import { isObject } from '#engine/json-schema/values.ts';

/** What a field with an inside begins with. */
export interface Beginning {
  /** What its schema gives as `default`s: a value like any other, to be handed on. */
  readonly defaults: unknown;
  /** What is there without anyone's having entered it: what a `const` fixes, the rows that a list must have. */
  readonly seed: unknown;
}

/** What a field begins with, by its schema. */
export function beginning(schema: JsonSchema, utils: SchemaUtilsType): Beginning {
  const begun: unknown = utils.getDefaultFormState(schema as RJSFSchema);
  return hasDefault(schema) ? { defaults: begun, seed: undefined } : { defaults: undefined, seed: begun };
}

/** Whether a `default` stands anywhere in a schema. A property may have that name; then it is an object. */
function hasDefault(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(hasDefault);
  if (!isObject(schema)) return false;
  return Object.entries(schema).some(([key, value]) =>
    key === 'default' ? !isObject(value) : hasDefault(value),
  );
}
