import type { JsonSchema } from '#engine';
import { annotationKeywords } from '#engine/json-schema/keywords.ts';
import { asList, asObject, isObject } from '#engine/json-schema/values.ts';
import { completeBranch, type EnclosingObject, negateBranchCondition } from './branches.ts';

export interface LoweringContext {
  /**
   * Returns the name of the type for a local reference such as `#/$defs/boat`. Undefined if the definition
   * must be inlined.
   */
  readonly findTypeName: (reference: string) => string | undefined;
  /** Returns the schema to which a local reference refers. */
  readonly resolveReference: (reference: string) => JsonSchema;
}

/**
 * Rewrites a schema with the keywords that json-schema-to-typescript understands, because it silently ignores
 * the others. `if/then/else` and dependencies become unions, branches list the fields that they require,
 * tuples of 2020-12 become those of draft-07, and a title is put before its description. The resulting type
 * accepts every valid value and rejects what types can reject.
 */
export function lowerSchema(schema: unknown, lowering: LoweringContext): JsonSchema {
  return lowerNode(schema, lowering, undefined);
}

/**
 * Lowers one schema with its subschemas. `true` and what is no schema accept anything, `false` nothing.
 * @param around The object schema of which this schema is a branch. Undefined for other schemas.
 */
function lowerNode(
  schema: unknown,
  lowering: LoweringContext,
  around: EnclosingObject | undefined,
): JsonSchema {
  if (schema === false) return { tsType: 'never' };
  if (!isObject(schema)) return { tsType: 'unknown' };
  const { $ref: reference, ...beside } = schema;
  if (typeof reference === 'string') return lowerReference(reference, beside, lowering, around);
  const own = around === undefined ? schema : completeBranch(schema, around);
  const here = extendEnclosingObject(own, around);
  const base = lowerBase(own, lowering);
  const parts = listCombinations(own, here).map((part) => lowerPart(part, lowering, here));
  const meaningful = parts.filter((part) => part.tsType !== 'unknown');
  if (meaningful.length === 0) return { ...base, ...buildDescription(schema) };
  const hasBaseType = base.tsType !== 'unknown';
  return {
    ...(hasBaseType ? { allOf: [base, ...meaningful] } : joinAllOf(meaningful)),
    ...buildDescription(schema),
  };
}

/** Returns the only part, or an `allOf` of several. */
function joinAllOf(parts: readonly JsonSchema[]): JsonSchema {
  const [only, ...others] = parts;
  return others.length === 0 && only ? only : { allOf: parts };
}

/**
 * Lowers a schema with `$ref`: refers to the named type if there is one, else inlines the target.
 * @param beside The keywords next to `$ref`.
 */
function lowerReference(
  reference: string,
  beside: JsonSchema,
  lowering: LoweringContext,
  around: EnclosingObject | undefined,
): JsonSchema {
  const name = lowering.findTypeName(reference);
  const isNarrowed = Object.keys(beside).some((key) => !annotationKeywords.has(key));
  if (name === undefined || around !== undefined)
    return lowerNode({ ...lowering.resolveReference(reference), ...beside }, lowering, around);
  const named: JsonSchema = { $ref: `#/definitions/${name}` };
  if (isNarrowed)
    return {
      allOf: [named, lowerNode(removeAnnotations(beside), lowering, around)],
      ...buildDescription(beside),
    };
  return buildDescription(beside).description === undefined
    ? named
    : { allOf: [named], ...buildDescription(beside) };
}

/** A union (`anyOf`) or a single schema that applies in addition to the others. */
type SchemaPart = { readonly anyOf: readonly unknown[] } | { readonly one: unknown };

/**
 * Returns the schemas with which a schema is combined by `allOf`, `anyOf`, `oneOf`, `if`, `not` and
 * dependencies. A `not` that types cannot express is left out.
 * @param here The object schema that contains these schemas, extended by `schema`.
 */
function listCombinations(schema: JsonSchema, here: EnclosingObject | undefined): readonly SchemaPart[] {
  const { allOf, anyOf, oneOf, if: condition, then = true, else: otherwise = true, not } = schema;
  const unions = [anyOf, oneOf].filter(Array.isArray).map((branches): SchemaPart => ({ anyOf: branches }));
  const negated = not === undefined ? undefined : negateBranchCondition(not, here);
  return [
    ...asList(allOf).map((one): SchemaPart => ({ one })),
    ...unions,
    ...(condition === undefined
      ? []
      : [{ anyOf: [{ allOf: [condition, then] }, buildElseBranch(condition, otherwise, here)] }]),
    ...(negated === undefined ? [] : [{ one: negated }]),
    ...listDependencies(schema),
  ];
}

/**
 * Returns the schema of the values for which the condition is false and `else` applies. If types cannot
 * express that, returns `else` alone.
 */
function buildElseBranch(condition: unknown, otherwise: unknown, here: EnclosingObject | undefined): unknown {
  const not = negateBranchCondition(condition, here);
  return not === undefined ? otherwise : { allOf: [not, otherwise] };
}

/**
 * Returns a union for each dependency: either the field is absent, or the schema that depends on it applies.
 */
function listDependencies({
  dependentRequired,
  dependentSchemas,
  dependencies: older,
}: JsonSchema): readonly SchemaPart[] {
  const all = [dependentRequired, older, dependentSchemas].flatMap((asked) =>
    Object.entries(asObject(asked)),
  );
  return all.map(([name, asked]): SchemaPart => {
    const given = Array.isArray(asked)
      ? { required: [name, ...asked] }
      : { allOf: [{ required: [name] }, asked] };
    return { anyOf: [{ properties: { [name]: absent } }, given] };
  });
}

