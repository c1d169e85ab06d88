import type { Json, Values } from '#engine';
import type { Patch } from '#engine/editing/index.ts';
import {
  type ContentEntry,
  type ContentList,
  type ContentPart,
  contentLists,
  type DraftContent,
  getProperty,
} from './content-lists.ts';
import { findSource, findSourcedList } from './source/source-edits.ts';

/** Returns true if the list is edited in the studio: the draft has its document, and no address for it. */
export function isEditedHere(content: DraftContent, list: ContentList): boolean {
  return content.documents[list.document] !== undefined && findSource(content, list) === undefined;
}

/**
 * Returns the entries of a list: those of the draft, else those of the folder, each with a key. Entries of
 * events have no id in the folder; they get their place as id, which they keep once the list is edited here.
 */
export function listEntries(content: DraftContent, list: ContentList): readonly ContentEntry[] {
  const entries = readEntries(content, list);
  return list.key === 'id' && !isEditedHere(content, list)
    ? entries.map((entry, index) => (entry.id === undefined ? { ...entry, id: index + 1 } : entry))
    : entries;
}

/** Returns the entries of a list as they are: those of its address, else of the draft, else of the folder. */
export function readEntries(content: DraftContent, list: ContentList): readonly ContentEntry[] {
  const copied = findSourcedList(content, list)?.entries;
  const value = copied ?? content.documents[list.document] ?? content.folder[list.document];
  return (Array.isArray(value) ? value : []) as readonly ContentEntry[];
}

/** Returns the key of an entry in its list, as a change names it. */
export function getEntryKey(list: ContentList, entry: ContentEntry): string {
  return String(entry[list.key] ?? '');
}

/**
 * Returns the patches that come before an edit of a list: its document as the folder has it, if the draft does
 * not have it yet. From then on, the list is edited in the studio.
 */
function takeOver(content: DraftContent, list: ContentList): readonly Patch[] {
  return isEditedHere(content, list)
    ? []
    : [{ file: list.document, path: [], after: listEntries(content, list) as unknown as Json }];
}

/** Returns the patch that appends an entry, after the document was taken over. */
export function addEntry(content: DraftContent, list: ContentList, entry: ContentEntry): readonly Patch[] {
  const path = [getEntryKey(list, entry)];
  return [...takeOver(content, list), { file: list.document, path, after: entry as Json }];
}

/**
 * Returns the patches that remove an entry, and that remove an office from the pages that name it, because a
 * page must not name an office that does not exist.
 */
export function removeEntry(content: DraftContent, list: ContentList, entry: ContentEntry): readonly Patch[] {
  const removed: Patch = {
    file: list.document,
    path: [getEntryKey(list, entry)],
    before: entry as Json,
  };
  const references = list.type === 'office' ? removeOfficeFromPages(content, String(entry.id)) : [];
  return [...takeOver(content, list), removed, ...references];
}

/** Returns the pages that name an office. */
export function findPagesOfOffice(content: DraftContent, id: string): readonly ContentEntry[] {
  return listEntries(content, contentLists.pages).filter(
    ({ offices, selectedOffice }) =>
      String(selectedOffice) === id ||
      (Array.isArray(offices) && offices.some((office) => String(office) === id)),
  );
}

function removeOfficeFromPages(content: DraftContent, id: string): readonly Patch[] {
  const list = contentLists.pages;
  const patches = findPagesOfOffice(content, id).flatMap((page): readonly Patch[] => {
    const key = getEntryKey(list, page);
    const { offices, selectedOffice } = page;
    const rest = Array.isArray(offices) ? offices.filter((office) => String(office) !== id) : [];
    return [
      ...(Array.isArray(offices) && rest.length < offices.length
        ? [
            {
              file: list.document,
              path: [key, 'offices'],
              before: offices as Json,
              ...(rest.length > 0 && { after: rest as Json }),
            },
          ]
        : []),
      ...(String(selectedOffice) === id
        ? [{ file: list.document, path: [key, 'selectedOffice'], before: selectedOffice as Json }]
        : []),
    ];
  });
  return patches.length === 0 ? [] : [...takeOver(content, list), ...patches];
}

