import type { SchemaCheck, SchemaError } from '#engine';

/** One compiled schema: true for a valid value, else its findings stand in `errors`. */
export interface CompiledCheck {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/** What the module of an enquiry type exports: `precompile` writes it, the server serves it, a page imports it. */
export interface ValidatorModule {
  /** The whole schema under `rootCheck`, the parts that RJSF asks about under their marks. */
  readonly validators: Readonly<Record<string, CompiledCheck>>;
}

/** The key of the whole schema in a `ValidatorModule`. */
export const rootCheck = 'root';

/** The check of an enquiry type that `judge` takes: the findings of its whole schema, none for valid values. */
export function schemaCheck({ validators }: ValidatorModule): SchemaCheck {
  const check = validators[rootCheck];
  if (check === undefined) throw new Error('Cannot check values: the module has no compiled schema');
  return (values) => (check(values) ? [] : (check.errors ?? []));
}
