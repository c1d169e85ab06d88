import { existsSync } from 'node:fs';
import { join, relative, resolve as resolvePath } from 'node:path';
import type { Documents, Form } from '#engine';
import { type Finding, toFindings } from '#engine/check/index.ts';
import { compile, type DocumentProblemCode } from '#engine/compile/index.ts';
import { locatePointer, parseDocuments } from '#engine/editing/documents/index.ts';
import { hasForm, readTexts } from '#schemas';
import type { CommandArguments } from '../../command/command.ts';
import { CommandError, type Io, UsageError } from '../../command/io.ts';

/** A finding with its line and column, both from 1. They are absent if the document is missing. */
export interface LocatedFinding extends Finding {
  readonly line?: number;
  readonly column?: number;
}

export interface Workspace {
  readonly folder: string;
  /** The folder relative to the current one, or its absolute path if it is outside. */
  readonly folderName: string;
  /** The source text of each document, by its path below the folder. */
  readonly texts: ReadonlyMap<string, string>;
  /**
   * Returns the finding with its line and column, unchanged if its document is missing or it has them
   * already.
   */
  readonly locate: (finding: Finding) => LocatedFinding;
  /** The compiled form, or the findings because of which it does not compile. */
  readonly loaded:
    | { readonly ok: true; readonly form: Form; readonly documents: Documents }
    | { readonly ok: false; readonly findings: readonly Finding[] };
}

/**
 * Returns the absolute path of the folder that `--schemas` names, which may be missing, else of `./schemas`.
 * @throws UsageError If the option is not given and `./schemas` does not exist.
 */
export function resolveSchemasFolder(given: CommandArguments, { cwd }: Io): string {
  const named = given.text('schemas');
  if (named !== undefined) return resolvePath(cwd, named);
  const own = join(cwd, 'schemas');
  if (existsSync(own)) return own;
  throw new UsageError(
    `Cannot find a form: there is no folder "schemas" in "${cwd}"; go to the folder that has it, or name the folder of the documents with --schemas`,
  );
}

/**
 * Reads and compiles the documents of the folder of `--schemas`, else of `./schemas`. Problems of documents
 * are not thrown: `loaded` contains them.
 * @throws CommandError If the folder that the option names is missing or cannot be read.
 * @throws UsageError If the option is not given and there is no `./schemas`, or if there is no form in the
 * folder.
 */
export function loadWorkspace(given: CommandArguments, io: Io): Promise<Workspace> {
  return loadWorkspaceFolder(resolveSchemasFolder(given, io), io);
}

/** Reads and compiles the documents of a given folder. Throws the errors of `loadWorkspace`. */
export async function loadWorkspaceFolder(folder: string, io: Io): Promise<Workspace> {
  const texts = await readDocumentTexts(folder);
  const folderName = relative(io.cwd, folder) || '.';
  return createWorkspace(texts, { folder, folderName: folderName.startsWith('..') ? folder : folderName });
}

/**
 * Compiles documents that are already read. If a document is not JSON, problems that may follow from it are
 * omitted.
 * @param named The folder, and its name for messages.
 */
export function createWorkspace(
  texts: ReadonlyMap<string, string>,
  named: Pick<Workspace, 'folder' | 'folderName'>,
): Workspace {
  const { documents, problems } = parseDocuments(texts);
  const locate = (finding: Finding): LocatedFinding => {
    const text = texts.get(finding.file);
    return text === undefined || 'line' in finding
      ? finding
      : { ...finding, ...locatePointer(text, finding.pointer) };
  };
  const base = { ...named, texts, locate };
  const compiled = compile(documents);
  if (problems.length > 0) {
    const others = compiled.ok ? [] : compiled.problems.filter(({ code }) => !consequentialCodes.has(code));
    return { ...base, loaded: { ok: false, findings: toFindings([...problems, ...others]) } };
  }
  return {
    ...base,
    loaded: compiled.ok
      ? { ok: true, form: compiled.form, documents }
      : { ok: false, findings: toFindings(compiled.problems) },
  };
}

/**
 * Codes of problems that may follow from a document that is not JSON, because it may contain what is missing.
 */
const consequentialCodes: ReadonlySet<string> = new Set<DocumentProblemCode>([
  'missing-document',
  'missing-text',
  'unknown-argument',
  'unknown-field',
  'unknown-option-set',
  'unknown-reference',
  'unknown-type',
  'unlisted-form',
  'bad-example',
]);

/**
 * Returns the source text of each document by its path below the folder. Throws the errors of
 * `loadWorkspace`.
 */
async function readDocumentTexts(folder: string): Promise<ReadonlyMap<string, string>> {
  let texts: ReadonlyMap<string, string>;
  try {
    texts = await readTexts(folder);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT'
        ? 'there is no such folder'
        : code === 'ENOTDIR'
          ? 'it is not a folder'
          : String(code);
    throw new CommandError(
      `Cannot read "${folder}": ${reason}; name the folder of the documents with --schemas`,
      { cause },
    );
  }
  if (!hasForm(texts.keys()))
    throw new UsageError(
      `Cannot find a form in "${folder}": no ${texts.size === 0 ? 'JSON document' : '"enquiry-types.json" and no "forms/…/schema.json"'} is there; name the folder of the documents with --schemas`,
    );
  return texts;
}
