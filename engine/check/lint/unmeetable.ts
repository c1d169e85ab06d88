import { isChoice } from '../../json-schema/choices.ts';
import { formatLimits, temporalFormats } from '../../json-schema/temporal-formats.ts';
import { asList, asObject, createJsonSet, isObject, isSameJson } from '../../json-schema/values.ts';
import { compareValues, isCrossed } from '../../model/compare-values.ts';
import type { JsonSchema } from '../../model/types.ts';
import { mergeSchema } from '../examples/merge-schema.ts';
import { mayMatchLength } from '../examples/sample-texts.ts';
import { createSchemaTest } from '../examples/samples.ts';

/**
 * Returns the reasons why schemas that apply together accept no value, or refuse a choice that they list. An
 * empty result does not prove that they accept a value.
 */
export function findUnmeetableReasons(parts: readonly JsonSchema[], root: JsonSchema): readonly string[] {
  const whole = mergeSchema({ allOf: parts }, root);
  return [
    ...findCrossedLimits(whole, limitPairs),
    ...parts.flatMap((part) => findCrossedLimits(part, containsLimitPairs)),
    ...findCrossedTemporalLimits(whole),
    ...findMissingMultiple(whole),
    ...findPatternLengthConflict(whole),
    ...findTypeConflict(whole),
    ...findChoiceConflicts(parts, whole, root),
    ...parts.flatMap((part) => findItemConflicts(part, whole, root)),
    ...findPropertyConflicts(parts, whole, root),
  ];
}

const limitPairs = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'maximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

/** Pairs of limits of one `contains`; those of another one are about other items. */
const containsLimitPairs = [
  ['minContains', 'maxContains'],
  ['minContains', 'maxItems'],
] as const;

/**
 * Returns a reason for each pair of a lower and an upper limit between which there is no value. Pairs with a
 * limit that is absent are skipped.
 */
function findCrossedLimits(
  schema: JsonSchema,
  pairs: readonly (readonly [string, string])[],
): readonly string[] {
  return pairs.flatMap(([low, high]) => {
    const [minimum, maximum] = [schema[low], schema[high]];
    if (typeof minimum !== 'number' || typeof maximum !== 'number') return [];
    if (low === 'minContains' && schema.contains === undefined) return [];
    const excludes = low.startsWith('exclusive') || high.startsWith('exclusive');
    return minimum > maximum || (excludes && minimum === maximum)
      ? [`"${low}" is ${minimum} and "${high}" is ${maximum}: nothing is between them; correct one of them`]
      : [];
  });
}

/** As `findCrossedLimits`, for `formatMinimum` and the other limits of dates and times. */
function findCrossedTemporalLimits(schema: JsonSchema): readonly string[] {
  return formatLimits.slice(0, 2).flatMap((low) =>
    formatLimits.slice(2).flatMap((high) => {
      const [minimum, maximum] = [schema[low], schema[high]];
      const kind = temporalFormats[String(schema.format)];
      const excludes = low.includes('Exclusive') || high.includes('Exclusive');
      return isCrossed(minimum, maximum, kind) || (excludes && compareValues(minimum, maximum, kind) === 0)
        ? [
            `"${low}" is ${formatJson(minimum)} and "${high}" is ${formatJson(maximum)}: nothing is between them; correct one of them`,
          ]
        : [];
    }),
  );
}

/**
 * Returns a reason if there is no whole number, or no multiple, between the limits. None if a limit is
 * missing, or if the limits are crossed.
 */
function findMissingMultiple(schema: JsonSchema): readonly string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, type } = schema;
  const isWhole = type === 'integer';
  const step = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : isWhole ? 1 : undefined;
  const low = Math.max(...[minimum, exclusiveMinimum].filter((limit) => typeof limit === 'number'));
  const high = Math.min(...[maximum, exclusiveMaximum].filter((limit) => typeof limit === 'number'));
  if (step === undefined || !Number.isFinite(low) || !Number.isFinite(high) || low > high) return [];
  const first = Math.ceil(low / step - tolerance);
  const last = Math.floor(high / step + tolerance);
  if (last - first > maxSteps) return [];
  for (let count = first; count <= last; count += 1) {
    const value = count * step;
    const isInside =
      value >= low - tolerance &&
      value <= high + tolerance &&
      !(typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum + tolerance) &&
      !(typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum - tolerance);
    if (isInside && (!isWhole || Number.isInteger(Number(value.toFixed(9))))) return [];
  }
  const what = typeof multipleOf === 'number' ? `multiple of ${step}` : 'whole number';
  const also = isWhole && typeof multipleOf === 'number' ? ' that is whole' : '';
  return [`there is no ${what}${also} between ${low} and ${high}; correct the limits or the step`];
}

