import { type Draft, schemaErrors } from '../json-schema/ajv.ts';
import { stepsOf, valueAt } from '../json-schema/pointers.ts';
import { asObject } from '../json-schema/values.ts';
import { subschemas } from '../json-schema/walk.ts';
import type { JsonSchema } from '../types.ts';
import { type Place, type Report, within } from './report.ts';

/** Reports what stands under a keyword and is not what it takes, each place once; true where there is none. */
export function checkMeaning(schema: JsonSchema, draft: Draft, at: Place, report: Report): boolean {
  const known = report.problems.length;
  checkPatterns(schema, at, report);
  checkUnevaluated(schema, at, report);
  const told = new Set<string>();
  const errors = [...schemaErrors(schema, draft)].sort(
    (one, other) => other.instancePath.length - one.instancePath.length,
  );
  for (const { instancePath, keyword, params } of errors) {
    // Above a place that is wrong its surroundings are wrong as well.
    if ([...told].some((place) => place === instancePath || place.startsWith(`${instancePath}/`))) continue;
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

/** What keywords take that are most often given something else (JSON Schema Validation 2020-12, section 6). */
const takes: Readonly<Record<string, string>> = {
  enum: 'a list of choices',
  items: 'a schema',
  required: 'a list of names, each once; it stands beside "properties", not inside a property',
  properties: 'an object of schemas by name',
  pattern: 'a regular expression as text',
  allOf: 'a list of schemas',
  anyOf: 'a list of schemas',
  oneOf: 'a list of schemas',
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
  ...Object.fromEntries(
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((keyword) => [keyword, 'a number']),
  ),
};

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/**
 * Ajv takes what an `if` names for looked at, whether or not the condition holds; JSON Schema does so only where it holds (Core 2020-12,
 * section 10.2.2.1). What is looked at besides makes no difference.
 */
function checkUnevaluated(root: JsonSchema, at: Place, report: Report): void {
  for (const { schema, path } of subschemas(root)) {
    const { if: condition, properties, unevaluatedItems, unevaluatedProperties } = schema;
    const tested = asObject(condition);
    const place = within(at, ...path, 'if');
    if (
      unevaluatedItems !== undefined &&
      (tested.prefixItems ?? tested.items ?? tested.contains) !== undefined
    )
      report.add(
        place,
        'bad-schema',
        'a condition on items beside "unevaluatedItems" is not judged as JSON Schema says; use "items"',
      );
    const unnamed = Object.keys(asObject(tested.properties)).filter(
      (name) => !(name in asObject(properties)),
    );
    if (unevaluatedProperties !== undefined && unnamed.length > 0)
      report.add(
        place,
        'bad-schema',
        `the condition tests "${unnamed[0]}", which is not among "properties"; add it there, so that "unevaluatedProperties" knows of it`,
      );
  }
}

/** A pattern that is no regular expression, at its place. */
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
