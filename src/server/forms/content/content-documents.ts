import type { Documents, Json } from '#engine';
import { contentPrefix, isContentDocument } from '#engine/documents/index.ts';
import type { ContentSources } from '../../../api/content-sources.ts';
import { listSources, type NamedSource } from '../sources/content-source.ts';
import { type ContentProblem, checkReferences } from './check-references.ts';
import { checkContentShape } from './check-shapes.ts';
import type { Content } from './content.ts';
import { type ContentFile, contentFiles, findSourcedFile } from './content-kinds.ts';
import type { ContentRequirements } from './kind-checks.ts';
import { linkContent } from './link-content.ts';
import type { ContentBase, RawContent } from './raw-content.ts';

/**
 * The content files of the folder with the copies of lists from addresses, and the content that is live: they and
 * the documents of the live version.
 */
export interface LiveContent {
  readonly folder: ContentBase;
  readonly content: Content;
}

/** The content with the files that it was linked from, or the problems that prevent its use. */
export type ReadContent =
  | { readonly ok: true; readonly content: Content; readonly raw: RawContent }
  | { readonly ok: false; readonly problems: readonly ContentProblem[] };

/** Returns the name of the document that replaces a file of the content folder: `content/offices.json`. */
export function toContentDocument(file: ContentFile): string {
  return contentPrefix + file;
}

/** Returns the documents without those of the content. */
export function omitContentDocuments(documents: Documents): Documents {
  return Object.fromEntries(Object.entries(documents).filter(([file]) => !isContentDocument(file)));
}

/**
 * Returns the documents with each content document of `from` that they lack, so that a version from before a
 * list was edited in the studio, or from a folder without content, does not take the list away.
 */
export function inheritContentDocuments(documents: Documents, from: Documents): Documents {
  const inherited = Object.entries(from).filter(
    ([file]) => isContentDocument(file) && !Object.hasOwn(documents, file),
  );
  return inherited.length === 0 ? documents : { ...documents, ...Object.fromEntries(inherited) };
}

/**
 * Returns the documents of an earlier version as they go live again. Lists that it does not have, because they
 * were first edited in the studio later, come from the folder again, as they did then. A list that the folder
 * does not have, or all lists if the files do not fit the version, are taken from the live documents `from`.
 */
export function restoreContentDocuments(
  documents: Documents,
  from: Documents,
  folder: ContentBase,
): Documents {
  const files = toContentDocuments(folder);
  const withoutFile = Object.fromEntries(
    Object.entries(from).filter(([file]) => !Object.hasOwn(files, file)),
  );
  const restored = inheritContentDocuments(documents, withoutFile);
  const inherited = inheritContentDocuments(documents, from);
  if (haveSameContent(restored, inherited)) return inherited;
  return readContentDocuments(restored, folder).ok ? restored : inherited;
}

/**
 * Returns the content that documents would have if they were live. Content documents that cannot be used,
 * which a check reports, leave the live content in use.
 */
export function getContentOf(documents: Documents, live: LiveContent): Content {
  if (!Object.keys(documents).some(isContentDocument)) return live.content;
  const cached = contentOf.get(documents);
  if (cached?.live === live) return cached.content;
  const read = readContentDocuments(documents, live.folder);
  const content = read.ok ? read.content : live.content;
  contentOf.set(documents, { live, content });
  return content;
}

const contentOf = new WeakMap<Documents, { readonly live: LiveContent; readonly content: Content }>();

/** Returns true if two versions have the same content documents, by identity. */
export function haveSameContent(one: Documents, other: Documents): boolean {
  return contentFiles.every((file) => one[toContentDocument(file)] === other[toContentDocument(file)]);
}

/** Returns the files of a content folder as documents, without those that the folder does not have. */
export function toContentDocuments(folder: RawContent): Documents {
  const files = contentFiles.flatMap((file) => {
    const value = folder[file] as Json | undefined;
    return value === undefined ? [] : [[toContentDocument(file), value] as const];
  });
  return Object.fromEntries(files);
}

/**
 * Returns the content documents of a version, the files of the folder for all that it does not have, and the
 * copies of lists that come from an address.
 */
export function getEffectiveDocuments(documents: Documents, folder: ContentBase): Documents {
  return toContentDocuments(combineFiles(documents, folder));
}

/** Returns the lists that come from an address: those of the version, else those of the folder. */
export function getSources(documents: Documents, folder: ContentBase): readonly NamedSource[] {
  const own = documents[toContentDocument('sources.json')];
  // The shape of the document is checked before a version has it.
  return listSources((own as ContentSources | undefined) ?? folder['sources.json']);
}

/**
 * Returns the content files of documents: their content documents, the files of the folder for all others, and
 * in place of both the last good copies of lists that come from an address.
 */
function combineFiles(documents: Documents, folder: ContentBase): RawContent {
  const { copies = {}, ...files } = folder;
  const edited = contentFiles.flatMap((file) => {
    const name = toContentDocument(file);
    return Object.hasOwn(documents, name) ? [[file, documents[name]]] : [];
  });
  const copied = getSources(documents, folder).flatMap(({ list, key }) => {
    const file = findSourcedFile(list);
    return file !== undefined && copies[key] !== undefined ? [[file, copies[key]]] : [];
  });
  // The shapes of documents and copies are checked before they are used.
  return { ...files, ...Object.fromEntries(edited), ...Object.fromEntries(copied) } as RawContent;
}

/**
 * Reads the content of documents: their content documents, and the files of the folder for all others. Checks
 * each document by its schema, then all against each other and the form.
 * @param requirements Those of the form. Absent: its references are not checked.
 */
export function readContentDocuments(
  documents: Documents,
  folder: ContentBase,
  requirements?: ContentRequirements,
): ReadContent {
  const edited = contentFiles.filter((file) => Object.hasOwn(documents, toContentDocument(file)));
  const misshapen = edited.flatMap((file) => checkContentShape(file, documents[toContentDocument(file)]));
  if (misshapen.length > 0) return { ok: false, problems: misshapen };
  const raw = combineFiles(documents, folder);
  const problems = checkReferences(raw, requirements);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, content: linkContent(raw), raw };
}
