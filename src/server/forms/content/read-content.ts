import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readJson } from '#engine/editing/documents/index.ts';
import { type ContentProblem, checkReferences } from './check-references.ts';
import { checkContentShape } from './check-shapes.ts';
import type { Content } from './content.ts';
import { type ContentFile, contentFiles, contentKinds } from './content-kinds.ts';
import type { ContentRequirements } from './kind-checks.ts';
import { linkContent } from './link-content.ts';
import type { RawContent } from './raw-content.ts';

export type LoadedContent =
  | { readonly ok: true; readonly content: Content }
  | { readonly ok: false; readonly lines: readonly string[] };

/**
 * Reads and checks the files of a content folder: as JSON, each by its schema, then all against each other.
 * Returns the content, or the problems as lines to print if there are any. Never rejects: a file that cannot
 * be read is a problem.
 * @param form The form's requirements. Absent: offices may name any service, and rules any recipient.
 */
export async function loadContentFolder(folder: string, form?: ContentRequirements): Promise<LoadedContent> {
  const files = await Promise.all(contentFiles.map((file) => readContentFile(folder, file)));
  const problems = files.flatMap((file) => file.problems);
  if (problems.length > 0) return toFailedContent(folder, problems);
  const raw = Object.fromEntries(files.map(({ file, value }) => [file, value])) as unknown as RawContent;
  const unresolved = checkReferences(raw, form);
  return unresolved.length > 0
    ? toFailedContent(folder, unresolved)
    : { ok: true, content: linkContent(raw) };
}

interface ReadContentFile {
  readonly file: ContentFile;
  readonly value?: unknown;
  readonly problems: readonly ContentProblem[];
}

/**
 * Reads a file and checks its shape. A file that cannot be read or parsed has problems and no value; an
 * absent optional file has neither, and an absent list is empty.
 */
async function readContentFile(folder: string, file: ContentFile): Promise<ReadContentFile> {
  const text = await readFile(join(folder, file), 'utf8').catch((error: NodeJS.ErrnoException) => error);
  if (typeof text !== 'string' && text.code === 'ENOENT') {
    const { isOptional, isEmptyIfAbsent } = contentKinds[file];
    if (isEmptyIfAbsent) return { file, value: [], problems: [] };
    if (isOptional) return { file, problems: [] };
  }
  if (typeof text !== 'string')
    return {
      file,
      problems: [{ file, pointer: '', reason: `cannot be read (${text.code ?? text.message})` }],
    };
  const read = readJson(text);
  if (read.ok) return { file, value: read.value, problems: checkContentShape(file, read.value) };
  const problems = read.faults.map(({ line, column, reason }) => ({
    file,
    pointer: '',
    reason: `line ${line}, column ${column}: ${reason}`,
  }));
  return { file, problems };
}

/** Returns a failure with a line for each problem: the path of the file, the pointer if any, the reason. */
function toFailedContent(folder: string, problems: readonly ContentProblem[]): LoadedContent {
  const lines = problems.map(({ file, pointer, reason }) =>
    `${join(folder, file)}${pointer === '' ? '' : ` ${pointer}`}: ${reason}`.replaceAll(/\s+/g, ' '),
  );
  return { ok: false, lines };
}
