import type { JsonSchema } from '#engine';
import { asList, asObject, isObject, isSameJson } from '#engine/json-schema/values.ts';

/** The object schema inside which a branch (`anyOf`, `then`, ...) stands. */
export interface Surroundings {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  /** Fields that it does not name are refused, so a branch may not let them in either. */
  readonly isClosed: boolean;
}

/**
 * A branch that says by itself what it says inside its surroundings: `{required: ['phone']}` beside a property `phone` becomes an
 * object with a `phone` that is required. One that asks nothing of fields stays as it is.
 */
export function branchFor(branch: JsonSchema, { properties, isClosed }: Surroundings): JsonSchema {
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
 * What has to hold where a condition does not, as far as types can say it: other choices of an `enum`, or a field that is not
 * given. Undefined where they cannot.
 */
export function negated(condition: unknown, around: Surroundings | undefined): JsonSchema | undefined {
  if (!isObject(condition) || around === undefined) return undefined;
  const { properties, required, type: _type, ...more } = condition;
  if (Object.keys(more).length > 0) return undefined;
  const names = asList(required).map(String);
  const tests = Object.entries(asObject(properties));
  const missing = names
    .filter((name) => !around.required.includes(name))
    .map((name) => ({ properties: { [name]: absent } }));
  const others = tests.map(([name, test]) => otherwiseChosen(name, test, around));
  if (others.includes(undefined)) return undefined;
  const options = [...missing, ...others.filter((option) => option !== undefined)];
  const [only, ...rest] = options;
  return only !== undefined && rest.length === 0 ? only : { anyOf: options };
}

const absent: JsonSchema = { tsType: 'undefined' };

/** A field that holds another of its choices than those that are tested for. */
function otherwiseChosen(name: string, test: unknown, { properties }: Surroundings): JsonSchema | undefined {
  const all = choicesOf(properties[name]);
  const tested = asksMore(test) ? undefined : choicesOf(test);
  if (all === undefined || tested === undefined) return undefined;
  const others = all.filter((choice) => !tested.some((value) => isSameJson(value, choice)));
  return { properties: { [name]: { enum: others } }, required: [name] };
}

/** A test that asks for more than a choice may fail for the same choice. */
function asksMore(test: unknown): boolean {
  return Object.keys(asObject(test)).some(
    (key) => !['const', 'enum', 'type', 'title', 'description'].includes(key),
  );
}

function choicesOf(schema: unknown): readonly unknown[] | undefined {
  if (!isObject(schema)) return undefined;
  if (Array.isArray(schema.enum)) return schema.enum;
  if (schema.const !== undefined) return [schema.const];
  return schema.type === 'boolean' ? [true, false] : undefined;
}
