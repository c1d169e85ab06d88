import type { JsonPath } from '../../json-schema/pointers.ts';
import { dereference } from '../../json-schema/references.ts';
import { asList, asObject, isObject } from '../../json-schema/values.ts';
import { memoizeByObject } from '../../model/memoize.ts';
import type { FormType, JsonSchema, Values } from '../../model/types.ts';
import { mergeSchema } from './merge-schema.ts';
import { createSchemaTest, generateSamples } from './samples.ts';

/** A part of a type's schema that applies to some answers only. */
export interface Branch {
  /** The path of the branch in the type's schema, as if references were replaced by their targets. */
  readonly path: JsonPath;
  /** The schema of the branch, combined with the conditions that lead to it. */
  readonly schema: JsonSchema;
  /**
   * Returns true if the branch applies to answers: if they meet the conditions that lead to it and, for an
   * option of `oneOf` or `anyOf`, the option itself. The answers may still not meet a `then`, `else` or
   * dependency.
   */
  readonly isTaken: (values: Values) => boolean;
}

/**
 * One decision of a schema: the names of the fields that decide it, and of those that it adds or requires.
 */
export interface SchemaDecision {
  readonly by: readonly string[];
  readonly about: readonly string[];
}

/** The branches of a type's schema, and what decides them. */
export interface SchemaDecisions {
  readonly branches: readonly Branch[];
  /** The fields that decide, each with the values that distinguish branches. */
  readonly answers: ReadonlyMap<string, readonly unknown[]>;
  /**
   * For each condition, choice, dependency on a schema and field with branches inside it, the fields that
   * decide it, and the others that it decides about. Only fields in `answers` are listed.
   */
  readonly decisions: readonly SchemaDecision[];
}

/**
 * Returns the decisions of a type's schema, at the root and inside objects and lists: `if`, `oneOf`, `anyOf`,
 * `dependentSchemas` and similar keywords. The result is cached per type.
 */
export const getSchemaDecisions = memoizeByObject((type: FormType): SchemaDecisions => {
  const root = type.schema;
  const collection: BranchCollection = { root, branches: [], testsByField: new Map(), steps: [] };
  collectBranches(root, { path: [], schema: {}, isTaken: () => true }, collection);
  const names = new Set(type.fields.map(({ name }) => name));
  const answers = new Map(
    [...collection.testsByField]
      .filter(([name]) => names.has(name))
      .map(([name, schemas]) => [name, findDistinguishingValues(name, schemas, root)] as const),
  );
  return {
    branches: collection.branches,
    answers,
    decisions: collection.steps.map(({ by, about }) => {
      /** Returns the names that decide something, each once. */
      const selectKnownFields = (list: readonly string[]) =>
        [...new Set(list)].filter((name) => answers.has(name));
      return {
        by: selectKnownFields(by),
        about: selectKnownFields(about).filter((name) => !by.includes(name)),
      };
    }),
  };
});

/** The branches that were found so far; the functions of this module add to it. */
interface BranchCollection {
  readonly root: JsonSchema;
  readonly branches: Branch[];
  /** For each name of a property, the schemas that some condition or option tests it with. */
  readonly testsByField: Map<string, unknown[]>;
  /** The decisions, in the order in which they were found. */
  readonly steps: SchemaDecision[];
}

/**
 * Adds the branches of a schema, at any depth, to the collection.
 * @param parent The branch that contains the schema.
 */
function collectBranches(node: unknown, parent: Branch, collection: BranchCollection): void {
  const { root } = collection;
  const schema = dereference(node, root);
  for (const [index, part] of asList(schema.allOf).entries())
    collectBranches(part, { ...parent, path: [...parent.path, 'allOf', index] }, collection);
  if (schema.if !== undefined) collectIfBranches(schema, parent, collection);
  for (const keyword of ['oneOf', 'anyOf']) {
    const options = asList(schema[keyword]);
    if (options.length > 0) collectOptionBranches(options, keyword, parent, collection);
  }
  for (const keyword of ['dependentSchemas', 'dependencies'])
    for (const [name, inner] of Object.entries(asObject(schema[keyword])))
      if (isObject(inner))
        collectDependencyBranch(
          name,
          inner,
          { ...parent, path: [...parent.path, keyword, name] },
          collection,
        );
  for (const [name, property] of Object.entries(asObject(schema.properties)))
    collectNestedBranches(
      name,
      property,
      { ...parent, path: [...parent.path, 'properties', name] },
      collection,
    );
}

