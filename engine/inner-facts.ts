import { byName } from './by-name.ts';
import { choicesOf } from './json-schema/choices.ts';
import { dereference } from './json-schema/references.ts';
import { kindOfSchema } from './json-schema/value-kind.ts';
import { asObject, isObject } from './json-schema/values.ts';
import { propertyOf } from './json-schema/walk.ts';
import type { FieldDefinition, FormType, JsonSchema } from './types.ts';

/** How many items a list has, as a fact names it: `values.guests.count`. */
export const countStep = 'count';

/** An item of a list, in the name of a place in it: `crew.each.age`. Conditions write it as JsonLogic does, `age`. */
export const itemStep = 'each';

/** What conditions may ask of a place inside a field, as a field's definition says it. */
export type InnerField = Pick<FieldDefinition, 'kind' | 'temporal' | 'choices'> & {
  /** What its schema says; of a count the schema of the list. */
  readonly schema: JsonSchema;
};

/**
 * What may be asked of inside a field, by the names that lead there: what its objects always have (`boat.make`), and of lists how many
 * items they have (`guests.count`). What a condition of the schema brings cannot be asked of.
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

/** What may be asked of the items of the lists in a field: of an item itself (`tags.each`), and of what it has inside (`crew.each.age`). */
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

/** A schema that refers to itself is refused elsewhere. */
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
