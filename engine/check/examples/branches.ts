import type { JsonPath } from '../../json-schema/pointers.ts';
import { dereference } from '../../json-schema/references.ts';
import { asList, asObject, isObject } from '../../json-schema/values.ts';
import { memoizeByObject } from '../../memoize.ts';
import type { FormType, JsonSchema, Values } from '../../types.ts';
import { mergeSchema } from './merge-schema.ts';
import { createSchemaTest, generateSamples } from './samples.ts';

/** A part of a type's schema that applies to some answers only. */
export interface Branch {
  readonly path: JsonPath;
  /** The schema of the branch, combined with the conditions that lead to it. */
  readonly schema: JsonSchema;
  /** Returns true if answers meet the branch and the conditions that lead to it. */
  readonly isTaken: (values: Values) => boolean;
}

/** One decision of a schema: the fields that decide it, and the fields that it adds or requires. */
export interface SchemaDecision {
  readonly by: readonly string[];
  readonly about: readonly string[];
}

export interface SchemaDecisions {
  readonly branches: readonly Branch[];
  /** The fields that decide, each with the values that distinguish branches. */
  readonly answers: ReadonlyMap<string, readonly unknown[]>;
  /**
   * For each condition, choice and dependency, the fields that decide it, and those that it decides about.
   */
  readonly decisions: readonly SchemaDecision[];
}

/**
 * Returns the decisions of a type's schema, at the root and inside objects: `if`, `oneOf`, `anyOf`,
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
      const selectKnownFields = (list: readonly string[]) =>
        [...new Set(list)].filter((name) => answers.has(name));
      return {
        by: selectKnownFields(by),
        about: selectKnownFields(about).filter((name) => !by.includes(name)),
      };
    }),
  };
});

interface BranchCollection {
  readonly root: JsonSchema;
  readonly branches: Branch[];
  readonly testsByField: Map<string, unknown[]>;
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
 * branch of items is taken if one item meets it.
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

function acceptsObjectsOnly(schema: JsonSchema, root: JsonSchema): boolean {
  const { type, properties, oneOf, anyOf } = schema;
  if (type !== undefined) return type === 'object';
  if (properties !== undefined) return true;
  const options = asList(oneOf ?? anyOf).map((option) => dereference(option, root));
  return options.length > 0 && options.every((option) => acceptsObjectsOnly(option, root));
}

function combineSchemas(...schemas: readonly unknown[]): JsonSchema {
  return { allOf: schemas.filter((schema) => schema !== true) };
}

/** The number of segments of a path in a schema below which branches are not searched. */
const maxPathLength = 24;

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

function listPropertyNames(schema: unknown, root: JsonSchema): readonly string[] {
  const { properties, required } = mergeSchema(schema, root);
  return [...Object.keys(asObject(properties)), ...asList(required).map(String)];
}

/**
 * Returns the names of the properties that a schema tests, and adds each test to the collection.
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

function addFieldTest(name: string, schema: unknown, { testsByField }: BranchCollection): void {
  testsByField.set(name, [...(testsByField.get(name) ?? []), schema]);
}

/**
 * Returns values of a field, one for each different combination of schemas that a value can meet, as far as
 * such values are found.
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

/** Returns values at, just below and just above each limit of a schema. */
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
 * values for. If possible they belong to a complete set of answers that the type's schema accepts.
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
 * answers. A fixed answer of null means that the field has no answer.
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