/** The schema of an absent property. */
const absent: JsonSchema = { tsType: 'undefined' };

/** Lowers a union or a single schema. `tsType: 'unknown'` if it accepts any value. */
function lowerPart(
  part: SchemaPart,
  lowering: LoweringContext,
  here: EnclosingObject | undefined,
): JsonSchema {
  if ('one' in part) return lowerNode(part.one, lowering, here);
  const branches = part.anyOf.map((branch) => lowerNode(branch, lowering, here));
  // If one branch accepts anything, the whole union does.
  return branches.some(({ tsType }) => tsType === 'unknown') ? { tsType: 'unknown' } : { anyOf: branches };
}

/**
 * Adds the properties and required fields of a schema to those of the schema around it. Undefined if the
 * schema has no properties and no schema is around it.
 */
function extendEnclosingObject(
  schema: JsonSchema,
  around: EnclosingObject | undefined,
): EnclosingObject | undefined {
  if (!isObject(schema.properties) && around === undefined) return undefined;
  return {
    properties: { ...around?.properties, ...asObject(schema.properties) },
    required: [...(around?.required ?? []), ...asList(schema.required).map(String)],
    isClosed: around?.isClosed === true || isClosed(schema),
  };
}

/** True if other properties are forbidden. */
function isClosed({ additionalProperties, unevaluatedProperties }: JsonSchema): boolean {
  return additionalProperties === false || unevaluatedProperties === false;
}

/**
 * Lowers a schema without the keywords of `listCombinations`. `tsType: 'unknown'` if it has no type, choices,
 * properties or items.
 */
function lowerBase(schema: JsonSchema, lowering: LoweringContext): JsonSchema {
  if (typeof schema.tsType === 'string') return schema;
  const { type, enum: choices, const: constant, nullable } = schema;
  if (choices !== undefined) return { enum: choices };
  if (constant !== undefined) return { const: constant };
  if (schema.properties !== undefined || hasType(schema, 'object')) return lowerObject(schema, lowering);
  if (schema.items !== undefined || schema.prefixItems !== undefined || hasType(schema, 'array'))
    return lowerArray(schema, lowering);
  return type === undefined ? { tsType: 'unknown' } : { type, ...(nullable === true && { nullable }) };
}

/** True if the schema allows this type, alone or among others. */
function hasType({ type }: JsonSchema, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name));
}

/** Lowers an object. A required property without a schema gets the type `unknown`. */
function lowerObject(schema: JsonSchema, lowering: LoweringContext): JsonSchema {
  const properties = asObject(schema.properties);
  const patterns = Object.values(asObject(schema.patternProperties));
  const required = asList(schema.required);
  const missing = required.filter((name) => properties[String(name)] === undefined);
  return {
    type: schema.type ?? 'object',
    properties: Object.fromEntries([
      ...Object.entries(properties).map(([name, property]) => [
        name,
        lowerNode(property, lowering, undefined),
      ]),
      ...missing.map((name) => [name, { tsType: 'unknown' }]),
    ]),
    required,
    additionalProperties: lowerOtherProperties(schema, patterns, lowering),
  };
}

/**
 * Returns the schema of properties that are not named: true if they can be anything, false if there can be
 * none. Patterns and additional properties are merged, because TypeScript has one index signature.
 */
function lowerOtherProperties(
  schema: JsonSchema,
  patterns: readonly unknown[],
  lowering: LoweringContext,
): unknown {
  const rest = isClosed(schema) ? false : (schema.additionalProperties ?? true);
  if (patterns.length === 0 && typeof rest === 'boolean') return rest;
  if (rest === true) return true;
  const all = [...patterns, ...(rest === false ? [] : [rest])].map((each) =>
    lowerNode(each, lowering, undefined),
  );
  return all.some(({ tsType }) => tsType === 'unknown') ? true : joinAnyOf(all);
}

/** Returns the only schema, or an `anyOf` of several. */
function joinAnyOf(all: readonly JsonSchema[]): JsonSchema {
  const [only, ...others] = all;
  return others.length === 0 && only ? only : { anyOf: all };
}

/** Lowers an array. A tuple with optional items becomes a list whose items each match any of its schemas. */
function lowerArray(schema: JsonSchema, lowering: LoweringContext): JsonSchema {
  const { type = 'array', items, prefixItems, additionalItems, minItems } = schema;
  const first = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : undefined;
  const rest = Array.isArray(prefixItems) ? (items ?? true) : (additionalItems ?? true);
  /** Lowers the schema of an item. */
  const lowerItem = (item: unknown) => lowerNode(item, lowering, undefined);
  if (first === undefined)
    return { type, items: items === undefined ? { tsType: 'unknown' } : lowerItem(items) };
  if (typeof minItems === 'number' && minItems >= first.length)
    return { type, items: first.map(lowerItem), additionalItems: rest === false ? false : lowerItem(rest) };
  const all = [...first, ...(rest === false ? [] : [rest])].map(lowerItem);
  return {
    type,
    items: all.some(({ tsType }) => tsType === 'unknown') ? { tsType: 'unknown' } : joinAnyOf(all),
  };
}

/** Returns the schema without annotations such as `title` and `description`. */
function removeAnnotations(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !annotationKeywords.has(key)));
}

/**
 * Returns a description that begins with the title. json-schema-to-typescript would turn each title into a
 * type of its own. Without title and description, the object is empty.
 */
function buildDescription({ title, description }: JsonSchema): { readonly description?: string } {
  const lines = [title, description].filter(
    (line): line is string => typeof line === 'string' && line.trim() !== '',
  );
  return lines.length === 0 ? {} : { description: lines.join('\n\n') };
}
