import type { RJSFSchema, SchemaUtilsType } from '@rjsf/utils';
import type { JsonSchema } from '#engine';
import { asObject, isObject } from '../schema/schema-walk.ts';

/** What a field with an inside begins with. */
export interface Beginning {
  /** What its schema gives as `default`s: a value like any other, to be handed on. */
  readonly defaults: unknown;
  /** What is there without anyone's having entered it: what a `const` fixes, the rows that a list must have. */
  readonly seed: unknown;
}

/** What the fields with an inside begin with, by field. */
export function beginnings(root: JsonSchema, utils: SchemaUtilsType): Readonly<Record<string, Beginning>> {
  const inner = Object.entries(asObject(root.properties)).filter(([, schema]) => hasInside(schema));
  return Object.fromEntries(
    inner.map(([name, schema]) => {
      const begun: unknown = utils.getDefaultFormState(schema as RJSFSchema);
      const isDefault = hasDefault(schema);
      return [name, { defaults: isDefault ? begun : undefined, seed: isDefault ? undefined : begun }];
    }),
  );
}

function hasInside(schema: unknown): boolean {
  const { type } = asObject(schema);
  return type === undefined || type === 'object' || type === 'array' || Array.isArray(type);
}

/** Whether a `default` stands anywhere in a schema. A property may have that name; then it is an object. */
function hasDefault(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(hasDefault);
  if (!isObject(schema)) return false;
  return Object.entries(schema).some(([key, value]) =>
    key === 'default' ? !isObject(value) : hasDefault(value),
  );
}
