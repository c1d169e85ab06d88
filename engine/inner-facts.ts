import { byName } from './by-name.ts';
import { choicesOf } from './json-schema/choices.ts';
import { dereference } from './json-schema/references.ts';
import { kindOfSchema } from './json-schema/value-kind.ts';
import { asObject, isObject } from './json-schema/values.ts';
import { propertyOf } from './json-schema/walk.ts';
import type { FieldDefinition, FormType, JsonSchema } from './types.ts';

/** The last segment of a fact that counts the items of a list: `values.guests.count`. */
export const countStep = 'count';

/**
 * The segment that represents any item of a list: `crew.each.age`. In conditions JsonLogic writes just `age`.
 */
export const itemStep = 'each';

export type InnerField = Pick<FieldDefinition, 'kind' | 'temporal' | 'choices'> & {
  /** The schema of the value; for a count, the schema of the list. */
  readonly schema: JsonSchema;
};

/**
 * Returns the values inside a field that conditions may read, by their path: properties that its objects
 * always have (`boat.make`) and counts of lists (`guests.count`). Values that exist only under a condition of
 * the schema are excluded.
 */
export function innerFields(
  type: Pick<FormType, 'schema' | 'fields'>,
  field: string,
): ReadonlyMap<string, InnerField> {
  const found = new Map<string, InnerField>();
  if (hasInside(type, field))
    visitInside({ node: propertyOf(type.schema, field), place: field, root: type.schema }, found);
  return found;
}

/**
 * Returns the values inside the lists of a field that conditions may read, by their path: the items
 * (`tags.each`) and their properties (`crew.each.age`).
 */
export function itemFields(
  type: Pick<FormType, 'schema' | 'fields'>,
  field: string,
): ReadonlyMap<string, InnerField> {
  const found = new Map<string, InnerField>();
  if (!hasInside(type, field)) return found;
  const lists: [string, JsonSchema][] = [[field, dereference(propertyOf(type.schema, field), type.schema)]];
  for (const [place, { schema }] of innerFields(type, field)) {
    if (!place.endsWith(`.${countStep}`)) lists.push([place, schema]);
  }
  for (const [list, schema] of lists) {
    if (!isList(schema) || !isObject(schema.items)) continue;
    const place = `${list}.${itemStep}`;
    const item = innerField(dereference(schema.items, type.schema));
    if (item.kind !== 'json') found.set(place, item);
    visitInside({ node: schema.items, place, root: type.schema }, found);
  }
  return found;
}

function hasInside({ fields }: Pick<FormType, 'fields'>, field: string): boolean {
  return byName(fields, field)?.kind === 'json';
}

interface Inside {
  readonly node: unknown;
  readonly place: string;
  readonly root: JsonSchema;
}

function visitInside({ node: start, place: first, root }: Inside, found: Map<string, InnerField>): void {
  const visit = (node: unknown, place: string, depth: number) => {
    const schema = dereference(node, root);
    if (isList(schema)) found.set(`${place}.${countStep}`, { kind: 'integer', schema });
    if (isList(schema) || depth > maxDepth) return;
    for (const [name, property] of Object.entries(asObject(schema.properties))) {
      const inner = `${place}.${name}`;
      if (!isObject(property) || name.includes('.') || name === countStep) continue;
      found.set(inner, innerField(dereference(property, root)));
      visit(property, inner, depth + 1);
    }
  };
  visit(start, first, 0);
}

/** Ends the recursion. `compile` rejects a schema that refers to itself. */
const maxDepth = 8;

function innerField(schema: JsonSchema): InnerField {
  const kind = kindOfSchema(schema);
  const { choices } = choicesOf(schema);
  const { format } = schema;
  const isTemporal = format === 'date' || format === 'time' || format === 'date-time';
  return {
    schema,
    kind,
    ...(kind === 'string' && isTemporal && { temporal: format }),
    ...(choices && { choices }),
  };
}

function isList({ type, items, prefixItems }: JsonSchema): boolean {
  return type === 'array' || items !== undefined || prefixItems !== undefined;
}
