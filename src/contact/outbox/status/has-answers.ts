import type { FormType, JsonSchema, Values } from '#engine';
import { asObject } from '#engine/json-schema/values.ts';
import { writeJson } from '#engine/model/wire/write-json.ts';

export interface FormAtFirst {
  /** The types of the form; absent: it is that of another page, whose defaults are not known. */
  readonly types?: readonly Pick<FormType, 'schema'>[];
  /** The values that the form has at first; absent: none. */
  readonly initial?: Values | undefined;
}

/**
 * Returns true if a visitor has entered something: a value that is neither empty nor one that the form has by itself,
 * from its initial values or the defaults of its schemas.
 */
export function hasAnswers(values: Values, { types = [], initial = {} }: FormAtFirst): boolean {
  return Object.entries(values).some(([field, value]) => {
    const first = initial[field];
    if (first !== undefined && value !== undefined && writeJson(first) === writeJson(value)) return false;
    const defaults = new Set(types.flatMap(({ schema }) => listDefaults(schema, field)));
    return listLeaves(value).some((leaf) => !defaults.has(leaf));
  });
}

/** Returns the defaults in the schema of a field, and in what it may refer to, as JSON. */
function listDefaults({ properties, $defs }: JsonSchema, field: string): readonly string[] {
  return [asObject(properties)[field], $defs].flatMap(listDefaultLeaves);
}

function listDefaultLeaves(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, inner]) =>
    keyword === 'default' || keyword === 'const' ? listLeaves(inner) : listDefaultLeaves(inner),
  );
}

/** Returns the values in a value that are neither empty nor contain others, as JSON. */
function listLeaves(value: unknown): readonly string[] {
  if (value === undefined || value === null || value === '') return [];
  return typeof value === 'object' ? Object.values(value).flatMap(listLeaves) : [JSON.stringify(value)];
}
