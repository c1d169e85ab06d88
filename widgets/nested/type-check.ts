import type { FormType, SchemaCheck } from '#engine';
import { schemaCheck, type ValidatorModule } from '../validators/validator-module.ts';
import { nestedFields } from './load-nested-fields.ts';

/** What `judge` asks of a type's values in a page: as the server does, as far as what that takes has arrived. Only what is nested takes some. */
export function typeCheck({ schema }: FormType, module: ValidatorModule): SchemaCheck {
  const check = schemaCheck(module);
  return (values) => nestedFields()?.tellingErrors(check(values), schema) ?? check(values);
}
