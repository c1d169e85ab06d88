import type { JsonSchema } from '../model/types.ts';
import type { ValueKind } from '../model/widgets.ts';
import { getSchemaChoices } from './choices.ts';

/**
 * Returns the kind of value that a schema describes; null as one of the types is ignored. Without a `type`,
 * it is the kind of the choices. The two types string and integer without an `enum` give `id`. Anything else
 * that is not one scalar type gives `json`: objects, lists, several types, an unknown type, no type and no
 * choices.
 */
export function getSchemaValueKind(schema: JsonSchema): ValueKind {
  const { type, enum: choices } = schema;
  const types = (Array.isArray(type) ? type : type === undefined ? inferTypes(schema) : [type]).filter(
    (name) => name !== 'null',
  );
  if (types.length === 2 && types.includes('string') && types.includes('integer') && choices === undefined)
    return 'id';
  const [only] = types;
  if (types.length !== 1) return 'json';
  return only === 'string' || only === 'integer' || only === 'number' || only === 'boolean' ? only : 'json';
}

/**
 * Returns the different types of the choices in a schema without a `type`, or that of its constant; null is
 * left out. Empty if it has neither.
 */
function inferTypes(schema: JsonSchema): readonly string[] {
  const { enum: all, const: constant } = schema;
  const listed: readonly unknown[] = Array.isArray(all) ? all : (getSchemaChoices(schema).choices ?? []);
  const values = listed.length === 0 && constant !== undefined ? [constant] : listed;
  const answers = values.filter((value) => value !== null);
  return [...new Set(answers.map((value) => (Number.isInteger(value) ? 'integer' : typeof value)))];
}
