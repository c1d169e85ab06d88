import type { Form } from '#engine';
import type { ValidatorModule } from '#widgets';
import { precompile } from '#widgets/validators/precompile.ts';

/**
 * Compiles the schemas of all types of a form, by their keys, and evaluates the code. Import it lazily: it contains
 * Ajv.
 * @throws EvalError If the page's policy forbids `eval`.
 */
export function compileFormSchemas({ types }: Form): Readonly<Record<string, ValidatorModule>> {
  return Object.fromEntries(types.map((type) => [type.key, precompile(type).evaluate()]));
}
