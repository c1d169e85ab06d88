import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Documents, Form } from '#engine';
import type { DocumentFindingCode } from '#engine/check/finding.ts';
import type { Finding } from '#engine/check/index.ts';
import { readJson } from '#engine/editing/documents/index.ts';
import { checkPresentReferences } from './check-references.ts';
import { checkContentShape } from './check-shapes.ts';
import { getSources, toContentDocument } from './content-documents.ts';
import { type ContentFile, contentFiles } from './content-kinds.ts';
import type { RawContent } from './raw-content.ts';
import { findRequirements } from './requirements.ts';

/** The rest that decides about the content of a version. */
export interface VersionContentOptions {
  /** Absent: references to the form are not checked. */
  readonly form?: Form | undefined;
  /** The path of the content folder. Absent: references to lists that only the folder has are not checked. */
  readonly folder?: string | undefined;
}

/**
 * Returns the problems of the content documents of a version: their shapes first, then their references to each
 * other, to the form and to the files of the content folder. Entries of lists that come from an address are not
 * known here. Files of the folder that cannot be used are ignored, because the server reports them.
 */
export async function checkVersionContent(
  documents: Documents,
  { form, folder }: VersionContentOptions,
): Promise<readonly Finding[]> {
  const own = contentFiles.filter((file) => Object.hasOwn(documents, toContentDocument(file)));
  if (own.length === 0) return [];
  const misshapen = own.flatMap((file) => checkContentShape(file, documents[toContentDocument(file)]));
  const problems = misshapen.length > 0 ? misshapen : await checkAgainstFolder(documents, { form, folder });
  return problems.map(({ file, pointer, reason }) => ({
    severity: 'error',
    code: 'bad-content' satisfies DocumentFindingCode,
    file: toContentDocument(file),
    pointer,
    reason,
  }));
}

/** Checks the references of content documents that have the shapes of their schemas. */
async function checkAgainstFolder(documents: Documents, { form, folder }: VersionContentOptions) {
  const files = await Promise.all(
    contentFiles.map(async (file) => {
      const name = toContentDocument(file);
      if (Object.hasOwn(documents, name)) return [file, documents[name]] as const;
      return [file, folder === undefined ? undefined : await readUsableFile(folder, file)] as const;
    }),
  );
  // The shapes of all values are checked.
  const content = Object.fromEntries(files.filter(([, value]) => value !== undefined)) as Partial<RawContent>;
  const sourced = getSources(documents, content as RawContent).map(({ list }) => `${list}.json`);
  const known = Object.fromEntries(
    Object.entries(content).filter(([file]) => !sourced.includes(file)),
  ) as Partial<RawContent>;
  // Destinations that rules name are checked with the content folder.
  const requirements = form && { ...findRequirements(form), destinations: [] };
  return checkPresentReferences(known, requirements);
}

/** Returns the value of a file of the content folder; undefined if it is missing or cannot be used. */
async function readUsableFile(folder: string, file: ContentFile): Promise<unknown> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const read = readJson(text);
  return read.ok && checkContentShape(file, read.value).length === 0 ? read.value : undefined;
}
