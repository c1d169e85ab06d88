import type { Documents } from '#engine';
import { type Finding, findingsOfProblems } from '#engine/check/index.ts';
import { compile } from '#engine/compile/index.ts';
import { type CompiledForm, compileEveryType, compileSchemas } from '../../documents/compiled-form.ts';

/** The result of compiling documents: a form ready to judge, or the findings that prevent it. */
export type Made =
  | { readonly ok: true; readonly ready: CompiledForm }
  | { readonly ok: false; readonly findings: readonly Finding[] };

export interface FormMaker {
  readonly make: (documents: Documents) => Made;
  /** Returns one of the latest forms by its hash: an open preview may still need an earlier one. */
  readonly known: (hash: string) => CompiledForm | undefined;
}

const mostKept = 12;

export function createFormMaker(): FormMaker {
  const kept = new Map<string, CompiledForm>();

  function make(documents: Documents): Made {
    const compiled = compile(documents);
    if (!compiled.ok) return { ok: false, findings: findingsOfProblems(compiled.problems) };
    const { form } = compiled;
    const known = kept.get(form.hash);
    if (known) return { ok: true, ready: known };
    const made = compileSchemas(form);
    try {
      compileEveryType(made);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const problem = { file: 'enquiry-types.json', pointer: '', code: 'bad-schema', reason };
      return { ok: false, findings: findingsOfProblems([problem]) };
    }
    kept.set(form.hash, made);
    for (const hash of [...kept.keys()].slice(0, -mostKept)) kept.delete(hash);
    return { ok: true, ready: made };
  }

  return { make, known: (hash) => kept.get(hash) };
}
