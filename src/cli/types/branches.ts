import type { JsonSchema } from '#engine';
import { asList, asObject, isObject, isSameJson } from '#engine/json-schema/values.ts';

/** The object schema that contains a branch (`anyOf`, `then`, …). */
export interface EnclosingObject {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  /** True if other properties are forbidden; then a branch must forbid them as well. */
  readonly isClosed: boolean;
}

/**
 * Returns a branch that is complete without the object schema around it: `{required: ['phone']}` becomes an
 * object with the property `phone` of that schema, required. A branch without properties and required fields
 * is returned unchanged.
 */
export function completeBranch(branch: JsonSchema, { properties, isClosed }: EnclosingObject): JsonSchema {
  const required = asList(branch.required).map(String);
  const own = asObject(branch.properties);
  if (branch.properties === undefined && required.length === 0) return branch;
  const filled = required
    .filter((name) => own[name] === undefined)
    .map((name) => [name, properties[name] ?? true] as const);
  return {
    ...branch,
    type: 'object',
    properties: { ...own, ...Object.fromEntries(filled) },
    required,
    ...(isClosed && { additionalProperties: false }),
  };
}

/**
 * Returns a schema of the values for which a condition is false, as far as types can express it: the other
 * choices of an `enum`, or an absent field. Undefined if types cannot express it, or if there is no schema
 * around the condition.
 */
export function negateBranchCondition(
  condition: unknown,
  around: EnclosingObject | undefined,
): JsonSchema | undefined {
  if (!isObject(condition) || around === undefined) return undefined;
  const { properties, required, type: _type, ...more } = condition;
  if (Object.keys(more).length > 0) return undefined;
  const names = asList(required).map(String);
  const tests = Object.entries(asObject(properties));
  const missing = names
    .filter((name) => !around.required.includes(name))
    .map((name) => ({ properties: { [name]: absent } }));
  const others = tests.map(([name, test]) => selectOtherChoices(name, test, around));
  if (others.includes(undefined)) return undefined;
  const options = [...missing, ...others.filter((option) => option !== undefined)];
  const [only, ...rest] = options;
  return only !== undefined && rest.length === 0 ? only : { anyOf: options };
}

/** The schema of an absent property. */
const absent: JsonSchema = { tsType: 'undefined' };

/**
 * Returns a schema in which the field has one of the choices that the test does not name. Undefined if the
 * choices are not known.
 */
function selectOtherChoices(
  name: string,
  test: unknown,
  { properties }: EnclosingObject,
): JsonSchema | undefined {
  const all = listSchemaChoices(properties[name]);
  const tested = hasOtherKeywords(test) ? undefined : listSchemaChoices(test);
  if (all === undefined || tested === undefined) return undefined;
  const others = all.filter((choice) => !tested.some((value) => isSameJson(value, choice)));
  return { properties: { [name]: { enum: others } }, required: [name] };
}

/**
 * True if the test has keywords besides a choice: then it may also fail for a value that is one of its
 * choices.
 */
function hasOtherKeywords(test: unknown): boolean {
  return Object.keys(asObject(test)).some(
    (key) => !['const', 'enum', 'type', 'title', 'description'].includes(key),
  );
}

/**
 * Returns all values that the schema allows (`enum`, `const` or boolean). Undefined if it does not list them.
 */
function listSchemaChoices(schema: unknown): readonly unknown[] | undefined {
  if (!isObject(schema)) return undefined;
  if (Array.isArray(schema.enum)) return schema.enum;
  if (schema.const !== undefined) return [schema.const];
  return schema.type === 'boolean' ? [true, false] : undefined;
}
