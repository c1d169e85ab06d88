import { intersectSchemas } from '../../json-schema/intersect-schemas.ts';
import { annotationKeywords, definitionKeywords } from '../../json-schema/keywords.ts';
import { collectCombinedSchemas } from '../../json-schema/references.ts';
import { asList, asObject, isObject } from '../../json-schema/values.ts';
import type { JsonSchema } from '../../model/types.ts';
import { findUnmeetableReasons } from '../lint/unmeetable.ts';
import { createSchemaTest } from './samples.ts';

/**
 * Tries to prove that no answers of a form meet a schema: every combination of its conditions, branches and
 * dependencies contradicts itself, or requires a property that is no field.
 * @param fields The names of the form's fields; nothing else can be answered.
 * @returns Up to three contradictions as one text, joined by `; or `; undefined if nothing is proven, which
 * does not mean that some answers meet the schema.
 */
export function refuteSchema(
  schema: unknown,
  root: JsonSchema,
  fields: readonly string[],
): string | undefined {
  const reasons = findContradictions([schema], { root, fields, budget: { left: maxSteps }, depth: 0 });
  return reasons && [...new Set(reasons)].slice(0, maxReasons).join('; or ');
}

/** The number of combinations that are examined; beyond it, nothing is proven. */
const maxSteps = 3_000;

const maxReasons = 3;

/** Objects and lists that are nested deeper are assumed to be possible. */
const maxDepth = 8;

interface Search {
  readonly root: JsonSchema;
  /** The names of the fields that can be answered; undefined inside a field, where they are not known. */
  readonly fields: readonly string[] | undefined;
  /** The number of combinations that may still be examined; counted down during the search. */
  readonly budget: { left: number };
  /** The number of objects and lists around the schemas. */
  readonly depth: number;
}

/**
 * Returns the reasons why no value meets all the schemas at once, one for each combination of their branches;
 * undefined if a value may meet them.
 */
function findContradictions(schemas: readonly unknown[], search: Search): readonly string[] | undefined {
  if (schemas.includes(false)) return ['no value is accepted here ("false")'];
  const { parts, decisions } = splitDecisions(schemas, search.root);
  return findContradictionsOfBranches(parts, decisions, search);
}

/**
 * As `findContradictions`, for the schemas that apply in any case and the decisions that are still open.
 * Takes one from the budget; undefined if it is used up.
 */
function findContradictionsOfBranches(
  parts: readonly JsonSchema[],
  [decision, ...others]: readonly Decision[],
  search: Search,
): readonly string[] | undefined {
  search.budget.left -= 1;
  if (search.budget.left < 0) return undefined;
  const reason = findContradiction(parts, search);
  if (reason !== undefined) return [reason];
  if (decision === undefined) return undefined;
  if (decision.length === 0) return ['no value is accepted here'];
  const reasons: string[] = [];
  for (const alternative of decision) {
    const inner = splitDecisions([alternative], search.root);
    const found = findContradictionsOfBranches(
      [...parts, ...inner.parts],
      [...others, ...inner.decisions],
      search,
    );
    if (found === undefined) return undefined;
    reasons.push(...found);
  }
  return reasons;
}

/** Schemas of which at least one applies. */
type Decision = readonly JsonSchema[];

/** Schemas without branches that all apply, and the decisions beside them. */
interface Split {
  readonly parts: readonly JsonSchema[];
  readonly decisions: readonly Decision[];
}

/**
 * Separates the keywords that apply in any case from the decisions among alternatives, such as `oneOf`.
 * References and `allOf` are resolved.
 */
function splitDecisions(schemas: readonly unknown[], root: JsonSchema): Split {
  const decisions: Decision[] = [];
  const parts = schemas
    .flatMap((schema) => collectCombinedSchemas(schema, root))
    .map((part) => {
      const { anyOf, oneOf, not, if: condition, then = {}, else: otherwise = {}, ...plain } = part;
      if (Array.isArray(anyOf)) decisions.push(anyOf.flatMap(toAlternatives));
      if (Array.isArray(oneOf))
        decisions.push(oneOf.flatMap((_option, index) => toExclusiveOption(oneOf, index)));
      if (not !== undefined) decisions.push(negateSchema(not, root));
      if (condition !== undefined)
        decisions.push([
          { allOf: [condition, then] },
          ...negateSchema(condition, root).map((opposite) => ({ allOf: [opposite, otherwise] })),
        ]);
      decisions.push(...listDependencies(plain));
      return plain;
    });
  return { parts, decisions };
}

/** Returns an option of a `oneOf` combined with the negation of all others; none if the option is `false`. */
function toExclusiveOption(options: readonly unknown[], index: number): Decision {
  return toAlternatives(options[index]).map((option) => ({
    allOf: [option, ...options.filter((_option, other) => other !== index).map((not) => ({ not }))],
  }));
}

