import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isTooDeep } from '#engine/json-schema/depth.ts';
import { pointerOf } from '#engine/json-schema/pointers.ts';

/** A JSON Schema (2020-12) of values that come from outside: bodies of requests, lines of a file, rows of a table. */
export type ShapeSchema = Readonly<Record<string, unknown>>;

/** The first thing that is wrong with a value. */
export interface ShapeFault {
  /** A JSON pointer into the value; empty for the value itself. */
  readonly pointer: string;
  /** `must be array`. */
  readonly reason: string;
}

/** Checks values against a schema. */
export interface Shape<Value> {
  readonly accepts: (value: unknown) => value is Value;
  /** Returns the first fault, undefined where there is none. */
  readonly faultOf: (value: unknown) => ShapeFault | undefined;
}

/** One fault is enough to be told; what was sent could have a million. */
const ajv = new Ajv2020({ allErrors: false, ownProperties: true, validateSchema: false, strict: false });

// As deep as documents may be, and without a key `__proto__`: no document has one, and some programs take it for more than a name.
ajv.addKeyword({
  keyword: 'isPlainJson',
  validate: (_schema: boolean, data: unknown) => !isTooDeep(data) && !hasPrototype(data),
  error: { message: 'must not nest so deeply, nor have a key "__proto__"' },
});

/** Returns what checks values against a schema, which is compiled with the first of them: a start is not about requests. */
export function shapeOf<Value>(schema: ShapeSchema): Shape<Value> {
  let compiled: ValidateFunction | undefined;
  const check = () => {
    compiled ??= ajv.compile(schema);
    return compiled;
  };
  return {
    accepts: (value): value is Value => check()(value),
    faultOf(value) {
      const validate = check();
      return validate(value) ? undefined : faultOf(validate.errors?.[0]);
    },
  };
}

function faultOf(error: ErrorObject | undefined): ShapeFault {
  const {
    instancePath: pointer = '',
    keyword = '',
    params = {},
    message = 'is not what is expected',
  } = error ?? {};
  if (keyword === 'required')
    return { pointer: `${pointer}${pointerOf([String(params.missingProperty)])}`, reason: 'is missing' };
  if (keyword === 'enum')
    return { pointer, reason: `must be one of ${(params.allowedValues as readonly unknown[]).join(', ')}` };
  return { pointer, reason: message };
}

function hasPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPrototype);
}
