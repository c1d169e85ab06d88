import { type ContentFile, type ContentKind, contentFiles, contentKinds } from './content-kinds.ts';
import {
  type CheckContext,
  type ContentRequirements,
  checkLists,
  type EntryProblem,
  findDuplicates,
  listIds,
} from './kind-checks.ts';
import type { RawContent } from './raw-content.ts';

/** A problem in a content file. */
export interface ContentProblem extends EntryProblem {
  readonly file: ContentFile;
}

/**
 * Checks what the schemas of the files cannot check: references between the files and between form and
 * content, duplicates, locales, time zones, paths and destinations. Returns an empty list if there is no
 * problem. Without `form`, references of the form are not checked.
 */
export function checkReferences(content: RawContent, form?: ContentRequirements): readonly ContentProblem[] {
  return checkFiles(contentFiles, content, { form, getIds: (file) => new Set(listIds(content[file])) });
}

/**
 * Checks the files that content has as `checkReferences` does. References to entries of files that it does not
 * have are not checked.
 */
export function checkPresentReferences(
  content: Partial<RawContent>,
  form?: ContentRequirements,
): readonly ContentProblem[] {
  const present = contentFiles.filter((file) => content[file] !== undefined);
  const getIds: CheckContext['getIds'] = (file) => {
    const entries = content[file];
    return entries === undefined ? everyId : new Set(listIds(entries));
  };
  // Only files that are present are read.
  return checkFiles(present, content as RawContent, { form, getIds });
}

/** A set that has every id, for a file whose entries are not known. */
const everyId: ReadonlySet<string> = Object.assign(new Set<string>(), { has: () => true });

function checkFiles(
  files: readonly ContentFile[],
  content: RawContent,
  context: CheckContext,
): readonly ContentProblem[] {
  return [
    ...files.flatMap((file) => checkKeys(file, content)),
    // The lists have no references: their duplicates are reported with those of the other files.
    ...toProblems('lists.json', checkLists(content['lists.json'] ?? {})),
    ...files.flatMap((file) => checkEntries(file, content, context)),
  ];
}

/** Reports the entries of a file that have the same key as an earlier one. */
function checkKeys<File extends ContentFile>(file: File, content: RawContent): readonly ContentProblem[] {
  const kind: ContentKind<RawContent[File]> = contentKinds[file];
  const value = content[file];
  const keys = Object.entries(kind.listKeys?.(value) ?? {});
  return toProblems(file, [
    ...keys.flatMap(([key, texts]) => findDuplicates(key, texts)),
    ...(kind.checkKeys?.(value) ?? []),
  ]);
}

/** Checks the entries of a file against the other files and the form. */
function checkEntries<File extends ContentFile>(
  file: File,
  content: RawContent,
  context: CheckContext,
): readonly ContentProblem[] {
  const kind: ContentKind<RawContent[File]> = contentKinds[file];
  return toProblems(file, kind.check?.(content[file], context) ?? []);
}

/** Adds the name of the file to its problems. */
function toProblems(file: ContentFile, problems: readonly EntryProblem[]): readonly ContentProblem[] {
  return problems.map((problem) => ({ file, ...problem }));
}