/** Tolerance for decimal numbers that have no exact binary representation. */
const tolerance = 1e-9;

/** Between limits with more steps than this, a multiple is certain to fit. */
const maxSteps = 1_000;

/** Returns a reason if it is certain that no text matches the pattern with a length between the limits. */
function findPatternLengthConflict({ pattern, minLength, maxLength }: JsonSchema): readonly string[] {
  if (typeof pattern !== 'string' || (minLength === undefined && maxLength === undefined)) return [];
  const least = typeof minLength === 'number' ? minLength : 0;
  const most = typeof maxLength === 'number' ? maxLength : Infinity;
  if (least > most || mayMatchLength(pattern, least, most)) return [];
  const limits = [
    ...(minLength === undefined ? [] : [`"minLength" ${least}`]),
    ...(maxLength === undefined ? [] : [`"maxLength" ${most}`]),
  ];
  return [
    `no text meets the "pattern" ${pattern} together with ${limits.join(' and ')}; correct one of them`,
  ];
}

/** Returns a reason if a merged schema has no type left. */
function findTypeConflict({ type }: JsonSchema): readonly string[] {
  return Array.isArray(type) && type.length === 0
    ? ['the parts that must all be met have no "type" in common; correct one of them']
    : [];
}

/**
 * Returns a reason if `const` and `enum` of the schemas have no value in common; else a reason for each
 * common value that another keyword refuses.
 * @param whole The merged schemas.
 */
function findChoiceConflicts(
  parts: readonly JsonSchema[],
  whole: JsonSchema,
  root: JsonSchema,
): readonly string[] {
  const lists = parts.flatMap((part) => (Array.isArray(part.enum) ? [part.enum] : []));
  const constants = parts.flatMap((part) => (part.const === undefined ? [] : [part.const]));
  if (lists.some((list) => list.length === 0))
    return ['"enum" is empty: there is nothing to choose; add a choice, or remove it'];
  const [constant, ...others] = constants;
  const other = others.find((each) => !isSameJson(each, constant));
  if (other !== undefined)
    return [`"const" is ${formatJson(constant)} and ${formatJson(other)} at once; correct one of them`];
  const sets = lists.map(createJsonSet);
  if (constant !== undefined && sets.some((set) => !set.has(constant)))
    return [`"const" is ${formatJson(constant)}, which "enum" does not contain; correct one of them`];
  const common = (lists[0] ?? []).filter((value) => sets.every((set) => set.has(value)));
  if (lists.length > 0 && common.length === 0)
    return ['the "enum" lists that must all be met have no choice in common; correct one of them'];
  return (constant === undefined ? common : [constant]).flatMap((value) =>
    explainRefusedChoice(value, whole, root),
  );
}

/** Returns a reason if the type, or a keyword beside the choices, refuses a choice; else an empty list. */
function explainRefusedChoice(
  value: unknown,
  { type, ...whole }: JsonSchema,
  root: JsonSchema,
): readonly string[] {
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  const isOfType =
    types.length === 0 ||
    types.includes(getJsonType(value)) ||
    (types.includes('number') && typeof value === 'number');
  if (!isOfType)
    return [`${formatJson(value)} is not of the type ${types.join(' or ')}; correct the value or the type`];
  const refusing = refusingKeywords.find(
    (keyword) =>
      whole[keyword] !== undefined && !createSchemaTest({ [keyword]: whole[keyword] }, root)(value),
  );
  return refusing === undefined
    ? []
    : [
        `the choice ${formatJson(value)} is refused by "${refusing}" beside it (${formatJson(whole[refusing])}); correct one of them`,
      ];
}

/** The keywords that are tested with each choice. */
const refusingKeywords = [
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'not',
] as const;

/** Returns the type of a value as JSON Schema names it, with `integer` for whole numbers. */
function getJsonType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/**
 * Returns the reasons why a list needs more or other items than one of its schemas allows. Limits of the
 * number of items are compared by `findCrossedLimits`. The second parameter is the merged schema.
 */
