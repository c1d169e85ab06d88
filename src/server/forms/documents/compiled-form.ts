import type { Documents, Form } from '#engine';
import {
  type CompiledForm,
  compileSchemas as compileUnbounded,
  type SchemaCodes,
} from './compile-schemas.ts';
import { limitChecks } from './time-limit.ts';

export type { CompiledForm, SchemaCodes } from './compile-schemas.ts';

/** A compiled form and the documents that it was compiled from. */
export interface FormVersion {
  readonly ready: CompiledForm;
  readonly documents: Documents;
  /**
   * The documents as a folder or a file has them, without the defaults of a release. Absent: `documents`.
   */
  readonly written?: Documents;
}

/**
 * Adds compiled schemas to a form. Each check of submitted values has a time limit, whatever a visitor sends.
 * Schemas are compiled on first use, unless their code is known; `compileEveryType` compiles all.
 */
export function compileFormSchemas(form: Form, known: SchemaCodes = {}): CompiledForm {
  return compileUnbounded(form, known, limitChecks);
}

/**
 * Compiles every schema of a form now, so that an invalid one is reported at once.
 * @throws the compiler's error.
 */
export function compileEveryType({ form, compiledOf }: CompiledForm): void {
  for (const type of form.types) compiledOf(type);
}
