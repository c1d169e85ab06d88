import type { Form } from '#engine';
import {
  type CompiledForm,
  compileSchemas as compileUnbounded,
  type SchemaCodes,
} from './compile-schemas.ts';
import { withinTimeOf } from './within-time.ts';

export type { CompiledForm, SchemaCodes } from './compile-schemas.ts';

/**
 * Adds its compiled schemas to a form, as a server needs them: whatever a visitor sends, a check of it ends in its time. Each is compiled
 * when it is first asked for, unless another thread has; `compileEveryType` asks for every one.
 */
export function compileSchemas(form: Form, known: SchemaCodes = {}): CompiledForm {
  return compileUnbounded(form, known, withinTimeOf);
}

/** Compiles every schema of a form now, so that one that cannot be compiled is told at once. @throws what the compiler throws. */
export function compileEveryType({ form, compiledOf }: CompiledForm): void {
  for (const type of form.types) compiledOf(type);
}
