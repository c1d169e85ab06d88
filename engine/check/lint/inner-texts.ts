import { choicesOf } from '../../json-schema/choices.ts';
import { propertySchemas, schemasAt } from '../../json-schema/places.ts';
import type { JsonSchema } from '../../types.ts';

/** The last part of the key of a text about a nested field. */
export const innerParts = ['label', 'item', 'problems'] as const;

/** A name in a text key that no property has, and the names that would be valid there. */
export interface Astray {
  readonly wrong: string;
  readonly candidates: readonly string[];
}

/**
 * Resolves the names of a text key to a path in the values of a schema. The names leave out the steps into
 * lists.
 */
export function placeOf(
  schema: JsonSchema,
  names: readonly string[],
): { readonly path: readonly string[] } | Astray {
  let path: readonly string[] = [];
  for (const name of names) {
    const around = path;
    const next = throughLists
      .map((steps) => [...around, ...steps, name])
      .find((steps) => schemasAt(schema, steps, schema).length > 0);
    if (next === undefined) return { wrong: name, candidates: namesIn(schema, around) };
    path = next;
  }
  return { path };
}

export function offersChoice(schema: JsonSchema, names: readonly string[], value: string): boolean {
  const place = placeOf(schema, names);
  if (!('path' in place)) return false;
  return throughLists.some((steps) =>
    schemasAt(schema, [...place.path, ...steps], schema).some((part) =>
      (choicesOf(part).choices ?? []).map(String).includes(value),
    ),
  );
}

/** The steps from a value to itself, to the items of a list, and to those of a list of lists. */
const throughLists: readonly (readonly string[])[] = [[], ['0'], ['0', '0']];

function namesIn(schema: JsonSchema, path: readonly string[]): readonly string[] {
  return throughLists.flatMap((steps) =>
    schemasAt(schema, [...path, ...steps], schema).flatMap((part) => [
      ...propertySchemas(part, schema).keys(),
    ]),
  );
}
