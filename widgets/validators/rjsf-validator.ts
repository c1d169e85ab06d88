import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import { asObject, isObject } from '#engine/json-schema/values.ts';
import { markKeyword, relaxedSuffix } from '../schema/marks.ts';
import { JUNK_OPTION_ID } from './rjsf-utilities.ts';
import type { ValidatorModule } from './validator-module.ts';

/**
 * Returns the validator that RJSF uses while it renders: `isValid` decides conditions and options. The other
 * methods report no errors and change nothing, because `judge` validates the values. Without a module every
 * condition is false and no option matches.
 */
export function createRjsfValidator(module: ValidatorModule | undefined): ValidatorType {
  return {
    isValid: (schema, value) => module !== undefined && matchesMarkedSchema(module, schema, value),
    validateFormData: () => ({ errors: [], errorSchema: {} }),
    rawValidation: () => ({}),
    reset: () => {},
  };
}

/**
 * Returns true if the value is valid for the compiled schema with the mark of the given one, or for its
 * variant that allows additional properties if there is one and the given one allows them. A schema without a
 * mark is decided by `matchesByProperty`; a boolean schema is the result itself; RJSF’s junk option never
 * matches. Throws if the module has no schema with the mark, because it is of another form.
 */
function matchesMarkedSchema(module: ValidatorModule, schema: RJSFSchema | boolean, value: unknown): boolean {
  if (typeof schema === 'boolean') return schema;
  // RJSF compares each real option with this one to see whether the real one matches.
  if (schema.$id === JUNK_OPTION_ID) return false;
  const name: unknown = schema[markKeyword];
  if (typeof name !== 'string') return matchesByProperty(module, schema, value);
  const { validators } = module;
  const relaxedCheck = schema.additionalProperties === false ? undefined : validators[name + relaxedSuffix];
  const check = relaxedCheck ?? validators[name];
  if (check === undefined)
    throw new Error(`Cannot decide "${name}": the validators are of another form; load those of this hash`);
  return check(value);
}

/**
 * Returns true if the value is an object and each of its properties that the schema names is valid. RJSF
 * builds such a schema for the branches of a dependency, with the one property that selects the branch.
 */
function matchesByProperty(module: ValidatorModule, schema: RJSFSchema, value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.entries(asObject(schema.properties)).every(
    ([name, property]) =>
      value[name] === undefined || (isObject(property) && matchesMarkedSchema(module, property, value[name])),
  );
}
