import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Documents } from '#engine';
import { readJson } from '#engine/editing/documents/index.ts';
import type { ContentProblem } from './check-references.ts';
import { checkContentShape } from './check-shapes.ts';
import { type LiveContent, readContentDocuments, toContentDocument } from './content-documents.ts';
import { type ContentFile, contentFiles, contentKinds } from './content-kinds.ts';
import type { ContentRequirements } from './kind-checks.ts';
import type { ContentBase, RawContent } from './raw-content.ts';

export type LoadedContent =
  | ({ readonly ok: true } & LiveContent)
  | { readonly ok: false; readonly lines: readonly string[] };

/** The rest that decides about content besides its files: the form, and its documents, which may replace files. */
export interface ContentOwner {
  /** The requirements of the form. Absent: offices may name any service, and rules any recipient. */
  readonly requirements?: ContentRequirements;
  readonly documents?: Documents;
  /** The path of the content folder, for the lines about problems. */
  readonly folder: string;
}

/**
 * Reads and checks the files of a content folder: as JSON, each by its schema, then all against each other.
 * Documents of the owner replace the files of the folder, and copies both. Returns the content, or the problems as lines to
 * print if there are any. Never rejects: a file that cannot be read is a problem.
 */
export async function loadContentFolder(
  folder: string,
  { copies, ...owner }: Omit<ContentOwner, 'folder'> & Pick<ContentBase, 'copies'> = {},
): Promise<LoadedContent> {
  const files = await readContentFiles(folder);
  if (!files.ok) return files;
  return readOwnedContent({ ...files.folder, ...(copies && { copies }) }, { ...owner, folder });
}

/** Checks the content that the files of a folder and the documents of its owner make, as `loadContentFolder`. */
export function readOwnedContent(
  files: ContentBase,
  { requirements, documents = {}, folder }: ContentOwner,
): LoadedContent {
  const read = readContentDocuments(documents, files, requirements);
  return read.ok
    ? { ok: true, content: read.content, folder: files }
    : { ok: false, lines: toProblemLines(read.problems, { folder, documents }) };
}

/**
 * Reads the files of a content folder, as JSON and each by its schema, but not against each other. Returns the
 * problems as lines if there are any. Never rejects.
 */
export async function readContentFiles(
  folder: string,
): Promise<
  | { readonly ok: true; readonly folder: RawContent }
  | { readonly ok: false; readonly lines: readonly string[] }
> {
  const files = await Promise.all(contentFiles.map((file) => readContentFile(folder, file)));
  const problems = files.flatMap((file) => file.problems);
  if (problems.length > 0) return { ok: false, lines: toProblemLines(problems, { folder, documents: {} }) };
  const raw = Object.fromEntries(files.map(({ file, value }) => [file, value])) as unknown as RawContent;
  return { ok: true, folder: raw };
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

/**
 * Returns a line for each problem: the path of the file, or the name of the document that replaces it, the
 * pointer if any, the reason.
 */
function toProblemLines(
  problems: readonly ContentProblem[],
  { folder, documents }: { readonly folder: string; readonly documents: Documents },
): readonly string[] {
  return problems.map(({ file, pointer, reason }) => {
    const document = toContentDocument(file);
    const path = Object.hasOwn(documents, document) ? document : join(folder, file);
    return `${path}${pointer === '' ? '' : ` ${pointer}`}: ${reason}`.replaceAll(/\s+/g, ' ');
  });
}
