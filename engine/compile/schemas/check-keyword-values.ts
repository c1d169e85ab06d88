import { findSchemaErrors, type SchemaDraft } from '../../json-schema/ajv.ts';
import { getValueAt, isPointerWithin, parsePointer } from '../../json-schema/pointers.ts';
import { resolveReference } from '../../json-schema/references.ts';
import { asList, asObject, getOwnMember, isObject, toText } from '../../json-schema/values.ts';
import { iterateSchemas } from '../../json-schema/walk.ts';
import type { JsonSchema } from '../../model/types.ts';
import { type DocumentPath, extendPath, type ProblemReport } from '../report.ts';

/**
 * Reports keywords with an invalid value, once per position, regular expressions that are not valid, and
 * unsupported uses of `unevaluatedItems` and `unevaluatedProperties`. Returns true if it reported nothing.
 */
export function checkKeywordValues(
  schema: JsonSchema,
  draft: SchemaDraft,
  at: DocumentPath,
  report: ProblemReport,
): boolean {
  const known = report.problems.length;
  checkRegularExpressions(schema, at, report);
  checkUnevaluated(schema, at, report);
  const reported = new Set<string>();
  const errors = [...findSchemaErrors(schema, draft)].sort(
    (one, other) => other.instancePath.length - one.instancePath.length,
  );
  for (const { instancePath, keyword, params } of errors) {
    // An error inside a value also causes errors in the values that contain it.
    if ([...reported].some((place) => isPointerWithin(place, instancePath))) continue;
    reported.add(instancePath);
    const path = parsePointer(instancePath);
    const value = getValueAt(schema, path);
    if (keyword === 'format') continue;
    const name =
      path.at(-1) === 'type' || path.at(-2) === 'type' ? { wrong: toText(value), known: types } : undefined;
    report.add(extendPath(at, ...path), 'bad-schema', explainInvalidValue(path, value, params), name);
  }
  return report.problems.length === known;
}

/** The types of JSON Schema. */
const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Returns the message for an invalid value at a path. `type` is the type that the meta schema requires. */
function explainInvalidValue(
  path: readonly string[],
  value: unknown,
  { type }: Readonly<Record<string, unknown>>,
): string {
  const keyword = [...path].reverse().find((step) => !/^\d+$/.test(step)) ?? '';
  if (keyword === 'type') return `there is no type ${formatShortJson(value)}; use one of ${types.join(', ')}`;
  const wanted =
    getOwnMember(expectedValues, keyword) ??
    (typeof type === 'string' ? `a value of the type ${type}` : 'something else');
  return `"${keyword}" is ${formatShortJson(value)}, but must be ${wanted}; correct it`;
}

/**
 * Descriptions of the values of the keywords that are most often wrong (JSON Schema Validation 2020-12,
 * section 6).
 */
const expectedValues: Readonly<Record<string, string>> = {
  enum: 'a list of choices',
  items: 'a schema, or in draft-07 a list of at least one schema',
  required: 'a list of names, each once; it belongs beside "properties", not inside a property',
  properties: 'an object of schemas by name',
  pattern: 'a regular expression as text',
  allOf: 'a list of schemas',
  anyOf: 'a list of schemas',
  oneOf: 'a list of schemas',
  prefixItems: 'a list of at least one schema',
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
    ].map((keyword) => [keyword, 'a whole number, 0 or more']),
  ),
  minimum: 'a number',
  maximum: 'a number',
  exclusiveMinimum: 'a number, the limit itself, in place of "minimum"',
  exclusiveMaximum: 'a number, the limit itself, in place of "maximum"',
};

/** Returns the first 60 characters of a value as JSON, `nothing` for undefined. */
function formatShortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/**
 * Reports uses of `unevaluatedItems` and `unevaluatedProperties` that Ajv does not evaluate according to JSON
 * Schema.
 */
function checkUnevaluated(root: JsonSchema, at: DocumentPath, report: ProblemReport): void {
  for (const { schema, path } of iterateSchemas(root)) {
    checkUnevaluatedItems(schema, root, extendPath(at, ...path), report);
    checkTestedProperties(schema, extendPath(at, ...path, 'if'), report);
  }
}

/**
 * Reports `unevaluatedItems` where Ajv evaluates it differently. Next to `contains` Ajv treats every item as
 * evaluated, but JSON Schema only those that match (Core 2020-12, section 11.2). Ajv also cannot determine
 * which branch evaluated all items.
 */
