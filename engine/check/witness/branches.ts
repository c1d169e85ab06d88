import type { Path } from '../../json-schema/pointers.ts';
import { dereference } from '../../json-schema/references.ts';
import { asList, asObject, isObject } from '../../json-schema/values.ts';
import type { FormType, JsonSchema, Values } from '../../types.ts';
import { merged } from './merged.ts';
import { checkOf, samplesOf } from './samples.ts';

/** A part of a type's schema that applies to some answers only. */
export interface Branch {
  /** The path to the branch from the root of the schema. */
  readonly path: Path;
  /** The schema of the branch, combined with the conditions that lead to it. */
  readonly schema: JsonSchema;
  readonly isTaken: (values: Values) => boolean;
}

/** Answers that decide together, and the answers that the decision adds or requires. */
export interface Step {
  readonly by: readonly string[];
  readonly about: readonly string[];
}

export interface Deciding {
  readonly branches: readonly Branch[];
  /** The fields that decide, each with the values that distinguish branches. */
  readonly answers: ReadonlyMap<string, readonly unknown[]>;
  /**
   * For each condition, choice and dependency, the fields that decide it, and those that it decides about.
   */
  readonly steps: readonly Step[];
}

/**
 * Returns the decisions of a type's schema, at the root and inside objects: `if`, `oneOf`, `anyOf`,
 * `dependentSchemas` and similar keywords. The result is cached per type.
 */
export function decidingOf(type: FormType): Deciding {
  const known = found.get(type);
  if (known !== undefined) return known;
  const root = type.schema;
  const finding: Finding = { root, branches: [], asked: new Map(), steps: [] };
  collect(root, { path: [], schema: {}, isTaken: () => true }, finding);
  const names = new Set(type.fields.map(({ name }) => name));
  const answers = new Map(
    [...finding.asked]
      .filter(([name]) => names.has(name))
      .map(([name, schemas]) => [name, tellingValues(name, schemas, root)] as const),
  );
  const deciding = {
    branches: finding.branches,
    answers,
    steps: finding.steps.map(({ by, about }) => {
      const known = (list: readonly string[]) => [...new Set(list)].filter((name) => answers.has(name));
      return { by: known(by), about: known(about).filter((name) => !by.includes(name)) };
    }),
  };
  found.set(type, deciding);
  return deciding;
}

const found = new WeakMap<FormType, Deciding>();

interface Finding {
  readonly root: JsonSchema;
  readonly branches: Branch[];
  /** The schemas that test each field. */
  readonly asked: Map<string, unknown[]>;
  readonly steps: Step[];
}

function collect(node: unknown, around: Branch, finding: Finding): void {
  const { root } = finding;
  const schema = dereference(node, root);
  for (const [index, part] of asList(schema.allOf).entries())
    collect(part, { ...around, path: [...around.path, 'allOf', index] }, finding);
  if (schema.if !== undefined) collectCondition(schema, around, finding);
  for (const keyword of ['oneOf', 'anyOf']) {
    const options = asList(schema[keyword]);
    if (options.length > 0) collectOptions(options, keyword, around, finding);
  }
  for (const keyword of ['dependentSchemas', 'dependencies'])
    for (const [name, inner] of Object.entries(asObject(schema[keyword])))
      if (isObject(inner))
        collectDependency(name, inner, { ...around, path: [...around.path, keyword, name] }, finding);
  for (const [name, property] of Object.entries(asObject(schema.properties)))
    collectInside(name, property, { ...around, path: [...around.path, 'properties', name] }, finding);
}

/** Collects the branches inside a field. For the form, the whole field is one answer. */
function collectInside(name: string, property: unknown, around: Branch, finding: Finding): void {
  const inside = branchesInside(property, around.path, finding.root);
  if (inside.length === 0) return;
  for (const { path, schema, isTaken } of inside) {
    ask(name, schema, finding);
    finding.branches.push({
      path,
      schema: both(around.schema, { properties: { [name]: schema }, required: [name] }),
      isTaken: (values) => around.isTaken(values) && isTaken(values[name]),
    });
  }
  finding.steps.push({ by: [name], about: [] });
}