/** Adds the branches inside a property to the collection. The value of the whole property decides them. */
function collectNestedBranches(
  name: string,
  property: unknown,
  parent: Branch,
  collection: BranchCollection,
): void {
  const nested = findNestedBranches(property, parent.path, collection.root);
  if (nested.length === 0) return;
  for (const { path, schema, isTaken } of nested) {
    addFieldTest(name, schema, collection);
    collection.branches.push({
      path,
      schema: combineSchemas(parent.schema, { properties: { [name]: schema }, required: [name] }),
      isTaken: (values) => parent.isTaken(values) && isTaken(values[name]),
    });
  }
  collection.steps.push({ by: [name], about: [] });
}

/** A branch inside a value: `isTaken` tests that value. */
interface InnerBranch extends Pick<Branch, 'path' | 'schema'> {
  readonly isTaken: (value: unknown) => boolean;
}

/**
 * Returns the branches inside the schema of a value: those of an object, or those of the items of a list. A
 * branch of items is taken if one item meets it. None for other values, and beyond `maxPathLength`.
 */
function findNestedBranches(node: unknown, path: JsonPath, root: JsonSchema): readonly InnerBranch[] {
  if (path.length > maxPathLength) return [];
  const schema = dereference(node, root);
  const { type, items, prefixItems } = schema;
  if (acceptsObjectsOnly(schema, root)) {
    const nested: BranchCollection = { root, branches: [], testsByField: new Map(), steps: [] };
    collectBranches(node, { path, schema: {}, isTaken: isObject }, nested);
    return nested.branches.map((branch) => ({
      ...branch,
      isTaken: (value) => isObject(value) && branch.isTaken(value),
    }));
  }
  if (type !== 'array') return [];
  const tuple = Array.isArray(items) ? { keyword: 'items', schemas: items } : undefined;
  const { keyword, schemas } = tuple ?? { keyword: 'prefixItems', schemas: asList(prefixItems) };
  const inTuple = schemas.flatMap((item, index) =>
    findNestedBranches(item, [...path, keyword, index], root).map((inner) => ({
      ...inner,
      schema: { type: 'array', minItems: index + 1, [keyword]: [...Array(index).fill({}), inner.schema] },
      isTaken: (value: unknown) => inner.isTaken(asList(value)[index]),
    })),
  );
  const inItems = isObject(items) ? findNestedBranches(items, [...path, 'items'], root) : [];
  return [
    ...inTuple,
    ...inItems.map((inner) => ({
      ...inner,
      schema: { type: 'array', contains: inner.schema },
      isTaken: (value: unknown) => asList(value).slice(schemas.length).some(inner.isTaken),
    })),
  ];
}

/**
 * Returns true if only objects can meet a schema: by its type, else by its properties, else by its options.
 */
function acceptsObjectsOnly(schema: JsonSchema, root: JsonSchema): boolean {
  const { type, properties, oneOf, anyOf } = schema;
  if (type !== undefined) return type === 'object';
  if (properties !== undefined) return true;
  const options = asList(oneOf ?? anyOf).map((option) => dereference(option, root));
  return options.length > 0 && options.every((option) => acceptsObjectsOnly(option, root));
}

/** Returns an `allOf` of the schemas, without those that are `true`. */
function combineSchemas(...schemas: readonly unknown[]): JsonSchema {
  return { allOf: schemas.filter((schema) => schema !== true) };
}

/** The number of segments of a path in a schema below which branches are not searched. */
const maxPathLength = 24;

