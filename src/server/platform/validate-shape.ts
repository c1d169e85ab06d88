import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isTooDeep } from '#engine/json-schema/depth.ts';
import { toJsonPointer } from '#engine/json-schema/pointers.ts';

/** A JSON Schema (2020-12) of a value from outside: a request's body, a line of a file, a row of a table. */
export type ShapeSchema = Readonly<Record<string, unknown>>;

/** An error of a value: its position and its reason. */
export interface ShapeFault {
  /** A JSON Pointer into the value; empty for the value itself. */
  readonly pointer: string;
  /** For example `must be array`. */
  readonly reason: string;
}

/** A validator of values from outside. */
export interface Shape<Value> {
  /** Returns true if the value is valid. */
  readonly accepts: (value: unknown) => value is Value;
  /** Returns the first error; undefined if the value is valid. */
  readonly findFault: (value: unknown) => ShapeFault | undefined;
}

/** The compiler of schemas. Its validators stop at the first error: a hostile value could have a million. */
const ajv = new Ajv2020({ allErrors: false, ownProperties: true, validateSchema: false, strict: false });

// Limits the depth as for documents, and refuses a key `__proto__`: no document has one, and some programs
// would change a prototype by it.
ajv.addKeyword({
  keyword: 'isPlainJson',
  /** Returns false for a value that is nested too deeply or has a key `__proto__` anywhere. */
  validate: (_schema: boolean, data: unknown) => !isTooDeep(data) && !hasPrototypeKey(data),
  error: { message: 'must not be nested so deeply, or have a key "__proto__"' },
});

/**
 * Returns a validator of a schema, which is compiled on first use, to keep the start fast. The schema may use
 * the keyword `isPlainJson: true`.
 */
export function createShape<Value>(schema: ShapeSchema): Shape<Value> {
  let compiled: ValidateFunction | undefined;
  /** Returns the compiled schema; compiles it on the first call. */
  const getValidator = () => {
    compiled ??= ajv.compile(schema);
    return compiled;
  };
  return {
    accepts: (value): value is Value => getValidator()(value),
    findFault(value) {
      const validate = getValidator();
      return validate(value) ? undefined : toShapeFault(validate.errors?.[0]);
    },
  };
}

/**
 * Converts an error of Ajv. The pointer to a missing property contains its name. Without an error, the fault
 * is that the whole value is not valid.
 */
function toShapeFault(error: ErrorObject | undefined): ShapeFault {
  const { instancePath: pointer = '', keyword = '', params = {}, message = 'is not valid' } = error ?? {};
  if (keyword === 'required')
    return { pointer: `${pointer}${toJsonPointer([String(params.missingProperty)])}`, reason: 'is missing' };
  if (keyword === 'enum')
    return { pointer, reason: `must be one of ${(params.allowedValues as readonly unknown[]).join(', ')}` };
  return { pointer, reason: message };
}

/** Returns true if the value or anything inside it has a key `__proto__`. */
function hasPrototypeKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPrototypeKey);
}
