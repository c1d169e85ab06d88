import { type Draft, schemaErrors } from '../json-schema/ajv.ts';
import { isWithin, stepsOf, valueAt } from '../json-schema/pointers.ts';
import { lookUp } from '../json-schema/references.ts';
import { asList, asObject, isObject } from '../json-schema/values.ts';
import { subschemas } from '../json-schema/walk.ts';
import type { JsonSchema } from '../types.ts';
import { type Place, type Report, within } from './report.ts';

/** Reports keywords with an invalid value, once per position. Returns true if there are none. */
export function checkMeaning(schema: JsonSchema, draft: Draft, at: Place, report: Report): boolean {
  const known = report.problems.length;
  checkPatterns(schema, at, report);
  checkUnevaluated(schema, at, report);
  const told = new Set<string>();
  const errors = [...schemaErrors(schema, draft)].sort(
    (one, other) => other.instancePath.length - one.instancePath.length,
  );
  for (const { instancePath, keyword, params } of errors) {
    // An error inside a value also causes errors in the values that contain it.
    if ([...told].some((place) => isWithin(place, instancePath))) continue;
    told.add(instancePath);
    const path = stepsOf(instancePath);
    const value = valueAt(schema, path);
    if (keyword === 'format') continue;
    const name =
      path.at(-1) === 'type' || path.at(-2) === 'type' ? { wrong: String(value), known: types } : undefined;
    report.add(within(at, ...path), 'bad-schema', reasonOf(path, value, params), name);
  }
  return report.problems.length === known;
}

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

function reasonOf(
  path: readonly string[],
  value: unknown,
  { type }: Readonly<Record<string, unknown>>,
): string {
  const keyword = [...path].reverse().find((step) => !/^\d+$/.test(step)) ?? '';
  if (keyword === 'type') return `there is no type ${shown(value)}; use one of ${types.join(', ')}`;
  const wanted =
    takes[keyword] ?? (typeof type === 'string' ? `a value of the type ${type}` : 'something else');
  return `"${keyword}" is ${shown(value)}, but takes ${wanted}; correct it`;
}

/**
 * Descriptions of the values of the keywords that are most often wrong (JSON Schema Validation 2020-12,
 * section 6).
 */
const takes: Readonly<Record<string, string>> = {
  enum: 'a list of choices',
  items: 'a schema, in draft-07 also a list of one at least',
  required: 'a list of names, each once; it stands beside "properties", not inside a property',
  properties: 'an object of schemas by name',
  pattern: 'a regular expression as text',
  allOf: 'a list of schemas',
  anyOf: 'a list of schemas',
  oneOf: 'a list of schemas',
  prefixItems: 'a list of schemas, one at least',
  multipleOf: 'a number above 0',
  ...Object.fromEntries(
    [
      'minLength',
      'maxLength',
      'minItems',
      'maxItems',
      'minProperties',
      'maxProperties',
      'minContains',
      'maxContains',
    ].map((keyword) => [keyword, 'a whole number from 0']),
  ),
  minimum: 'a number',
  maximum: 'a number',
  exclusiveMinimum: 'a number, the limit itself, in place of "minimum"',
  exclusiveMaximum: 'a number, the limit itself, in place of "maximum"',
};

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/**
 * Reports uses of `unevaluatedItems` and `unevaluatedProperties` that Ajv does not evaluate according to JSON
 * Schema.
 */
function checkUnevaluated(root: JsonSchema, at: Place, report: Report): void {
  for (const { schema, path } of subschemas(root)) {
    checkUnevaluatedItems(schema, root, within(at, ...path), report);
    checkTestedProperties(schema, within(at, ...path, 'if'), report);
  }
}

/**
 * Next to `contains` Ajv treats every item as evaluated, but JSON Schema only those that match (Core 2020-12,
 * section 11.2). Ajv also cannot tell which branch evaluated all items.
 */
function checkUnevaluatedItems(schema: JsonSchema, root: JsonSchema, at: Place, report: Report): void {
  if (schema.unevaluatedItems === undefined) return;
  const containing = besideParts(schema, root).some(({ part }) => part.contains !== undefined);
  const branching = besideParts(schema, root).some(
    ({ part, isBranch }) => isBranch && (part.items ?? part.unevaluatedItems) !== undefined,
  );
  const tested = asObject(schema.if);
  const isTested = (tested.prefixItems ?? tested.items ?? tested.contains) !== undefined;
  const beside = isTested ? 'a condition on items' : containing ? '"contains"' : '"items" of a branch';
  if (isTested || containing || branching)
    report.add(
      within(at, 'unevaluatedItems'),
      'bad-schema',
      `beside ${beside} "unevaluatedItems" is not judged as JSON Schema says; use "items" after "prefixItems" in its place`,
    );
}

/**
 * Returns the schemas that apply to the same value, each once, and marks those that apply only in some cases.
 */
function besideParts(
  start: JsonSchema,
  root: JsonSchema,
): readonly { readonly part: JsonSchema; readonly isBranch: boolean }[] {
  const plain = new Set<JsonSchema>();
  const branching = new Set<JsonSchema>();
  const visit = (schema: unknown, isBranch: boolean): void => {
    const found = isBranch ? branching : plain;
    if (!isObject(schema) || found.has(schema)) return;
    found.add(schema);
    const { $ref: reference, allOf, anyOf, oneOf, then, else: otherwise, dependentSchemas } = schema;
    if (typeof reference === 'string') visit(lookUp(root, reference), isBranch);
    for (const part of asList(allOf)) visit(part, isBranch);
    const branches = [...asList(anyOf), ...asList(oneOf), then, otherwise];
    for (const branch of [...branches, ...Object.values(asObject(dependentSchemas))]) visit(branch, true);
  };
  visit(start, false);
  return [
    ...[...plain].map((part) => ({ part, isBranch: false })),
    ...[...branching].map((part) => ({ part, isBranch: true })),
  ];
}

/**
 * Ajv treats the properties in an `if` as evaluated even if the condition is false; JSON Schema only if it is
 * true (Core 2020-12, section 10.2.2.1). Properties that are evaluated anyway make no difference.
 */
function checkTestedProperties(schema: JsonSchema, at: Place, report: Report): void {
  const { if: condition, properties, unevaluatedProperties } = schema;
  const unnamed = Object.keys(asObject(asObject(condition).properties)).filter(
    (name) => !(name in asObject(properties)),
  );
  if (unevaluatedProperties !== undefined && unnamed.length > 0)
    report.add(
      at,
      'bad-schema',
      `the condition tests "${unnamed[0]}", which is not among "properties"; add it there, so that "unevaluatedProperties" knows of it`,
    );
}

function checkPatterns(root: JsonSchema, at: Place, report: Report): void {
  for (const { schema, path } of subschemas(root)) {
    const { pattern, patternProperties } = schema;
    if (typeof pattern === 'string') checkPattern(pattern, within(at, ...path, 'pattern'), report);
    if (typeof patternProperties === 'object' && patternProperties !== null)
      for (const name of Object.keys(patternProperties))
        checkPattern(name, within(at, ...path, 'patternProperties', name), report);
  }
}

function checkPattern(pattern: string, at: Place, report: Report): void {
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    const why =
      error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : String(error);
    report.add(at, 'bad-schema', `no regular expression: ${why}; correct it (ECMA-262, with the flag "u")`);
  }
}
