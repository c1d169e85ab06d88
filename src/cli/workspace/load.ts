import { existsSync } from 'node:fs';
import { join, relative, resolve as resolvePath } from 'node:path';
import type { Documents, Form } from '#engine';
import { type Finding, findingsOfProblems } from '#engine/check/index.ts';
import { compile, type DocumentProblemCode } from '#engine/compile/index.ts';
import { parseDocuments, placeOf } from '#engine/documents/index.ts';
import { hasForm, readTexts } from '#schemas';
import type { Given } from '../args/command.ts';
import { CannotWork, type Io, WrongUse } from '../io.ts';

/** A finding with the place in its file, from 1; absent where the document itself is missing. */
export interface PlacedFinding extends Finding {
  readonly line?: number;
  readonly column?: number;
}

/** A folder of documents, read and compiled. */
export interface Workspace {
  readonly folder: string;
  /** The folder as people name it from where they stand. */
  readonly folderName: string;
  /** What each document says as it stands there, by its path below the folder. */
  readonly texts: ReadonlyMap<string, string>;
  readonly place: (finding: Finding) => PlacedFinding;
  /** The form and what it was made of, or what keeps it from being made. */
  readonly loaded:
    | { readonly ok: true; readonly form: Form; readonly documents: Documents }
    | { readonly ok: false; readonly findings: readonly Finding[] };
}

/** Returns the folder that `--schemas` names, else `./schemas`. @throws WrongUse where there is neither. */
export function folderOf(given: Given, { cwd }: Io): string {
  const named = given.text('schemas');
  if (named !== undefined) return resolvePath(cwd, named);
  const own = join(cwd, 'schemas');
  if (existsSync(own)) return own;
  throw new WrongUse(
    `Cannot find a form: there is no folder "schemas" in "${cwd}"; go to the folder that has it, or name the folder of the documents with --schemas`,
  );
}

/** Reads and compiles the documents of a folder. @throws CannotWork where the folder cannot be read; WrongUse where it has no form. */
export function loadWorkspace(given: Given, io: Io): Promise<Workspace> {
  return loadFolder(folderOf(given, io), io);
}

/** Reads and compiles the documents of a folder that is named otherwise. Throws as `loadWorkspace` does. */
export async function loadFolder(folder: string, io: Io): Promise<Workspace> {
  const texts = await textsOf(folder);
  const folderName = relative(io.cwd, folder) || '.';
  return workspaceOf(texts, { folder, folderName: folderName.startsWith('..') ? folder : folderName });
}

/** Compiles documents that stand in a folder, or come from elsewhere, by the name that people know them by. */
export function workspaceOf(
  texts: ReadonlyMap<string, string>,
  named: Pick<Workspace, 'folder' | 'folderName'>,
): Workspace {
  const { documents, problems } = parseDocuments(texts);
  const place = (finding: Finding): PlacedFinding => {
    const text = texts.get(finding.file);
    return text === undefined || 'line' in finding
      ? finding
      : { ...finding, ...placeOf(text, finding.pointer) };
  };
  const base = { ...named, texts, place };
  const compiled = compile(documents);
  if (problems.length > 0) {
    const others = compiled.ok ? [] : compiled.problems.filter(({ code }) => !mayFollow.has(code));
    return { ...base, loaded: { ok: false, findings: findingsOfProblems([...problems, ...others]) } };
  }
  return {
    ...base,
    loaded: compiled.ok
      ? { ok: true, form: compiled.form, documents }
      : { ok: false, findings: findingsOfProblems(compiled.problems) },
  };
}

/** What is missed may stand in a document that cannot be read. */
const mayFollow: ReadonlySet<string> = new Set<DocumentProblemCode>([
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

async function textsOf(folder: string): Promise<ReadonlyMap<string, string>> {
  let texts: ReadonlyMap<string, string>;
  try {
    texts = await readTexts(folder);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT' ? 'there is no such folder' : code === 'ENOTDIR' ? 'it is no folder' : String(code);
    throw new CannotWork(
      `Cannot read "${folder}": ${reason}; name the folder of the documents with --schemas`,
      { cause },
    );
  }
  if (!hasForm(texts.keys()))
    throw new WrongUse(
      `Cannot find a form in "${folder}": no ${texts.size === 0 ? 'JSON document' : '"enquiry-types.json" and no "forms/…/schema.json"'} is there; name the folder of the documents with --schemas`,
    );
  return texts;
}
