import { getExampleChoices, getRatingChoices } from '../../json-schema/choices.ts';
import { findPropertySchemas, findSchemasAt } from '../../json-schema/schemas-at.ts';
import type { JsonSchema } from '../../model/types.ts';

/** The names with which the key of a text about a nested field may end. */
export const nestedTextParts = ['label', 'item', 'other', 'problems'] as const;

/** A name in a text key that no property has, and the names that would be valid there. */
export interface UnknownName {
  readonly wrong: string;
  readonly candidates: readonly string[];
}

/**
 * Finds the property that the names in the key of a text lead to. Returns its path in the values of the
 * schema, with `0` for each list index that keys leave out; or the first unknown name with the valid names.
 */
export function resolveTextPath(
  schema: JsonSchema,
  names: readonly string[],
): { readonly path: readonly string[] } | UnknownName {
  let path: readonly string[] = [];
  for (const name of names) {
    const parentPath = path;
    const next = listPaths
      .map((steps) => [...parentPath, ...steps, name])
      .find((steps) => findSchemasAt(schema, steps, schema).length > 0);
    if (next === undefined) return { wrong: name, candidates: listPropertyNames(schema, parentPath) };
    path = next;
  }
  return { path };
}

/**
 * Returns true if the property that the names lead to, or an item of it if it is a list, has the value among
 * its choices. Choices are compared as text. False if a name is unknown.
 */
export function offersChoice(schema: JsonSchema, names: readonly string[], value: string): boolean {
  const resolved = resolveTextPath(schema, names);
  if (!('path' in resolved)) return false;
  return listPaths.some((steps) =>
    findSchemasAt(schema, [...resolved.path, ...steps], schema).some((part) =>
      listChoices(part).map(String).includes(value),
    ),
  );
}

/** Returns the choices of a schema, also those that only a rating or a widget with `ui:other` offers. */
function listChoices(schema: JsonSchema): readonly (string | number)[] {
  return getRatingChoices(schema).choices ?? getExampleChoices(schema).choices ?? [];
}

/** The paths from a value to itself, to an item of a list, and to an item of a list of lists. */
const listPaths: readonly (readonly string[])[] = [[], ['0'], ['0', '0']];

/** Returns the names of the properties at a path; for a list, those of its items. A name may occur twice. */
function listPropertyNames(schema: JsonSchema, path: readonly string[]): readonly string[] {
  return listPaths.flatMap((steps) =>
    findSchemasAt(schema, [...path, ...steps], schema).flatMap((part) => [
      ...findPropertySchemas(part, schema).keys(),
    ]),
  );
}