/** Adds the decision of an `if`, the branches of its `then` and `else`, and the branches inside them. */
function collectIfBranches(schema: JsonSchema, parent: Branch, collection: BranchCollection): void {
  const { root } = collection;
  const isConditionMet = createSchemaTest(schema.if, root);
  const asked = collectTestedProperties(schema.if, collection);
  collection.steps.push({
    by: asked,
    about: [schema.then, schema.else].flatMap((inner) => listPropertyNames(inner, root)),
  });
  for (const [keyword, isWanted] of [['then', true] as const, ['else', false] as const]) {
    if (!isObject(schema[keyword])) continue;
    const condition = isWanted ? schema.if : { not: schema.if };
    const branch = {
      path: [...parent.path, keyword],
      schema: combineSchemas(parent.schema, condition, schema[keyword]),
      isTaken: (values: Values) => parent.isTaken(values) && isConditionMet(values) === isWanted,
    };
    collection.branches.push(branch);
    collectBranches(schema[keyword], branch, collection);
  }
}

/** Adds the decision of a `oneOf` or `anyOf`, a branch for each option, and the branches inside them. */
function collectOptionBranches(
  options: readonly unknown[],
  keyword: string,
  parent: Branch,
  collection: BranchCollection,
): void {
  const { root } = collection;
  const by = options.flatMap((option) => collectTestedProperties(option, collection, hasListedValues));
  collection.steps.push({ by, about: options.flatMap((option) => listPropertyNames(option, root)) });
  for (const [index, option] of options.entries()) {
    const isMet = createSchemaTest(option, root);
    const branch = {
      path: [...parent.path, keyword, index],
      schema: combineSchemas(parent.schema, option),
      isTaken: (values: Values) => parent.isTaken(values) && isMet(values),
    };
    collection.branches.push(branch);
    collectBranches(option, branch, collection);
  }
}

/**
 * Adds the decision and the branch of a schema that applies if a property is present, and the branches inside
 * it.
 * @param name The name of that property.
 * @param parent The containing branch, with the path of the dependency.
 */
function collectDependencyBranch(
  name: string,
  inner: JsonSchema,
  parent: Branch,
  collection: BranchCollection,
): void {
  const { root } = collection;
  addFieldTest(name, {}, collection);
  collection.steps.push({ by: [name], about: listPropertyNames(inner, root) });
  const branch = {
    path: parent.path,
    schema: combineSchemas(parent.schema, { required: [name] }, inner),
    isTaken: (values: Values) => parent.isTaken(values) && values[name] !== undefined,
  };
  collection.branches.push(branch);
  collectBranches(inner, branch, collection);
}

/** Returns the names that a merged schema has in `properties` or `required`, possibly twice. */
function listPropertyNames(schema: unknown, root: JsonSchema): readonly string[] {
  const { properties, required } = mergeSchema(schema, root);
  return [...Object.keys(asObject(properties)), ...asList(required).map(String)];
}

/**
 * Returns the names of the properties that a schema tests, possibly twice, and adds each test to the
 * collection. A name in `required` is tested with the empty schema.
 * @param isRelevant Returns false for the schema of a property that is to be skipped.
 */
function collectTestedProperties(
  schema: unknown,
  collection: BranchCollection,
  isRelevant: (property: unknown) => boolean = () => true,
): string[] {
  const { properties, required, allOf, anyOf, oneOf, not } = dereference(schema, collection.root);
  const own = Object.entries(asObject(properties)).filter(([, property]) => isRelevant(property));
  for (const [name, property] of own) addFieldTest(name, property, collection);
  const needed = isRelevant({}) ? asList(required).map(String) : [];
  for (const name of needed) addFieldTest(name, {}, collection);
  const inner = [...asList(allOf), ...asList(anyOf), ...asList(oneOf), not];
  return [
    ...own.map(([name]) => name),
    ...needed,
    ...inner.filter(isObject).flatMap((each) => collectTestedProperties(each, collection, isRelevant)),
  ];
}

/**
 * Returns true if a property has `const` or `enum`. An option is recognized by such properties; the others
 * are for the visitor to fill in.
 */