/**
 * Returns a decision for each dependency: either its property is present and what it requires applies, or the
 * property is absent.
 */
function listDependencies({
  dependencies,
  dependentSchemas,
  dependentRequired,
}: JsonSchema): readonly Decision[] {
  const all = [dependencies, dependentSchemas, dependentRequired].flatMap((map) =>
    Object.entries(asObject(map)),
  );
  return all.map(([name, asked]) => [
    isObject(asked) || typeof asked === 'boolean'
      ? { allOf: [createPresenceSchema(name), asked] }
      : { required: [name, ...asList(asked)] },
    createAbsenceSchema(name),
  ]);
}

/** Creates the schema of objects that have a property. */
function createPresenceSchema(name: string): JsonSchema {
  return { type: 'object', required: [name] };
}

/** Creates the schema that an object meets if it does not have a property. */
function createAbsenceSchema(name: string): JsonSchema {
  return { properties: { [name]: false } };
}

/**
 * Returns schemas that together describe the opposite of a schema: a value that does not meet the schema
 * meets at least one of them. A part whose opposite cannot be expressed gives the empty schema. None for a
 * schema that every value meets.
 */
function negateSchema(schema: unknown, root: JsonSchema): Decision {
  if (typeof schema === 'boolean') return schema ? [] : [{}];
  return collectCombinedSchemas(schema, root).flatMap((part) => {
    if (Object.keys(part).some((keyword) => dependentKeywords.has(keyword))) return [{}];
    return Object.entries(part).flatMap(([keyword, value]) => negateKeyword(keyword, value));
  });
}

/** Keywords that depend on others beside them, so that a single one cannot be negated. */
const dependentKeywords: ReadonlySet<string> = new Set([
  'if',
  'oneOf',
  'additionalProperties',
  'patternProperties',
  'additionalItems',
  'items',
  'prefixItems',
  'contains',
  'unevaluatedItems',
  'unevaluatedProperties',
  'dependencies',
  'dependentSchemas',
]);

/**
 * As `negateSchema`, for a schema with one keyword. Negated choices are stored in `x-not` (see
 * `renameToNot`).
 */
function negateKeyword(keyword: string, value: unknown): Decision {
  if (annotationKeywords.has(keyword) || definitionKeywords.has(keyword)) return [];
  if (keyword === '$schema' || keyword === '$id') return [];
  if (keyword === 'properties')
    return Object.entries(asObject(value)).map(([name, property]) => ({
      allOf: [
        createPresenceSchema(name),
        { properties: { [name]: property === false ? {} : { not: property } } },
      ],
    }));
  if (keyword === 'required') return asList(value).map((name) => createAbsenceSchema(String(name)));
  if (keyword === 'not') return [{ allOf: [value] }];
  if (keyword === 'anyOf') return [{ allOf: asList(value).map((option) => ({ not: option })) }];
  return [keyword === 'const' || keyword === 'enum' ? { 'x-not': { [keyword]: value } } : {}];
}

/** Returns a schema as an alternative; none for `false`, which no value meets. */
function toAlternatives(schema: unknown): Decision {
  if (schema === false) return [];
  return [isObject(schema) ? schema : {}];
}

/**
 * Returns why no value meets all of some schemas without branches; undefined if a value may, or if nothing is
 * known: the schemas neither list values nor have a single type, or they are nested too deep.
 */
function findContradiction(parts: readonly JsonSchema[], search: Search): string | undefined {
  const whole = parts.reduce(intersectSchemas, {});
  const listed = listAllowedValues(whole);
  if (listed !== undefined) return findValueContradiction(listed, parts, search);
  if (typeof whole.type !== 'string') return undefined;
  const missing = asList(whole.required).find((name) => search.fields?.includes(String(name)) === false);
  if (missing !== undefined)
    return `"${String(missing)}" is required, and there is no field "${String(missing)}"`;
  const relevant = parts.map((part) => selectLimitsOfType(String(whole.type), part));
  const [reason] = findUnmeetableReasons(relevant, search.root);
  if (reason !== undefined) return removeAdvice(reason);
  if (search.depth >= maxDepth) return undefined;
  const inside = { ...search, fields: undefined, depth: search.depth + 1 };
  if (whole.type === 'object') return findPropertyContradiction(parts, inside);
  return whole.type === 'array' ? findItemContradiction(parts, whole, inside) : undefined;
}

/** Returns every value that a schema still allows; undefined if the schema does not list them. */
function listAllowedValues({
  const: constant,
  enum: list,
  type,
}: JsonSchema): readonly unknown[] | undefined {
  if (Array.isArray(type) && type.length === 0) return [];
  if (Array.isArray(list) && list.length === 0) return [];
  if (constant !== undefined) return [constant];
  if (Array.isArray(list)) return list;
  if (type === 'boolean') return [true, false];
  return type === 'null' ? [null] : undefined;
}

