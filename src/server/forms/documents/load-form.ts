import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { DocumentProblem, Documents } from '#engine';
import { compile } from '#engine/compile/index.ts';
import {
  completeDocuments,
  type FormDocument,
  isFormDocument,
  renameFormDocument,
  splitFormDocument,
} from '#engine/documents/index.ts';
import { formatProblemLine, locateProblem, parseDocuments } from '#engine/editing/documents/index.ts';
import { findFormFile, hasForm, readTexts } from '#schemas';
import { compileEveryType, compileFormSchemas, type FormVersion } from './compiled-form.ts';

/**
 * The compiled form of a folder with its documents; if `ok` is false, the lines to print, which say why there
 * is none.
 */
export type LoadedFormFolder =
  | ({ readonly ok: true } & Required<FormVersion>)
  | { readonly ok: false; readonly lines: readonly string[] };

/** The end of the message about a folder that cannot be read or contains no form. */
const advice = 'name the form, or the folder of the documents, with SLIPWAY_SCHEMAS or --schemas';

/** The explanations of the error codes of a folder that cannot be read. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'it is not a folder',
  EACCES: 'this user may not read it',
};

/**
 * Reads a form in one file, or the documents of a folder, and compiles their form with all its schemas. If that
 * fails, returns the problems as lines to print, also for a path that cannot be read or contains no form. If a
 * file is not JSON, only that is reported, because compiling would report it again as a missing document.
 */
export async function loadFormFolder(path: string): Promise<LoadedFormFolder> {
  const file = findFormFile(path);
  return file === undefined ? loadFolder(path) : loadFile(file);
}

/** Loads the documents of a folder. */
async function loadFolder(folder: string): Promise<LoadedFormFolder> {
  const texts = await readTexts(folder).catch((error: NodeJS.ErrnoException) => error);
  if (texts instanceof Error) return createReadFailure(folder, texts);
  if (!hasForm(texts.keys()))
    return {
      ok: false,
      lines: [
        `Cannot find a form in "${folder}": no "enquiry-types.json" and no "forms/…/schema.json" is there; ${advice}`,
      ],
    };
  const { documents, problems } = parseDocuments(texts);
  if (problems.length > 0) return { ok: false, lines: problems.map(formatProblemLine) };
  return compileLoaded(documents, (problem) =>
    formatProblemLine(locateProblem(problem, texts.get(problem.file))),
  );
}

/** Loads a form in one file. */
async function loadFile(path: string): Promise<LoadedFormFolder> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => error);
  if (text instanceof Error) return createReadFailure(path, text);
  const name = basename(path);
  const { documents, problems } = parseDocuments(new Map([[name, text]]));
  /** Formats a problem. Its position is always in this file, which is in no folder of documents. */
  const formatOwnLine = (problem: Parameters<typeof formatProblemLine>[0]) =>
    formatProblemLine({ ...renameFormDocument(problem, name), file: name }).replace('schemas/', '');
  const formatLine = (problem: DocumentProblem) => formatOwnLine(locateProblem(problem, text));
  if (problems.length > 0) return { ok: false, lines: problems.map(formatOwnLine) };
  const form = documents[name];
  return isFormDocument(form)
    ? compileLoaded(form, formatLine)
    : { ok: false, lines: [`Cannot find a form in "${path}": it has no "schema"; ${advice}`] };
}

/** Returns the failure of a path that cannot be read. */
function createReadFailure(path: string, { code = '', message }: NodeJS.ErrnoException): LoadedFormFolder {
  const line = `Cannot read the documents in "${path}": ${reasons[code] ?? message}; ${advice}`;
  return { ok: false, lines: [line] };
}

/** Compiles documents or a form in one file, and all its schemas. */
function compileLoaded(
  source: Documents | FormDocument,
  formatLine: (problem: DocumentProblem) => string,
): LoadedFormFolder {
  const compiled = compile(source);
  if (!compiled.ok) return { ok: false, lines: compiled.problems.map(formatLine) };
  const ready = compileFormSchemas(compiled.form);
  try {
    compileEveryType(ready);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const problem = { file: 'forms', pointer: '', code: 'bad-schema', reason };
    return { ok: false, lines: [formatLine(problem)] };
  }
  const written = isFormDocument(source) ? splitFormDocument(source).documents : source;
  return { ok: true, ready, documents: completeDocuments(written), written };
}