function hasListedValues(property: unknown): boolean {
  const { const: constant, enum: list } = asObject(property);
  return constant !== undefined || list !== undefined;
}

/** Adds a schema to those that a property is tested with. */
function addFieldTest(name: string, schema: unknown, { testsByField }: BranchCollection): void {
  testsByField.set(name, [...(testsByField.get(name) ?? []), schema]);
}

/**
 * Returns values of a field, one for each different combination of schemas that a value can meet, as far as
 * such values are found. Each is valid for the field itself.
 */
function findDistinguishingValues(
  name: string,
  schemas: readonly unknown[],
  root: JsonSchema,
): readonly unknown[] {
  const base = asObject(root.properties)[name];
  const checks = schemas.map((schema) => createSchemaTest(schema, root));
  const fits = createSchemaTest(base ?? {}, root);
  const guesses = [
    ...generateSamples(base ?? {}, root),
    ...schemas.flatMap((schema) => generateSamples(combineSchemas(base ?? {}, schema), root)),
    ...schemas.flatMap((schema) => generateSamples(schema, root)),
    ...schemas.flatMap((schema) => listLimitValues(asObject(schema))),
  ];
  const byOutcome = new Map<string, unknown>();
  for (const value of guesses.filter((each) => fits(each))) {
    const outcome = checks.map((check) => check(value)).join();
    if (!byOutcome.has(outcome)) byOutcome.set(outcome, value);
  }
  return [...byOutcome.values()];
}

/**
 * Returns values at, just below and just above each limit of a schema: numbers, and texts of the letter `a`
 * for lengths. Empty texts are left out.
 */
function listLimitValues({
  minimum,
  maximum,
  minLength,
  maxLength,
  exclusiveMinimum,
  exclusiveMaximum,
}: JsonSchema): readonly unknown[] {
  const numbers = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].filter(
    (each) => typeof each === 'number',
  );
  const lengths = [minLength, maxLength].filter((each) => typeof each === 'number');
  return [
    ...numbers.flatMap((number) => [number - 1, number, number + 1]),
    ...lengths.flatMap((length) =>
      [length - 1, length, length + 1].filter((each) => each > 0).map((each) => 'a'.repeat(each)),
    ),
  ];
}

/**
 * Returns answers that should lead to a branch: a value for each field that the branch requires or lists
 * values for. If possible they belong to a complete set of answers that the type's schema accepts. A field
 * for which no value is found is left out.
 */
export function findBranchAnswers({ schema }: Branch, { schema: root, fields }: FormType): Values {
  const known = new Set(fields.map(({ name }) => name));
  const asked = mergeSchema(schema, root);
  const names = new Set([
    ...asList(asked.required).map(String),
    ...Object.entries(asObject(asked.properties)).flatMap(([name, property]) =>
      hasListedValues(property) ? [name] : [],
    ),
  ]);
  const [whole] = generateSamples(combineSchemas(root, schema), root);
  return Object.fromEntries(
    [...names]
      .filter((name) => known.has(name))
      .flatMap((name) => {
        const base = asObject(root.properties)[name] ?? {};
        const own = asObject(asked.properties)[name] ?? {};
        if (base === false || own === false) return [];
        const [value = generateSamples(combineSchemas(base, own), root)[0]] = [asObject(whole)[name]];
        return value === undefined ? [] : [[name, value] as const];
      }),
  );
}

/**
 * Returns up to four complete sets of answers that a type's schema accepts and that contain the fixed
 * answers; empty if none are found. A fixed answer of null means that the field has no answer.
 */
export function findOtherAnswers(fixed: Values, { schema: root }: FormType): readonly Values[] {
  const properties = Object.fromEntries(
    Object.entries(fixed).map(([name, value]) => [name, value === null ? false : { const: value }]),
  );
  const required = Object.keys(fixed).filter((name) => fixed[name] !== null && fixed[name] !== undefined);
  return generateSamples(combineSchemas(root, { properties, required }), root)
    .slice(0, maxAnswerSets)
    .filter(isObject);
}

const maxAnswerSets = 4;
