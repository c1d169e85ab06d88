import { stepsOf } from './json-schema/pointers.ts';
import type { Problem, ProblemCode, SchemaError } from './types.ts';

/**
 * What a schema's finding means to a visitor; none for findings that only echo others (`if`, `oneOf` around deeper ones).
 * `problemOf({keyword: 'maxLength', instancePath: '/name', params: {limit: 100}}) // [{field: 'name', code: 'too-long', values: {limit: 100}}]`
 */
export function problemOf({ keyword, instancePath, params }: SchemaError): readonly Problem[] {
  const field = stepsOf(instancePath).join('/');
  const code = codeOf(keyword, params);
  if (code === undefined) return [];
  const at = typeof params.missingProperty === 'string' ? inner(field, params.missingProperty) : field;
  const place = typeof params.additionalProperty === 'string' ? inner(field, params.additionalProperty) : at;
  return [{ field: place, code, ...limitOf(params) }];
}

function codeOf(keyword: string, params: SchemaError['params']): ProblemCode | undefined {
  if (keyword === 'minLength' && params.limit === 1) return 'required';
  if (keyword === 'const') return params.allowedValue === true ? 'not-accepted' : 'not-offered';
  return codes[keyword];
}

/** By JSON Schema keyword (JSON Schema Validation 2020-12, section 6). A keyword that is missing here says nothing of its own. */
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
  enum: 'not-offered',
  minItems: 'too-few',
  contains: 'too-few',
  minProperties: 'too-few',
  maxItems: 'too-many',
  maxProperties: 'too-many',
  uniqueItems: 'duplicate',
  additionalProperties: 'unknown-field',
  unevaluatedProperties: 'unknown-field',
  propertyNames: 'unknown-field',
  oneOf: 'not-allowed',
  anyOf: 'not-allowed',
  not: 'not-allowed',
  'false schema': 'not-allowed',
};

function limitOf({ limit, multipleOf }: SchemaError['params']): Pick<Problem, 'values'> {
  const value = limit ?? multipleOf;
  return typeof value === 'number' ? { values: { limit: value } } : {};
}

function inner(field: string, name: string): string {
  return field === '' ? name : `${field}/${name}`;
}
