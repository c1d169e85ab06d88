import { stepsOf } from './json-schema/pointers.ts';
import type { BranchName, Problem, ProblemCode, SchemaError } from './types.ts';

/**
 * What a finding of a schema means to a visitor, whatever its keyword.
 * `problemOf({keyword: 'maxLength', instancePath: '/name', params: {limit: 100}}) // {field: 'name', code: 'too-long', values: {limit: 100}}`
 */
export function problemOf({ keyword, params, instancePath }: SchemaError): Problem {
  const branches = params.branches as readonly BranchName[] | undefined;
  const code = branches ? branchCode(params) : codeOf(keyword, params);
  return {
    field: placeOf(stepsOf(instancePath).join('/'), params),
    code: code ?? 'not-allowed',
    ...(branches ? { branches } : valuesOf(params)),
  };
}

/** A key that is missing, or that nothing knows, is a place of its own. */
function placeOf(field: string, params: SchemaError['params']): string {
  const { missingProperty, additionalProperty, unevaluatedProperty, propertyName } = params;
  const name = missingProperty ?? additionalProperty ?? unevaluatedProperty ?? propertyName;
  return typeof name === 'string' ? inner(field, name) : field;
}

function codeOf(keyword: string, params: SchemaError['params']): ProblemCode | undefined {
  const { limit, allowedValue, allowedValues, comparison, maxContains } = params;
  if (keyword === 'minLength' && limit === 1) return 'required';
  if (keyword === 'const') return allowedValue === true ? 'not-accepted' : 'not-offered';
  if (keyword === 'enum') return String(allowedValues) === 'true' ? 'not-accepted' : 'not-offered';
  if (keyword === 'contains' && maxContains !== undefined) return 'not-allowed';
  if (keyword.startsWith('format') && keyword !== 'format') return dayCode(String(comparison), limit);
  return codes[keyword];
}

/** Days have words of their own; what else can be compared, as times of the day, has none. */
function dayCode(comparison: string, limit: unknown): ProblemCode {
  if (!/^\d{4}-/.test(String(limit))) return 'not-allowed';
  return comparison.startsWith('>') ? 'too-early' : 'too-late';
}

/** By JSON Schema keyword (JSON Schema Validation 2020-12, section 6). A keyword that is missing here is `not-allowed`. */
const codes: Readonly<Record<string, ProblemCode>> = {
  required: 'required',
  dependentRequired: 'required',
  dependencies: 'required',
  type: 'wrong-type',
  minLength: 'too-short',
  maxLength: 'too-long',
  pattern: 'wrong-format',
  format: 'wrong-format',
  minimum: 'too-small',
  exclusiveMinimum: 'too-small',
  maximum: 'too-large',
  exclusiveMaximum: 'too-large',
  multipleOf: 'wrong-format',
  minItems: 'too-few',
  contains: 'too-few',
  minProperties: 'too-few',
  maxItems: 'too-many',
  items: 'too-many',
  additionalItems: 'too-many',
  unevaluatedItems: 'too-many',
  maxProperties: 'too-many',
  uniqueItems: 'duplicate',
  additionalProperties: 'unknown-field',
  unevaluatedProperties: 'unknown-field',
  propertyNames: 'unknown-field',
};

function valuesOf(params: SchemaError['params']): Pick<Problem, 'values'> {
  const { title } = params;
  const limit = params.limit ?? params.multipleOf ?? params.minContains ?? params.len;
  const values = {
    ...((typeof limit === 'number' || typeof limit === 'string') && { limit }),
    ...(typeof title === 'string' && { title }),
  };
  return Object.keys(values).length > 0 ? { values } : {};
}

function branchCode({ passingSchemas }: SchemaError['params']): ProblemCode {
  return Array.isArray(passingSchemas) ? 'several-branches' : 'no-branch';
}

function inner(field: string, name: string): string {
  return field === '' ? name : `${field}/${name}`;
}
