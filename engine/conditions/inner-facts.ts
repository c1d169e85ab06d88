import { getSchemaChoices } from '../json-schema/choices.ts';
import { dereference } from '../json-schema/references.ts';
import { getSchemaValueKind } from '../json-schema/value-kind.ts';
import { asObject, isObject } from '../json-schema/values.ts';
import { getPropertySchema } from '../json-schema/walk.ts';
import { findByName } from '../model/find-by-name.ts';
import type { FieldDefinition, FormType, JsonSchema } from '../model/types.ts';

/** The last segment of a fact that counts the items of a list: `values.guests.count`. */
export const countSegment = 'count';

/**
 * The segment that represents any item of a list: `crew.each.age`. In conditions JsonLogic writes just `age`.
 */
export const itemSegment = 'each';

export type InnerField = Pick<FieldDefinition, 'kind' | 'temporal' | 'choices'> & {
  /** The schema of the value; for a count, the schema of the list. */
  readonly schema: JsonSchema;
};

/**
 * Returns the values inside a field that conditions may read, by their path: the properties of objects
 * (`boat.make`) and the counts of lists (`guests.count`). Properties that exist only under a condition of the
 * schema are excluded. Empty for a field that is no object or list.
 */
export function listInnerFields(
  type: Pick<FormType, 'schema' | 'fields'>,
  field: string,
): ReadonlyMap<string, InnerField> {
  const found = new Map<string, InnerField>();
  if (isObjectOrListField(type, field))
    addInnerFields({ node: getPropertySchema(type.schema, field), place: field, root: type.schema }, found);
  return found;
}

/**
 * Returns the values inside the lists of a field that conditions may read, by their path: the items
 * (`tags.each`) and their properties (`crew.each.age`). Lists inside items are not searched. Empty for a
 * field that is no object or list.
 */
export function listItemFields(
  type: Pick<FormType, 'schema' | 'fields'>,
  field: string,
): ReadonlyMap<string, InnerField> {
  const found = new Map<string, InnerField>();
  if (!isObjectOrListField(type, field)) return found;
  const lists: [string, JsonSchema][] = [
    [field, dereference(getPropertySchema(type.schema, field), type.schema)],
  ];
  for (const [place, { schema }] of listInnerFields(type, field)) {
    if (!place.endsWith(`.${countSegment}`)) lists.push([place, schema]);
  }
  for (const [list, schema] of lists) {
    if (!isListSchema(schema) || !isObject(schema.items)) continue;
    const place = `${list}.${itemSegment}`;
    const item = toInnerField(dereference(schema.items, type.schema));
    if (item.kind !== 'json') found.set(place, item);
    addInnerFields({ node: schema.items, place, root: type.schema }, found);
  }
  return found;
}

/** Returns true if the values of a field are objects or lists; false for an unknown field. */
function isObjectOrListField({ fields }: Pick<FormType, 'fields'>, field: string): boolean {
  return findByName(fields, field)?.kind === 'json';
}

/**
 * A schema, the path of its value in facts (`boat.engine`), and the schema in which its references are
 * resolved.
 */
interface SchemaAtPath {
  readonly node: unknown;
  readonly place: string;
  readonly root: JsonSchema;
}

/**
 * Adds the values inside a schema that conditions may read to `found`, by their path. The value of the schema
 * itself is not added, but if it is a list, its count is.
 */
function addInnerFields(
  { node: start, place: first, root }: SchemaAtPath,
  found: Map<string, InnerField>,
): void {
  /**
   * Adds the count of a list, or the properties of an object and what is inside them, down to `maxDepth`.
   * Leaves out names with a dot and the name `count`.
   */
  const addProperties = (node: unknown, place: string, depth: number) => {
    const schema = dereference(node, root);
    if (isListSchema(schema)) found.set(`${place}.${countSegment}`, { kind: 'integer', schema });
    if (isListSchema(schema) || depth > maxDepth) return;
    for (const [name, property] of Object.entries(asObject(schema.properties))) {
      const inner = `${place}.${name}`;
      if (!isObject(property) || name.includes('.') || name === countSegment) continue;
      found.set(inner, toInnerField(dereference(property, root)));
      addProperties(property, inner, depth + 1);
    }
  };
  addProperties(start, first, 0);
}

/** Ends the recursion. `compile` rejects a schema that refers to itself. */
const maxDepth = 8;

/** Returns the kind, the format and the choices of a value, from its schema with references resolved. */
function toInnerField(schema: JsonSchema): InnerField {
  const kind = getSchemaValueKind(schema);
  const { choices } = getSchemaChoices(schema);
  const { format } = schema;
  const isTemporal = format === 'date' || format === 'time' || format === 'date-time';
  return {
    schema,
    kind,
    ...(kind === 'string' && isTemporal && { temporal: format }),
    ...(choices && { choices }),
  };
}

/** Returns true for a schema of type `array`, or with items, also without a type. */
function isListSchema({ type, items, prefixItems }: JsonSchema): boolean {
  return type === 'array' || items !== undefined || prefixItems !== undefined;
}