/** Returns the answers of the content form for an entry: texts, ids as texts, and yes or no. */
export function toAnswers(list: ContentList, entry: ContentEntry): Values {
  const answers = Object.keys(list.properties).flatMap((field) => {
    const property = getProperty(list, field, entry);
    const value = property && getAt(entry, property.path);
    const answer = toAnswer(property?.kind ?? 'text', value);
    return answer === undefined ? [] : [[field, answer] as const];
  });
  return Object.fromEntries(answers) as Values;
}

function toAnswer(kind: string, value: Json | undefined): unknown {
  if (kind === 'flag') return value === true;
  if (kind === 'flag-on') return value !== false;
  if (value === undefined || value === null || value === '') return undefined;
  if (kind === 'hosts') return Array.isArray(value) ? value.join('\n') : undefined;
  return kind === 'ids' ? (Array.isArray(value) ? value.map(String) : undefined) : String(value);
}

/**
 * Returns the patches that set a property of an entry from an answer of the content form; none for an unknown
 * field, and none if nothing changes. An answer that is empty removes the property.
 */
export function setProperty(
  content: DraftContent,
  list: ContentList,
  {
    entry,
    field,
    answer,
  }: { readonly entry: ContentEntry; readonly field: string; readonly answer: unknown },
): readonly Patch[] {
  const property = getProperty(list, field, entry);
  if (property === undefined) return [];
  const { path, kind, of } = property;
  const before = getAt(entry, path);
  if (isSameAnswer(toAnswer(kind, before), answer)) return [];
  const known = of === undefined ? [] : listKnownIds(content, of);
  const after = toValue(kind, answer, { known, before });
  // The key of an entry and the site of an office cannot be absent.
  if (after === undefined && path.length === 1 && path[0] === list.key) return [];
  return [...takeOver(content, list), createPatch(list, { entry, path, after })];
}

/**
 * Returns the hosts whose pages may show the forms of a site, in lower case: its domain, and its further ones. Those of
 * other alphabets are converted to the form that addresses use.
 */
export function listSiteHosts(site: ContentEntry): readonly string[] {
  const further = Array.isArray(site.domains) ? site.domains : [];
  return [site.domain, ...further].flatMap((one) =>
    typeof one === 'string' ? [URL.parse(`http://${one}`)?.host ?? one.toLowerCase()] : [],
  );
}

/** Returns the patches that allow the pages of one more host to show the forms of a site. */
export function addSiteHost(content: DraftContent, site: ContentEntry, host: string): readonly Patch[] {
  const list = contentLists.sites;
  const further = Array.isArray(site.domains) ? site.domains : [];
  return [
    ...takeOver(content, list),
    createPatch(list, { entry: site, path: ['domains'], after: [...further, host] }),
  ];
}

/** Returns the ids of the entries of a list as they are written: numbers or texts. */
function listKnownIds(content: DraftContent, of: 'sites' | 'offices' | 'enquiry-types'): readonly Json[] {
  const file = `content/${of}.json`;
  const value = content.documents[file] ?? content.folder[file];
  const entries = (Array.isArray(value) ? value : []) as readonly ContentEntry[];
  return entries.flatMap(({ id }) => (id === undefined ? [] : [id]));
}

/** Returns true if answers are equal. The order of ids does not matter: a form returns them in its own. */
function isSameAnswer(one: unknown, other: unknown): boolean {
  const normalize = (answer: unknown) =>
    Array.isArray(answer) ? answer.map(String).toSorted() : answer === '' ? undefined : answer;
  const [first, second] = [normalize(one), normalize(other)];
  const isEmpty = (answer: unknown) => answer === undefined || (Array.isArray(answer) && answer.length === 0);
  return (isEmpty(first) && isEmpty(second)) || JSON.stringify(first) === JSON.stringify(second);
}

/**
 * Returns the value of an answer; undefined if it is empty. Ids are written as their entries have them, those
 * that were there before in their order.
 */
function toValue(
  kind: string,
  answer: unknown,
  { known, before }: { readonly known: readonly Json[]; readonly before: Json | undefined },
): Json | undefined {
  const toId = (id: unknown): Json => known.find((one) => String(one) === String(id)) ?? String(id);
  if (kind === 'flag') return answer === true ? true : undefined;
  if (kind === 'flag-on') return answer === false ? false : undefined;
  if (answer === undefined || answer === '') return undefined;
  if (kind === 'hosts') return toHosts(String(answer));
  if (kind === 'ids') {
    const ids = (Array.isArray(answer) ? answer : []).map(toId);
    const remaining = (Array.isArray(before) ? before : []).filter((id) =>
      ids.some((one) => String(one) === String(id)),
    );
    const added = ids.filter((id) => !remaining.some((one) => String(one) === String(id)));
    return ids.length === 0 ? undefined : [...remaining, ...added];
  }
  return kind === 'id' ? toId(answer) : String(answer);
}

