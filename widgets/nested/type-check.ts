import type { FormType, SchemaCheck } from '#engine';
import { toSchemaCheck, type ValidatorModule } from '../validators/validator-module.ts';
import { getNestedFields } from './load-nested-fields.ts';

/**
 * Returns the check of a type's values that `judge` uses in a page. Once the module for nested fields is
 * loaded, its errors are simplified as on the server; a type without nested fields does not need that.
 */
export function createTypeCheck({ schema }: FormType, module: ValidatorModule): SchemaCheck {
  const check = toSchemaCheck(module);
  return (values) => getNestedFields()?.simplifyErrors(check(values), schema) ?? check(values);
}
