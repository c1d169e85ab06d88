import type { Documents, Json } from '#engine';
import type { Patch } from '#engine/editing/index.ts';
import { isSameJson } from '#engine/json-schema/values.ts';
import type { ContentSource, SourcedList } from '../../../api/content-sources.ts';
import type { ContentEntry, ContentList, DraftContent } from '../content-lists.ts';

/** The origin of a list of the content. */
export type SourceKind = 'file' | 'studio' | 'url';

/** The document that names the addresses of lists. */
export const sourcesDocument = 'content/sources.json';

/** Returns the name of a list among the sources: `offices`. */
export function getListName({ document }: ContentList): string {
  return document.replace(/^content\/|\.json$/g, '');
}

/** Returns the address from which a list comes in the draft; undefined if it comes from none. */
export function findSource(
  { documents, folder }: DraftContent,
  list: ContentList,
): ContentSource | undefined {
  return getSources(documents[sourcesDocument] ?? folder[sourcesDocument])[getListName(list)];
}

/** Returns the copy of a list as the server has it; undefined if the draft names another address by now. */
export function findSourcedList(content: DraftContent, list: ContentList): SourcedList | undefined {
  const known = content.sourced?.[getListName(list)];
  const source = findSource(content, list);
  const isSame =
    known && source && isSameJson(toJson(omitInterval(known.source)), toJson(omitInterval(source)));
  return isSame ? known : undefined;
}

/** Returns where a list comes from. */
export function getSourceKind(content: DraftContent, list: ContentList): SourceKind {
  if (findSource(content, list) !== undefined) return 'url';
  return content.documents[list.document] === undefined ? 'file' : 'studio';
}

/** Returns the patches after which a list comes from an address. */
export function setSource(content: DraftContent, list: ContentList, source: ContentSource): readonly Patch[] {
  return changeSources(content, { ...readSources(content), [getListName(list)]: source });
}

/** Returns the patches after which a list is that of the content folder. */
export function returnToFile(content: DraftContent, list: ContentList): readonly Patch[] {
  const before = content.documents[list.document] as Json | undefined;
  return [
    ...removeSource(content, list),
    ...(before === undefined ? [] : [{ file: list.document, path: [], before }]),
  ];
}

/** Returns the patches after which a list is edited in the studio, beginning with the given entries. */
export function moveToStudio(
  content: DraftContent,
  list: ContentList,
  entries: readonly ContentEntry[],
): readonly Patch[] {
  const before = content.documents[list.document] as Json | undefined;
  return [
    ...removeSource(content, list),
    { file: list.document, path: [], ...(before !== undefined && { before }), after: toJson(entries) },
  ];
}

/** The entries that differ between two states of a list, by what a person calls them. */
export interface ListDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** Compares two states of a list, entry by entry: by their keys, or by their names if some have no key. */
export function compareLists(
  list: ContentList,
  before: readonly ContentEntry[],
  after: readonly ContentEntry[],
): ListDifference {
  const hasKeys = [...before, ...after].every((entry) => entry[list.key] !== undefined);
  const getKey = (entry: ContentEntry) =>
    hasKeys ? String(entry[list.key]) : `${list.getLabel(entry)} ${list.getNote(entry)}`;
  const omitKey = (entry: ContentEntry) =>
    hasKeys ? entry : Object.fromEntries(Object.entries(entry).filter(([name]) => name !== list.key));
  const old = new Map(before.map((entry) => [getKey(entry), entry]));
  const next = new Map(after.map((entry) => [getKey(entry), entry]));
  const getName = (entry: ContentEntry) => list.getLabel(entry) || getKey(entry);
  return {
    added: after.filter((entry) => !old.has(getKey(entry))).map(getName),
    removed: before.filter((entry) => !next.has(getKey(entry))).map(getName),
    changed: after
      .filter((entry) => {
        const was = old.get(getKey(entry));
        return was !== undefined && !isSameJson(toJson(omitKey(was)), toJson(omitKey(entry)));
      })
      .map(getName),
  };
}

function removeSource(content: DraftContent, list: ContentList): readonly Patch[] {
  const { [getListName(list)]: removed, ...others } = readSources(content);
  return removed === undefined ? [] : changeSources(content, others);
}

function changeSources(
  { documents }: DraftContent,
  after: Readonly<Record<string, ContentSource>>,
): readonly Patch[] {
  const before = documents[sourcesDocument] as Json | undefined;
  return [{ file: sourcesDocument, path: [], ...(before !== undefined && { before }), after: toJson(after) }];
}

function readSources({ documents, folder }: DraftContent): Readonly<Record<string, ContentSource>> {
  return getSources(documents[sourcesDocument] ?? folder[sourcesDocument]);
}

/** Returns the members of the document. Its shape is checked by the server, which reports what is wrong. */
function getSources(document: Documents[string] | undefined): Readonly<Record<string, ContentSource>> {
  const isObject = typeof document === 'object' && document !== null && !Array.isArray(document);
  return isObject ? (document as unknown as Readonly<Record<string, ContentSource>>) : {};
}

function omitInterval({
  everyMinutes: _interval,
  ...source
}: ContentSource): Omit<ContentSource, 'everyMinutes'> {
  return source;
}

/** Returns a value that came from JSON, or is made of such values. */
function toJson(value: object): Json {
  return value as unknown as Json;
}
