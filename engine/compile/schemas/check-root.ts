import { isObject } from '../../json-schema/values.ts';
import type { JsonSchema } from '../../model/types.ts';
import { type DocumentPath, extendPath, type ProblemReport } from '../report.ts';

/**
 * Returns true if a schema can be the root of a form: an object with properties. Otherwise reports the first
 * reason why it cannot.
 */
export function checkRoot(source: unknown, at: DocumentPath, report: ProblemReport): source is JsonSchema {
  const wrong = findRootProblem(source);
  if (wrong !== undefined) report.add(extendPath(at, ...(wrong.at ?? [])), 'bad-schema', wrong.reason);
  return wrong === undefined;
}

/**
 * The reason why a schema cannot be a root, with its path from the root. Without a path it is about the root
 * itself.
 */
interface RootProblem {
  readonly at?: readonly string[];
  readonly reason: string;
}

/** Returns the first reason why a schema cannot be the root of a form; undefined if it can. */
function findRootProblem(source: unknown): RootProblem | undefined {
  if (!isObject(source)) {
    const found = Array.isArray(source) ? 'a list' : JSON.stringify(source)?.slice(0, 60);
    return {
      reason: `a schema must be an object, but this is ${found}; write {"type": "object", "properties": {…}}`,
    };
  }
  const { $ref: reference, type, properties } = source;
  if (typeof reference === 'string' && properties === undefined)
    return {
      at: ['$ref'],
      reason: `the root only refers to "${reference}", but a form needs properties at its own root; replace the reference with what it refers to`,
    };
  const single = describeSingleValue(source);
  if (single !== undefined)
    return {
      at: type === undefined ? [] : ['type'],
      reason: `the root is ${single}, but a form needs an object; make it a property of one: {"type": "object", "properties": {"answer": …}}`,
    };
  if (!isObject(properties)) return explainMissingProperties(source);
  if (type === 'object') return undefined;
  return Array.isArray(type) && type.includes('object')
    ? { at: ['type'], reason: 'the root of a form is always an object; write "type": "object"' }
    : { reason: 'the root has no "type"; add "type": "object" beside "properties"' };
}

/**
 * Returns a description of a schema that does not describe an object (`a list`, `a single value (string)`),
 * or undefined if it may describe an object.
 */
function describeSingleValue({
  type,
  items,
  prefixItems,
  enum: list,
  const: constant,
}: JsonSchema): string | undefined {
  const types = Array.isArray(type) ? type : [type];
  if (types.includes('object')) return undefined;
  if (type === 'array' || (type === undefined && (items ?? prefixItems) !== undefined)) return 'a list';
  if (type !== undefined) return `a single value (${types.join(' or ')})`;
  return (list ?? constant) === undefined ? undefined : 'a single value';
}

/** Returns the reason for a root whose `properties` are missing or no object. */
function explainMissingProperties(source: JsonSchema): RootProblem {
  if (source.properties !== undefined)
    return { at: ['properties'], reason: '"properties" must be an object of schemas by name; correct it' };
  const deciding = ['oneOf', 'anyOf', 'allOf', 'if', '$ref'].find((keyword) => source[keyword] !== undefined);
  if (deciding !== undefined)
    return {
      reason: `the root has no "properties" beside "${deciding}"; add the fields that are always asked for ("properties": {} if there are none), and "type": "object"`,
    };
  if (isObject(source.additionalProperties) || source.patternProperties !== undefined)
    return {
      reason:
        'the root accepts entries of any name, which a form cannot ask for; put them into a property: {"type": "object", "properties": {"entries": …}}',
    };
  return {
    reason: 'the root has no "properties", so the form has no fields; add them, and "type": "object"',
  };
}
