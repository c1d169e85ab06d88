import type { SchemaCheck } from '#engine';
import { rootCheck, type ValidatorModule } from './validator-module.ts';

/** The check of an enquiry type that `judge` takes: the findings of its whole schema, none for valid values. */
export function schemaCheck({ validators }: ValidatorModule): SchemaCheck {
  const check = validators[rootCheck];
  if (check === undefined) throw new Error('Cannot check values: the module has no compiled schema');
  return (values) => (check(values) ? [] : (check.errors ?? []));
}