/** A branch inside a value: `isTaken` tests that value. */
interface InnerBranch extends Pick<Branch, 'path' | 'schema'> {
  readonly isTaken: (value: unknown) => boolean;
}

/** Returns the branches of an object, or those of the items of a list, where one item is enough. */
function branchesInside(node: unknown, path: Path, root: JsonSchema): readonly InnerBranch[] {
  if (path.length > deepest) return [];
  const schema = dereference(node, root);
  const { type, items, prefixItems } = schema;
  if (isOfObjects(schema, root)) {
    const inside: Finding = { root, branches: [], asked: new Map(), steps: [] };
    collect(node, { path, schema: {}, isTaken: isObject }, inside);
    return inside.branches.map((branch) => ({
      ...branch,
      isTaken: (value) => isObject(value) && branch.isTaken(value),
    }));
  }
  if (type !== 'array') return [];
  const tuple = Array.isArray(items) ? { keyword: 'items', schemas: items } : undefined;
  const { keyword, schemas } = tuple ?? { keyword: 'prefixItems', schemas: asList(prefixItems) };
  const inTuple = schemas.flatMap((item, index) =>
    branchesInside(item, [...path, keyword, index], root).map((inner) => ({
      ...inner,
      schema: { type: 'array', minItems: index + 1, [keyword]: [...Array(index).fill({}), inner.schema] },
      isTaken: (value: unknown) => inner.isTaken(asList(value)[index]),
    })),
  );
  const inItems = isObject(items) ? branchesInside(items, [...path, 'items'], root) : [];
  return [
    ...inTuple,
    ...inItems.map((inner) => ({
      ...inner,
      schema: { type: 'array', contains: inner.schema },
      isTaken: (value: unknown) => asList(value).slice(schemas.length).some(inner.isTaken),
    })),
  ];
}

/** Returns true if a schema accepts only objects, by its type or by every option. */
function isOfObjects(schema: JsonSchema, root: JsonSchema): boolean {
  const { type, properties, oneOf, anyOf } = schema;
  if (type !== undefined) return type === 'object';
  if (properties !== undefined) return true;
  const options = asList(oneOf ?? anyOf).map((option) => dereference(option, root));
  return options.length > 0 && options.every((option) => isOfObjects(option, root));
}

function both(...schemas: readonly unknown[]): JsonSchema {
  return { allOf: schemas.filter((schema) => schema !== true) };
}

/** The number of segments of a path in a schema below which branches are not searched. */
const deepest = 24;

function collectCondition(schema: JsonSchema, around: Branch, finding: Finding): void {
  const { root } = finding;
  const holds = checkOf(schema.if, root);
  const asked = askedBy(schema.if, finding);
  finding.steps.push({
    by: asked,
    about: [schema.then, schema.else].flatMap((inner) => namedIn(inner, root)),
  });
  for (const [keyword, isWanted] of [['then', true] as const, ['else', false] as const]) {
    if (!isObject(schema[keyword])) continue;
    const condition = isWanted ? schema.if : { not: schema.if };
    const branch = {
      path: [...around.path, keyword],
      schema: both(around.schema, condition, schema[keyword]),
      isTaken: (values: Values) => around.isTaken(values) && holds(values) === isWanted,
    };
    finding.branches.push(branch);
    collect(schema[keyword], branch, finding);
  }
}

function collectOptions(
  options: readonly unknown[],
  keyword: string,
  around: Branch,
  finding: Finding,
): void {
  const { root } = finding;
  const by = options.flatMap((option) => askedBy(option, finding, isNaming));
  finding.steps.push({ by, about: options.flatMap((option) => namedIn(option, root)) });
  for (const [index, option] of options.entries()) {
    const fits = checkOf(option, root);
    const branch = {
      path: [...around.path, keyword, index],
      schema: both(around.schema, option),
      isTaken: (values: Values) => around.isTaken(values) && fits(values),
    };
    finding.branches.push(branch);
    collect(option, branch, finding);
  }
}

function collectDependency(name: string, inner: JsonSchema, around: Branch, finding: Finding): void {
  const { root } = finding;
  ask(name, {}, finding);
  finding.steps.push({ by: [name], about: namedIn(inner, root) });
  const branch = {
    path: around.path,
    schema: both(around.schema, { required: [name] }, inner),
    isTaken: (values: Values) => around.isTaken(values) && values[name] !== undefined,
  };
  finding.branches.push(branch);
  collect(inner, branch, finding);
}

