import { checkForm, type Finding, toFindings } from '#engine/check/index.ts';
import { compile } from '#engine/compile/index.ts';
import { compileFormChecks } from '#widgets/validators/form-checks.ts';
import { mutatedDocuments } from './mutated-documents.ts';

/**
 * Returns the findings of `check` for mutated documents.
 * @throws If `check` fails, with the mutations in the message.
 */
export function checkMutant(seed: number): readonly Finding[] {
  const { documents, changes } = mutatedDocuments(seed);
  try {
    const compiled = compile(documents);
    if (!compiled.ok) return toFindings(compiled.problems);
    const checks = compileFormChecks(compiled.form);
    return checks.ok ? checkForm({ form: compiled.form, documents, ...checks }).findings : checks.findings;
  } catch (cause) {
    throw new Error(`Cannot check documents of seed ${seed} (${changes.join('; ')}): ${String(cause)}`, {
      cause,
    });
  }
}