/** Returns a reason if none of the values meets all the schemas, else undefined. */
function findValueContradiction(
  values: readonly unknown[],
  parts: readonly JsonSchema[],
  { root }: Search,
): string | undefined {
  const fits = createSchemaTest({ allOf: parts.map(renameToNot) }, root);
  if (values.some((value) => fits(value))) return undefined;
  return 'the choices and the required values have no value in common';
}

/**
 * Returns the schema with `x-not` renamed to `not`, for validation. Named `not` from the start, it would be
 * split into decisions again.
 */
function renameToNot({ 'x-not': not, ...part }: JsonSchema): JsonSchema {
  return not === undefined ? part : { ...part, not };
}

/** Returns the `type` of a schema and those of its keywords that limit values of a type. */
function selectLimitsOfType(type: string, part: JsonSchema): JsonSchema {
  const limits = limitKeywords[type === 'integer' ? 'number' : type] ?? [];
  return Object.fromEntries(
    Object.entries(part).filter(([keyword]) => keyword === 'type' || limits.includes(keyword)),
  );
}

const limitKeywords: Readonly<Record<string, readonly string[]>> = {
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  string: [
    'minLength',
    'maxLength',
    'pattern',
    'format',
    'formatMinimum',
    'formatMaximum',
    'formatExclusiveMinimum',
    'formatExclusiveMaximum',
  ],
  array: [
    'items',
    'prefixItems',
    'additionalItems',
    'minItems',
    'maxItems',
    'uniqueItems',
    'contains',
    'minContains',
    'maxContains',
  ],
  object: [
    'properties',
    'patternProperties',
    'additionalProperties',
    'propertyNames',
    'required',
    'minProperties',
    'maxProperties',
  ],
};

/**
 * Returns why a required property cannot have a value, for the first such property; undefined if all may have
 * one.
 */
function findPropertyContradiction(parts: readonly JsonSchema[], search: Search): string | undefined {
  const required = new Set(parts.flatMap((part) => asList(part.required).map(String)));
  for (const name of required) {
    const schemas = parts.flatMap(({ properties }) => {
      const all = asObject(properties);
      return Object.hasOwn(all, name) ? [all[name]] : [];
    });
    const reasons = schemas.length === 0 ? undefined : findContradictions(schemas, search);
    if (reasons) return `"${name}" is required, but cannot be answered: ${reasons[0]}`;
  }
  return undefined;
}

/**
 * Returns why an item that a list must have, by `minItems` or `contains`, cannot exist; undefined if all may.
 * @param whole The intersection of the schemas.
 */
function findItemContradiction(
  parts: readonly JsonSchema[],
  whole: JsonSchema,
  search: Search,
): string | undefined {
  const all = parts.flatMap((part) => (hasUniformItems(part) ? [part.items] : []));
  const wanted = parts.flatMap(({ contains, minContains = 1 }) =>
    contains === undefined || Number(minContains) < 1 ? [] : [contains],
  );
  const isTuple = parts.some((part) => !hasUniformItems(part) && part.items !== undefined);
  const tuples = parts.flatMap(({ prefixItems, items }) => [prefixItems, items].filter(Array.isArray));
  const isFilled = Number(whole.minItems ?? 0) > 0;
  if (tuples.length > 0 || isTuple)
    return findTupleContradiction(tuples, Number(whole.minItems ?? 0), search);
  for (const schemas of [...(isFilled ? [all] : []), ...wanted.map((contains) => [...all, contains])]) {
    const reasons = findContradictions(schemas, search);
    if (reasons) return `an item is required that cannot exist: ${reasons[0]}`;
  }
  return undefined;
}

/** Returns true if a schema describes all items of a list by one schema. */
function hasUniformItems({ items, prefixItems }: JsonSchema): boolean {
  return items !== undefined && !Array.isArray(items) && prefixItems === undefined;
}

/**
 * Returns why one of the first `minItems` items of a tuple cannot exist; undefined if all may.
 * @param tuples The schemas of the items by position, from each schema that has such.
 */
function findTupleContradiction(
  tuples: readonly (readonly unknown[])[],
  minItems: number,
  search: Search,
): string | undefined {
  for (let index = 0; index < minItems; index += 1) {
    const reasons = findContradictions(
      tuples.flatMap((tuple) => (index < tuple.length ? [tuple[index]] : [])),
      search,
    );
    if (reasons) return `the item ${index + 1} is required, but cannot exist: ${reasons[0]}`;
  }
  return undefined;
}

/**
 * Removes what follows the last semicolon of a reason: the advice, because the finding about the branch has
 * its own.
 */
function removeAdvice(reason: string): string {
  return reason.replace(/; [^;]*$/, '');
}
