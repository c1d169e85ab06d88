import type { FormType, SchemaCheck } from '#engine';
import { toSchemaCheck, type ValidatorModule } from '../validators/validator-module.ts';
import { getNestedFields } from './load-nested-fields.ts';

/**
 * Returns the check of a type's values for `judge` in a page. Errors name nested fields as on the server as
 * soon as the module for nested fields is loaded; types without them need no module.
 */
export function createTypeCheck({ schema }: FormType, module: ValidatorModule): SchemaCheck {
  const check = toSchemaCheck(module);
  return (values) => getNestedFields()?.simplifyErrors(check(values), schema) ?? check(values);
}
