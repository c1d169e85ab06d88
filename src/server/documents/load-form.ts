import type { DocumentProblem, Documents } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { placed, problemLine } from '#engine/documents/index.ts';
import { readDocuments } from './read-documents.ts';
import { compileAll, type ReadyForm, readyForm } from './ready-form.ts';

/** A form made of a folder's documents, or one line for each problem that they have. */
export type LoadedForm =
  | { readonly ok: true; readonly ready: ReadyForm; readonly documents: Documents }
  | { readonly ok: false; readonly lines: readonly string[] };

/**
 * Reads, compiles and readies everything below `schemas/`. A document that is not JSON is told before the others are compiled:
 * what it leaves missing would only be told again in other words.
 */
export async function loadForm(folder: string): Promise<LoadedForm> {
  const { documents, texts, problems } = await readDocuments(folder);
  if (problems.length > 0) return { ok: false, lines: problems.map(problemLine) };
  const refuse = (found: readonly DocumentProblem[]): LoadedForm => ({
    ok: false,
    lines: found.map((problem) => problemLine(placed(problem, texts.get(problem.file)))),
  });
  const compiled = compile(documents);
  if (!compiled.ok) return refuse(compiled.problems);
  const ready = readyForm(compiled.form);
  try {
    compileAll(ready);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuse([{ file: 'forms', pointer: '', code: 'bad-schema', reason }]);
  }
  return { ok: true, ready, documents };
}