/** Returns the hosts of a text that has one per line, or a whole address; undefined if it has none. */
function toHosts(answer: string): readonly string[] | undefined {
  const hosts = answer
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => (line.includes('://') ? (URL.parse(line)?.host ?? line) : line));
  return hosts.length === 0 ? undefined : [...new Set(hosts)];
}

/** Returns the patch that sets a member of an entry. Objects on its path that are missing are created. */
function createPatch(
  { document: file, ...list }: ContentList,
  {
    entry,
    path,
    after,
  }: { readonly entry: ContentEntry; readonly path: readonly string[]; readonly after: Json | undefined },
): Patch {
  const key = getEntryKey({ document: file, ...list }, entry);
  const [first = '', ...inner] = path;
  const parent = entry[first];
  if (inner.length > 0 && (typeof parent !== 'object' || parent === null)) {
    const whole = inner.reduceRight<Json | undefined>((value, name) => ({ [name]: value ?? null }), after);
    return {
      file,
      path: [key, first],
      ...(parent !== undefined && { before: parent }),
      ...(whole !== undefined && { after: whole }),
    };
  }
  const before = getAt(entry, path);
  return {
    file,
    path: [key, ...path],
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
}

/** Returns the value at a path; undefined if there is none. */
function getAt(entry: ContentEntry, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (value, name) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? (value as ContentEntry)[name]
        : undefined,
    entry as Json,
  );
}

/**
 * Returns a new entry of a list: with an id or an address that no other entry has, on the first site, and with
 * the given name.
 * @param today An ISO date, for events.
 */
export function createEntry(
  content: DraftContent,
  list: ContentList,
  { name, today }: { readonly name: string; readonly today: string },
): ContentEntry {
  const entries = listEntries(content, list);
  const [site] = listEntries(content, contentLists.sites);
  const id = findFreeId(entries);
  switch (list.type) {
    case 'office':
      return { id, name, ...(site?.id !== undefined && { site: { id: site.id } }) };
    case 'page':
      return {
        path: findFreeText(entries, 'path', '/new-page'),
        ...(site?.id !== undefined && { site: site.id }),
        title: name,
        placement: 'inline',
      };
    case 'event':
      return { id, title: name, domain: String(site?.domain ?? ''), startsOn: today };
    case 'site':
      return { id, domain: findFreeText(entries, 'domain', 'www.example.com'), name };
    case 'recipient':
      return { id: findFreeText(entries, 'id', 'recipient'), email: '' };
    default:
      return { name: findFreeText(entries, 'name', name) };
  }
}

/** Returns one more than the highest numeric id. */
function findFreeId(entries: readonly ContentEntry[]): number {
  return Math.max(0, ...entries.map(({ id }) => Number(id)).filter(Number.isSafeInteger)) + 1;
}

/** Returns a text with the first number that makes it unique: `/new-page-2`. */
function findFreeText(entries: readonly ContentEntry[], property: string, wanted: string): string {
  const taken = new Set(entries.map((entry) => String(entry[property] ?? '').toLowerCase()));
  for (let number = 1; ; number += 1) {
    const one = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.has(one.toLowerCase())) return one;
  }
}

/** Returns the address of an entry in the studio. */
export function getEntryAddress(part: ContentPart, key: string): string {
  return `/studio/content/${part}?entry=${encodeURIComponent(key)}`;
}

/** An entry as a search shows it. */
export interface ContentEntryName {
  readonly part: ContentPart;
  readonly key: string;
  readonly label: string;
  readonly note: string;
}

/** Returns the names of the entries of a list. */
export function listContentEntries(part: ContentPart, content: DraftContent): readonly ContentEntryName[] {
  const list = contentLists[part];
  return listEntries(content, list).map((entry) => ({
    part,
    key: getEntryKey(list, entry),
    label: list.getLabel(entry),
    note: list.getNote(entry),
  }));
}
