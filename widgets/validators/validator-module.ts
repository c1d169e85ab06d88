import type { SchemaCheck, SchemaError } from '#engine';

/** One compiled schema. It returns true for a valid value; otherwise `errors` contains the schema errors. */
export interface CompiledCheck {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/**
 * The exports of the module of an enquiry type: `precompile` generates it, the server serves it, a page
 * imports it.
 */
export interface ValidatorModule {
  /** The whole schema under `rootCheckKey`, and the subschemas that RJSF validates under their marks. */
  readonly validators: Readonly<Record<string, CompiledCheck>>;
}

export const rootCheckKey = 'root';

/**
 * Returns the check that `judge` needs from a module: the errors of the whole schema, empty for valid values.
 * Throws if the module has no compiled root schema.
 */
export function toSchemaCheck({ validators }: ValidatorModule): SchemaCheck {
  const check = validators[rootCheckKey];
  if (check === undefined) throw new Error('Cannot check values: the module has no compiled schema');
  return (values) => (check(values) ? [] : (check.errors ?? []));
}
