import type { Documents } from '#engine';
import { type Finding, toFindings } from '#engine/check/index.ts';
import { compile } from '#engine/compile/index.ts';
import {
  type CompiledForm,
  compileEveryType,
  compileFormSchemas,
} from '../../forms/documents/compiled-form.ts';

/** The result of compiling documents: a form ready to judge, or the findings that prevent it. */
export type FormBuild =
  | { readonly ok: true; readonly ready: CompiledForm }
  | { readonly ok: false; readonly findings: readonly Finding[] };

export interface FormCompiler {
  /**
   * Compiles the form and the schemas of all types. Forms with the same hash are compiled once. A schema that
   * does not compile becomes a finding `bad-schema`.
   */
  readonly compileForm: (documents: Documents) => FormBuild;
  /**
   * Returns one of the last `maxCached` compiled forms by its hash, because an open preview may still need an
   * earlier one; else undefined.
   */
  readonly findForm: (hash: string) => CompiledForm | undefined;
}

const maxCached = 12;

export function createFormCompiler(): FormCompiler {
  const cache = new Map<string, CompiledForm>();

  function compileForm(documents: Documents): FormBuild {
    const compiled = compile(documents);
    if (!compiled.ok) return { ok: false, findings: toFindings(compiled.problems) };
    const { form } = compiled;
    const known = cache.get(form.hash);
    if (known) return { ok: true, ready: known };
    const made = compileFormSchemas(form);
    try {
      compileEveryType(made);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const problem = { file: 'enquiry-types.json', pointer: '', code: 'bad-schema', reason };
      return { ok: false, findings: toFindings([problem]) };
    }
    cache.set(form.hash, made);
    for (const hash of [...cache.keys()].slice(0, -maxCached)) cache.delete(hash);
    return { ok: true, ready: made };
  }

  return { compileForm, findForm: (hash) => cache.get(hash) };
}
