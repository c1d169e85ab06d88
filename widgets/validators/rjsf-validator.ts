import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import { asObject, isObject } from '#engine/json-schema/values.ts';
import { mark, relaxed } from '../schema/marks.ts';
import { JUNK_OPTION_ID } from './rjsf-utilities.ts';
import type { ValidatorModule } from './validator-module.ts';

/**
 * What RJSF asks while it draws: whether a condition holds, or an option fits. Judging is not its work here (`judge` does
 * that), so nothing else answers. Without a module nothing holds and nothing fits: a flat form draws as it is.
 */
export function rjsfValidator(module: ValidatorModule | undefined): ValidatorType {
  return {
    isValid: (schema, value) => module !== undefined && fits(module, schema, value),
    validateFormData: () => ({ errors: [], errorSchema: {} }),
    rawValidation: () => ({}),
    reset: () => {},
  };
}

function fits(module: ValidatorModule, schema: RJSFSchema | boolean, value: unknown): boolean {
  if (typeof schema === 'boolean') return schema;
  // The option that RJSF puts beside a real one, to see whether the real one matches.
  if (schema.$id === JUNK_OPTION_ID) return false;
  const name: unknown = schema[mark];
  if (typeof name !== 'string') return fitsByProperty(module, schema, value);
  const { validators } = module;
  const open = schema.additionalProperties === false ? undefined : validators[name + relaxed];
  const check = open ?? validators[name];
  if (check === undefined)
    throw new Error(`Cannot decide "${name}": the validators are of another form; load those of this hash`);
  return check(value);
}

/** Among the branches of a dependency RJSF asks by a schema of its own making, which holds the one property that it goes by. */
function fitsByProperty(module: ValidatorModule, schema: RJSFSchema, value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.entries(asObject(schema.properties)).every(
    ([name, property]) =>
      value[name] === undefined || (isObject(property) && fits(module, property, value[name])),
  );
}
