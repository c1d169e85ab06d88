import type { DocumentProblem, Documents } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { formatProblemLine, locateProblem, parseDocuments } from '#engine/editing/documents/index.ts';
import { hasForm, readTexts } from '#schemas';
import { type CompiledForm, compileEveryType, compileFormSchemas } from './compiled-form.ts';

/**
 * The compiled form of a folder with its documents; if `ok` is false, the lines to print, which say why there
 * is none.
 */
export type LoadedFormFolder =
  | { readonly ok: true; readonly ready: CompiledForm; readonly documents: Documents }
  | { readonly ok: false; readonly lines: readonly string[] };

/** The end of the message about a folder that cannot be read or contains no form. */
const advice = 'name the folder of the documents with SLIPWAY_SCHEMAS or --schemas';

/** The explanations of the error codes of a folder that cannot be read. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'it is not a folder',
  EACCES: 'this user may not read it',
};

/**
 * Reads the documents of a folder and compiles their form with all its schemas. If that fails, returns the
 * problems as lines to print, also for a folder that cannot be read or contains no form. If a file is not
 * JSON, only that is reported, because compiling would report it again as a missing document.
 */
export async function loadFormFolder(folder: string): Promise<LoadedFormFolder> {
  const texts = await readTexts(folder).catch((error: NodeJS.ErrnoException) => error);
  if (texts instanceof Error)
    return {
      ok: false,
      lines: [
        `Cannot read the documents in "${folder}": ${reasons[texts.code ?? ''] ?? texts.message}; ${advice}`,
      ],
    };
  if (!hasForm(texts.keys()))
    return {
      ok: false,
      lines: [
        `Cannot find a form in "${folder}": no "enquiry-types.json" and no "forms/…/schema.json" is there; ${advice}`,
      ],
    };
  const { documents, problems } = parseDocuments(texts);
  if (problems.length > 0) return { ok: false, lines: problems.map(formatProblemLine) };
  /** Returns a failure with one line per problem, which names its position in the file. */
  const createFailure = (found: readonly DocumentProblem[]): LoadedFormFolder => ({
    ok: false,
    lines: found.map((problem) => formatProblemLine(locateProblem(problem, texts.get(problem.file)))),
  });
  const compiled = compile(documents);
  if (!compiled.ok) return createFailure(compiled.problems);
  const ready = compileFormSchemas(compiled.form);
  try {
    compileEveryType(ready);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return createFailure([{ file: 'forms', pointer: '', code: 'bad-schema', reason }]);
  }
  return { ok: true, ready, documents };
}