function findItemConflicts(
  { prefixItems, items, additionalItems, contains, minContains }: JsonSchema,
  { minItems, uniqueItems }: JsonSchema,
  root: JsonSchema,
): readonly string[] {
  const tuple = asList(Array.isArray(items) ? items : prefixItems);
  const rest = Array.isArray(items) ? additionalItems : items;
  const wanted = typeof minItems === 'number' ? minItems : 0;
  const values = tuple.length === 0 ? listAcceptedValues(rest, root) : undefined;
  const contained = contains === undefined ? 0 : typeof minContains === 'number' ? minContains : 1;
  const fitting = values?.filter((value) => contained === 0 || createSchemaTest(contains, root)(value)) ?? [];
  return [
    ...(rest === false && wanted > tuple.length
      ? [`"minItems" is ${wanted}, but there can be at most ${tuple.length} items; correct one of them`]
      : []),
    ...(values !== undefined && uniqueItems === true && wanted > values.length
      ? [
          `"minItems" is ${wanted}, but there are only ${values.length} choices, and each counts once ("uniqueItems"); lower it, or add choices`,
        ]
      : []),
    ...(contained > 0 && contains === false
      ? ['"contains" is false, which no item meets; correct it, or remove it']
      : []),
    ...(values !== undefined && contained > 0 && fitting.length < (uniqueItems === true ? contained : 1)
      ? [
          `"contains" requires ${contained} of the items, but only ${fitting.length} of the choices meet it; correct one of them`,
        ]
      : []),
  ];
}

/** Returns the values that a schema lists, some of which it may refuse; undefined if it lists none. */
function listAcceptedValues(schema: unknown, root: JsonSchema): readonly unknown[] | undefined {
  if (!isObject(schema)) return undefined;
  const { enum: list, const: constant, type, oneOf, anyOf } = mergeSchema(schema, root);
  if (constant !== undefined) return [constant];
  if (Array.isArray(list)) return list;
  if (type === 'boolean') return [true, false];
  const options = asList(oneOf ?? anyOf).map((option) => asObject(option).const);
  return options.length > 0 && options.every(isChoice) ? options : undefined;
}

/**
 * Returns the reasons why required properties are forbidden, unknown or misnamed, and why the number of
 * properties cannot be between its limits.
 * @param whole The merged schemas.
 */
function findPropertyConflicts(
  parts: readonly JsonSchema[],
  whole: JsonSchema,
  root: JsonSchema,
): readonly string[] {
  const required = asList(whole.required).map(String);
  const { properties, propertyNames, maxProperties, minProperties } = whole;
  const forbidden = required
    .filter((name) => asObject(properties)[name] === false)
    .map((name) => `"${name}" is required and forbidden at once; remove one of them`);
  const closed = parts.filter(({ additionalProperties }) => additionalProperties === false);
  const unknown = required
    .filter((name) => closed.some((part) => !isPropertyAllowed(name, part)))
    .map(
      (name) =>
        `"${name}" is required, but "additionalProperties" is false and "properties" beside it has no "${name}"; add it there, or remove it from "required"`,
    );
  const fits = propertyNames === undefined ? () => true : createSchemaTest(propertyNames, root);
  const misnamed = required
    .filter((name) => !fits(name))
    .map((name) => `"${name}" is required, but "propertyNames" refuses the name; correct one of them`);
  const counted = closed.flatMap((part) =>
    isObject(part.patternProperties) && Object.keys(part.patternProperties).length > 0
      ? []
      : [Object.values(asObject(part.properties)).filter((property) => property !== false).length],
  );
  const most = Math.min(...counted);
  return [
    ...forbidden,
    ...unknown,
    ...misnamed,
    ...(typeof maxProperties === 'number' && required.length > maxProperties
      ? [
          `${required.length} properties are required, and "maxProperties" is ${maxProperties}; correct one of them`,
        ]
      : []),
    ...(typeof minProperties === 'number' && minProperties > most
      ? [
          `"minProperties" is ${minProperties}, but there can be at most ${most} properties; correct one of them`,
        ]
      : []),
  ];
}

/**
 * Returns true if a schema with `additionalProperties: false` allows a property: if it lists its name or has
 * a matching pattern.
 */
function isPropertyAllowed(name: string, { properties, patternProperties }: JsonSchema): boolean {
  return (
    Object.hasOwn(asObject(properties), name) ||
    Object.keys(asObject(patternProperties)).some((pattern) => matchesPattern(pattern, name))
  );
}

/**
 * Returns true if a name matches a pattern. An invalid pattern, which a definition that nothing uses may
 * contain, matches every name.
 */
function matchesPattern(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(name);
  } catch {
    return true;
  }
}

function formatJson(value: unknown): string {
  return JSON.stringify(value);
}