function namedIn(schema: unknown, root: JsonSchema): readonly string[] {
  const { properties, required } = merged(schema, root);
  return [...Object.keys(asObject(properties)), ...asList(required).map(String)];
}

/** Returns the properties that a schema tests, and adds the tests to the collection. */
function askedBy(
  schema: unknown,
  finding: Finding,
  isAsked: (property: unknown) => boolean = () => true,
): string[] {
  const { properties, required, allOf, anyOf, oneOf, not } = dereference(schema, finding.root);
  const own = Object.entries(asObject(properties)).filter(([, property]) => isAsked(property));
  for (const [name, property] of own) ask(name, property, finding);
  const needed = isAsked({}) ? asList(required).map(String) : [];
  for (const name of needed) ask(name, {}, finding);
  const inner = [...asList(allOf), ...asList(anyOf), ...asList(oneOf), not];
  return [
    ...own.map(([name]) => name),
    ...needed,
    ...inner.filter(isObject).flatMap((each) => askedBy(each, finding, isAsked)),
  ];
}

/**
 * An option is recognized by the values that it names; its other properties are for the visitor to fill in.
 */
function isNaming(property: unknown): boolean {
  const { const: constant, enum: list } = asObject(property);
  return constant !== undefined || list !== undefined;
}

function ask(name: string, property: unknown, { asked }: Finding): void {
  asked.set(name, [...(asked.get(name) ?? []), property]);
}

/** Returns one value of a field for each combination of results of the schemas that test it. */
function tellingValues(name: string, schemas: readonly unknown[], root: JsonSchema): readonly unknown[] {
  const base = asObject(root.properties)[name];
  const checks = schemas.map((schema) => checkOf(schema, root));
  const fits = checkOf(base ?? {}, root);
  const guesses = [
    ...samplesOf(base ?? {}, root),
    ...schemas.flatMap((schema) => samplesOf(both(base ?? {}, schema), root)),
    ...schemas.flatMap((schema) => samplesOf(schema, root)),
    ...schemas.flatMap((schema) => beyond(asObject(schema))),
  ];
  const byOutcome = new Map<string, unknown>();
  for (const value of guesses.filter((each) => fits(each))) {
    const outcome = checks.map((check) => check(value)).join();
    if (!byOutcome.has(outcome)) byOutcome.set(outcome, value);
  }
  return [...byOutcome.values()];
}

/** Returns values at and just outside the limits of a schema. */
function beyond({
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
 * Returns answers that lead to a branch, as far as its schema shows them: what it names and requires, chosen
 * so that all other answers can follow.
 */
export function answersFor({ schema }: Branch, { schema: root, fields }: FormType): Values {
  const known = new Set(fields.map(({ name }) => name));
  const asked = merged(schema, root);
  const names = new Set([
    ...asList(asked.required).map(String),
    ...Object.entries(asObject(asked.properties)).flatMap(([name, property]) =>
      isNaming(property) ? [name] : [],
    ),
  ]);
  const [whole] = samplesOf(both(root, schema), root);
  return Object.fromEntries(
    [...names]
      .filter((name) => known.has(name))
      .flatMap((name) => {
        const base = asObject(root.properties)[name] ?? {};
        const own = asObject(asked.properties)[name] ?? {};
        if (base === false || own === false) return [];
        const [value = samplesOf(both(base, own), root)[0]] = [asObject(whole)[name]];
        return value === undefined ? [] : [[name, value] as const];
      }),
  );
}

/**
 * Returns up to four complete sets of answers that a type's schema accepts and that contain some fixed ones;
 * null means no answer.
 */
export function answersBeside(fixed: Values, { schema: root }: FormType): readonly Values[] {
  const properties = Object.fromEntries(
    Object.entries(fixed).map(([name, value]) => [name, value === null ? false : { const: value }]),
  );
  const required = Object.keys(fixed).filter((name) => fixed[name] !== null && fixed[name] !== undefined);
  return samplesOf(both(root, { properties, required }), root).slice(0, maxWholes).filter(isObject);
}

const maxWholes = 4;
