import type { BranchName, Problem, ProblemCode, SchemaError } from '../model/types.ts';
import { parsePointer } from './pointers.ts';

/**
 * Converts an error of a schema validator to a problem: `toProblem({keyword: 'maxLength', instancePath:
 * '/name', params: {limit: 100}}) // {field: 'name', code: 'too-long', values: {limit: 100}}`. A keyword
 * without a code becomes `not-allowed`.
 */
export function toProblem({ keyword, params, instancePath }: SchemaError): Problem {
  const branches = params.branches as readonly BranchName[] | undefined;
  const code = branches ? getBranchCode(keyword, params) : getProblemCode(keyword, params);
  return {
    field: getProblemField(parsePointer(instancePath).join('/'), params),
    code: code ?? 'not-allowed',
    ...(branches && { branches }),
    ...getProblemValues(params),
  };
}

/**
 * Returns the path of the field that an error is assigned to. An error about a missing or unknown property is
 * assigned to the property itself.
 * @param field The path of the wrong value, `crew/0`; empty for the whole form.
 */
function getProblemField(field: string, params: SchemaError['params']): string {
  const { missingProperty, additionalProperty, unevaluatedProperty, propertyName } = params;
  const name = missingProperty ?? additionalProperty ?? unevaluatedProperty ?? propertyName;
  return typeof name === 'string' ? joinFieldPath(field, name) : field;
}

/** Returns the code of an error that names no branches; undefined for a keyword without a code. */
function getProblemCode(keyword: string, params: SchemaError['params']): ProblemCode | undefined {
  const { limit, allowedValue, allowedValues, comparison, maxContains } = params;
  if (keyword === 'minLength' && limit === 1) return 'required';
  if (keyword === 'const') return allowedValue === true ? 'not-accepted' : 'not-offered';
  if (keyword === 'enum') return String(allowedValues) === 'true' ? 'not-accepted' : 'not-offered';
  if (keyword === 'contains' && maxContains !== undefined) return 'wrong-count';
  if (keyword.startsWith('format') && keyword !== 'format')
    return getTemporalCode(detectTemporalFormat(String(limit)), String(comparison).startsWith('>'));
  return codesByKeyword[keyword];
}

/**
 * Returns the code for a date or time outside its limits: `date-time-too-late`; for a date just `too-late`.
 * @param kind `date`, `time` or `date-time`.
 * @param isEarly True if the value is before the earliest allowed one.
 */
export function getTemporalCode(kind: string | undefined, isEarly: boolean): ProblemCode {
  return `${kind === 'date' ? '' : `${kind}-`}too-${isEarly ? 'early' : 'late'}` as ProblemCode;
}

/** Returns the format of a limit, detected from its characters: `12:00`, `2027-01-31`, or a longer text. */
function detectTemporalFormat(limit: string): 'time' | 'date' | 'date-time' {
  if (limit[2] === ':') return 'time';
  return limit[10] ? 'date-time' : 'date';
}

/**
 * The codes by JSON Schema keyword (JSON Schema Validation 2020-12, section 6). Other keywords give
 * `not-allowed`.
 */
const codesByKeyword: Readonly<Record<string, ProblemCode>> = {
  required: 'required',
  dependentRequired: 'required',
  dependencies: 'required',
  type: 'wrong-type',
  minLength: 'too-short',
  maxLength: 'too-long',
  pattern: 'wrong-format',
  format: 'wrong-format',
  minimum: 'too-small',
  exclusiveMinimum: 'not-above',
  maximum: 'too-large',
  exclusiveMaximum: 'not-below',
  multipleOf: 'wrong-step',
  minItems: 'too-few',
  contains: 'too-few-fitting',
  minProperties: 'too-few',
  maxItems: 'too-many',
  items: 'too-many',
  additionalItems: 'too-many',
  unevaluatedItems: 'too-many',
  maxProperties: 'too-many',
  uniqueItems: 'duplicate',
  additionalProperties: 'unknown-field',
  unevaluatedProperties: 'unknown-field',
  propertyNames: 'wrong-name',
};

/**
 * Returns the values for the message of an error: its limit, its bounds of a count, the title of its field.
 * Returns an empty object if it has none of them.
 */
function getProblemValues(params: SchemaError['params']): Pick<Problem, 'values'> {
  const { title, minContains, maxContains } = params;
  const limit = params.limit ?? params.multipleOf ?? minContains ?? params.len;
  const values = {
    ...(typeof maxContains === 'number' && { minimum: Number(minContains), maximum: maxContains }),
    ...((typeof limit === 'number' || typeof limit === 'string') && { limit }),
    ...(typeof title === 'string' && { title }),
  };
  return Object.keys(values).length > 0 ? { values } : {};
}

/**
 * Returns the code of an error whose message names branches, fields or choices. For `oneOf` and `anyOf`:
 * `several-branches` if several match, else `no-branch`.
 */
function getBranchCode(keyword: string, { passingSchemas }: SchemaError['params']): ProblemCode {
  return namingCodesByKeyword[keyword] ?? (Array.isArray(passingSchemas) ? 'several-branches' : 'no-branch');
}

/** The codes of the other keywords in errors that name branches, fields or choices. */
const namingCodesByKeyword: Readonly<Record<string, ProblemCode>> = {
  not: 'several-branches',
  minProperties: 'too-few-fields',
  maxProperties: 'too-many-fields',
  contains: 'missing-choice',
};

/** Returns the path of a property: `crew/0/age`; for a property of the whole form, its name alone. */
function joinFieldPath(field: string, name: string): string {
  return field === '' ? name : `${field}/${name}`;
}
