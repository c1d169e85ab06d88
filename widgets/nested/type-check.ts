import type { FormType, SchemaCheck } from '#engine';
import { schemaCheck, type ValidatorModule } from '../validators/validator-module.ts';
import { nestedFields } from './load-nested-fields.ts';

/**
 * Returns the check of a type's values for `judge` in a page. Errors name nested fields as on the server as
 * soon as the module for nested fields is loaded; types without them need no module.
 */
export function typeCheck({ schema }: FormType, module: ValidatorModule): SchemaCheck {
  const check = schemaCheck(module);
  return (values) => nestedFields()?.tellingErrors(check(values), schema) ?? check(values);
}
