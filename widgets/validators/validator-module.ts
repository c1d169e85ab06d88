import type { SchemaError } from '#engine';

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
