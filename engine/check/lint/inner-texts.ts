import { choicesOf } from '../../json-schema/choices.ts';
import { propertySchemas, schemasAt } from '../../json-schema/places.ts';
import type { JsonSchema } from '../../types.ts';

/** What the texts of a place inside a field can be of. */
export const innerParts = ['label', 'item', 'problems'] as const;

/** A name that leads nowhere, and those that would lead on. */
export interface Astray {
  readonly wrong: string;
  readonly candidates: readonly string[];
}

/** The place that names lead to, by steps of which those through lists are left out; or where they go astray. */
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

/** Whether a place offers a choice: itself, or as an item of its list. */
export function offersChoice(schema: JsonSchema, names: readonly string[], value: string): boolean {
  const place = placeOf(schema, names);
  if (!('path' in place)) return false;
  return throughLists.some((steps) =>
    schemasAt(schema, [...place.path, ...steps], schema).some((part) =>
      (choicesOf(part).choices ?? []).map(String).includes(value),
    ),
  );
}

/** A list, and a list of lists. */
const throughLists: readonly (readonly string[])[] = [[], ['0'], ['0', '0']];

function namesIn(schema: JsonSchema, path: readonly string[]): readonly string[] {
  return throughLists.flatMap((steps) =>
    schemasAt(schema, [...path, ...steps], schema).flatMap((part) => [
      ...propertySchemas(part, schema).keys(),
    ]),
  );
}