function checkUnevaluatedItems(
  schema: JsonSchema,
  root: JsonSchema,
  at: DocumentPath,
  report: ProblemReport,
): void {
  if (schema.unevaluatedItems === undefined) return;
  const containing = listAdjacentSchemas(schema, root).some(({ part }) => part.contains !== undefined);
  const branching = listAdjacentSchemas(schema, root).some(
    ({ part, isBranch }) => isBranch && (part.items ?? part.unevaluatedItems) !== undefined,
  );
  const tested = asObject(schema.if);
  const isTested = (tested.prefixItems ?? tested.items ?? tested.contains) !== undefined;
  const beside = isTested ? 'a condition on items' : containing ? '"contains"' : '"items" of a branch';
  if (isTested || containing || branching)
    report.add(
      extendPath(at, 'unevaluatedItems'),
      'bad-schema',
      `beside ${beside} "unevaluatedItems" is not supported; use "items" after "prefixItems" instead`,
    );
}

/**
 * Returns the schemas that apply to the same value as a schema, itself first, also those that it refers to.
 * `isBranch` is true for those that apply only under a condition. The schemas of `if` are left out.
 */
function listAdjacentSchemas(
  start: JsonSchema,
  root: JsonSchema,
): readonly { readonly part: JsonSchema; readonly isBranch: boolean }[] {
  const plain = new Set<JsonSchema>();
  const branching = new Set<JsonSchema>();
  /** Adds a schema, and those that apply to the same value, to `plain` or `branching`. */
  const collectAdjacent = (schema: unknown, isBranch: boolean): void => {
    const found = isBranch ? branching : plain;
    if (!isObject(schema) || found.has(schema)) return;
    found.add(schema);
    const { $ref: reference, allOf, anyOf, oneOf, then, else: otherwise, dependentSchemas } = schema;
    if (typeof reference === 'string') collectAdjacent(resolveReference(root, reference), isBranch);
    for (const part of asList(allOf)) collectAdjacent(part, isBranch);
    const branches = [...asList(anyOf), ...asList(oneOf), then, otherwise];
    for (const branch of [...branches, ...Object.values(asObject(dependentSchemas))])
      collectAdjacent(branch, true);
  };
  collectAdjacent(start, false);
  return [
    ...[...plain].map((part) => ({ part, isBranch: false })),
    ...[...branching].map((part) => ({ part, isBranch: true })),
  ];
}

/**
 * Reports, at the position `at` of the `if`, a property that only the `if` next to `unevaluatedProperties`
 * names. Ajv treats it as evaluated even if the condition is false; JSON Schema only if it is true (Core
 * 2020-12, section 10.2.2.1).
 */
function checkTestedProperties(schema: JsonSchema, at: DocumentPath, report: ProblemReport): void {
  const { if: condition, properties, unevaluatedProperties } = schema;
  const unnamed = Object.keys(asObject(asObject(condition).properties)).filter(
    (name) => !(name in asObject(properties)),
  );
  if (unevaluatedProperties !== undefined && unnamed.length > 0)
    report.add(
      at,
      'bad-schema',
      `the condition tests "${unnamed[0]}", which is not in "properties"; add it there, so that "unevaluatedProperties" includes it`,
    );
}

/** Reports invalid regular expressions in `pattern` and `patternProperties`, at any depth. */
function checkRegularExpressions(root: JsonSchema, at: DocumentPath, report: ProblemReport): void {
  for (const { schema, path } of iterateSchemas(root)) {
    const { pattern, patternProperties } = schema;
    if (typeof pattern === 'string')
      checkRegularExpression(pattern, extendPath(at, ...path, 'pattern'), report);
    if (typeof patternProperties === 'object' && patternProperties !== null)
      for (const name of Object.keys(patternProperties))
        checkRegularExpression(name, extendPath(at, ...path, 'patternProperties', name), report);
  }
}

/** Reports a text that is not a regular expression with the flag `u`. */
function checkRegularExpression(pattern: string, at: DocumentPath, report: ProblemReport): void {
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    const why =
      error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : String(error);
    report.add(
      at,
      'bad-schema',
      `not a regular expression: ${why}; correct it (ECMA-262, with the flag "u")`,
    );
  }
}
