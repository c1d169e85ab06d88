import type { FormType, SchemaCheck } from '#engine';
import { toSchemaCheck, type ValidatorModule } from '../validators/validator-module.ts';
import { getNestedFields } from './load-nested-fields.ts';

/**
 * Returns the check of a type’s values that `judge` uses in a page. Its errors are those of the module,
 * simplified as on the server from the moment when the module for nested fields is loaded; a type without
 * nested fields does not need that.
 */
export function createTypeCheck({ schema }: FormType, module: ValidatorModule): SchemaCheck {
  const check = toSchemaCheck(module);
  return (values) => getNestedFields()?.simplifyErrors(check(values), schema) ?? check(values);
}
