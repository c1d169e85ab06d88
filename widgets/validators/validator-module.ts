import type { SchemaError } from '#engine';

/** One compiled schema: true for a valid value, else its findings stand in `errors`. */
export interface CompiledCheck {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/** What the module of an enquiry type exports: `precompile` writes it, the server serves it, a page imports it. */
export interface ValidatorModule {
  /** The compiled schemas by RJSF's key: the root under its `$id`, those below it under theirs or a hash. */
  readonly validators: Readonly<Record<string, CompiledCheck>>;
}
