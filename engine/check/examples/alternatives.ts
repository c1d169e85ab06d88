import { intersectSchemas } from '../../json-schema/intersect-schemas.ts';
import { dereference } from '../../json-schema/references.ts';
import { asList, asObject, isObject } from '../../json-schema/values.ts';
import type { JsonSchema } from '../../model/types.ts';
import { mergeSchema } from './merge-schema.ts';

/**
 * Generates schemas without branches that together describe a schema: one for each combination of the sides
 * of an `if`, the options of `oneOf` and `anyOf`, and dependencies. Obviously contradictory combinations are
 * left out; the others may still accept no value. It stops after `maxSteps`.
 */
export function* generateAlternatives(schema: unknown, root: JsonSchema): Generator<JsonSchema> {
  const budget = { left: maxSteps };
  yield* expandDecisions(splitSchema(schema, root), root, budget);
}

/** The number of alternatives of one schema that are examined. */
const maxSteps = 400;

/** The keywords of a schema that apply in any case, and the alternatives of each decision. */
interface SplitSchema {
  readonly plain: JsonSchema;
  readonly decisions: readonly (readonly JsonSchema[])[];
}

/**
 * Generates a merged schema for each way to choose one alternative of every decision, until the budget is
 * used up. Each alternative takes one from the budget.
 */
function* expandDecisions(
  { plain, decisions }: SplitSchema,
  root: JsonSchema,
  budget: { left: number },
): Generator<JsonSchema> {
  if (isContradictory(plain)) return;
  const [next, ...rest] = decisions;
  if (next === undefined) {
    yield plain;
    return;
  }
  for (const alternative of next) {
    budget.left -= 1;
    if (budget.left < 0) return;
    const inner = splitSchema(alternative, root);
    yield* expandDecisions(
      { plain: intersectSchemas(plain, inner.plain), decisions: [...inner.decisions, ...rest] },
      root,
      budget,
    );
  }
}

/**
 * Separates the keywords that apply in any case from those that choose among alternatives, such as `oneOf`.
 * References are resolved, and the schemas in `allOf` are merged.
 */
function splitSchema(schema: unknown, root: JsonSchema): SplitSchema {
  const {
    allOf,
    oneOf,
    anyOf,
    not,
    if: condition,
    then,
    else: otherwise,
    ...rest
  } = dereference(schema, root);
  const { dependentSchemas, dependencies, ...own } = rest;
  const decisions: (readonly JsonSchema[])[] = [];
  for (const options of [oneOf, anyOf])
    if (asList(options).length > 0) decisions.push(asList(options).filter(isObject));
  if (isObject(condition))
    decisions.push([
      combineWithOptionalSchema(condition, then),
      ...negateSchema(condition, root).map((each) => combineWithOptionalSchema(each, otherwise)),
    ]);
  for (const [name, inner] of Object.entries({ ...asObject(dependencies), ...asObject(dependentSchemas) })) {
    if (Array.isArray(inner))
      decisions.push([{ required: [name, ...inner] }, { properties: { [name]: false } }]);
    else if (isObject(inner))
      decisions.push([
        combineWithOptionalSchema({ required: [name] }, inner),
        { properties: { [name]: false } },
      ]);
  }
  for (const [name, names] of Object.entries(asObject(own.dependentRequired)))
    decisions.push([{ required: [name, ...asList(names)] }, { properties: { [name]: false } }]);
  const plain = isObject(not) ? { ...own, not } : own;
  if (isObject(not) && restrictsProperties(not)) decisions.push(negateSchema(not, root));
  return asList(allOf)
    .map((part) => splitSchema(part, root))
    .reduce(
      (one, other) => ({
        plain: intersectSchemas(one.plain, other.plain),
        decisions: [...one.decisions, ...other.decisions],
      }),
      { plain, decisions },
    );
}

/** Returns an `allOf` of both schemas; the first alone if the second is no object. */
function combineWithOptionalSchema(schema: JsonSchema, optional: unknown): JsonSchema {
  return isObject(optional) ? { allOf: [schema, optional] } : schema;
}

/** Returns true if a schema has a keyword that can be negated by properties that differ or are missing. */
function restrictsProperties(schema: JsonSchema): boolean {
  return ['properties', 'required', 'allOf', 'anyOf'].some((keyword) => keyword in schema);
}

/**
 * Returns schemas such that a value which meets one of them does not meet the given schema: one of its
 * properties differs or is missing. Returns only the empty schema if the given one cannot be negated. The
 * negation of `anyOf` and `oneOf` uses only the first such schema of each option.
 */
function negateSchema(schema: JsonSchema, root: JsonSchema): readonly JsonSchema[] {
  const { properties, required, anyOf, oneOf, not } = mergeSchema(schema, root);
  if (isObject(not) && properties === undefined && required === undefined) return [not];
  const options = [...asList(anyOf), ...asList(oneOf)].filter(isObject);
  if (options.length > 0 && properties === undefined && required === undefined)
    return [{ allOf: options.map((option) => negateSchema(option, root)[0] ?? {}) }];
  const named = Object.entries(asObject(properties)).filter(([, property]) => isObject(property));
  const others = named.map(([name, property]) => ({
    properties: { [name]: { not: property } },
    required: [name],
  }));
  const missing = asList(required).map((name) => ({ properties: { [String(name)]: false } }));
  const all = [...others, ...missing];
  return all.length > 0 ? all : [{}];
}

/**
 * Returns true if a schema obviously accepts no value: it has no choice or type left, or a required property
 * is forbidden or itself contradictory.
 */
function isContradictory(schema: JsonSchema): boolean {
  const properties = asObject(schema.properties);
  return (
    isEmptyList(schema.enum) ||
    isEmptyList(schema.type) ||
    asList(schema.required).some((name) => {
      const property = properties[String(name)];
      return property === false || (isObject(property) && isContradictory(property));
    })
  );
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
