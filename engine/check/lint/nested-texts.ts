import { getSchemaChoices } from '../../json-schema/choices.ts';
import { findPropertySchemas, findSchemasAt } from '../../json-schema/schemas-at.ts';
import type { JsonSchema } from '../../types.ts';

/** The last part of the key of a text about a nested field. */
export const nestedTextParts = ['label', 'item', 'problems'] as const;

/** A name in a text key that no property has, and the names that would be valid there. */
export interface UnknownName {
  readonly wrong: string;
  readonly candidates: readonly string[];
}

/**
 * Resolves the names of a text key to a path in the values of a schema. The names leave out the steps into
 * lists.
 */
export function resolveTextPath(
  schema: JsonSchema,
  names: readonly string[],
): { readonly path: readonly string[] } | UnknownName {
  let path: readonly string[] = [];
  for (const name of names) {
    const parentPath = path;
    const next = listSteps
      .map((steps) => [...parentPath, ...steps, name])
      .find((steps) => findSchemasAt(schema, steps, schema).length > 0);
    if (next === undefined) return { wrong: name, candidates: listPropertyNames(schema, parentPath) };
    path = next;
  }
  return { path };
}

export function offersChoice(schema: JsonSchema, names: readonly string[], value: string): boolean {
  const resolved = resolveTextPath(schema, names);
  if (!('path' in resolved)) return false;
  return listSteps.some((steps) =>
    findSchemasAt(schema, [...resolved.path, ...steps], schema).some((part) =>
      (getSchemaChoices(part).choices ?? []).map(String).includes(value),
    ),
  );
}

/** The steps from a value to itself, to the items of a list, and to those of a list of lists. */
const listSteps: readonly (readonly string[])[] = [[], ['0'], ['0', '0']];

function listPropertyNames(schema: JsonSchema, path: readonly string[]): readonly string[] {
  return listSteps.flatMap((steps) =>
    findSchemasAt(schema, [...path, ...steps], schema).flatMap((part) => [
      ...findPropertySchemas(part, schema).keys(),
    ]),
  );
}
