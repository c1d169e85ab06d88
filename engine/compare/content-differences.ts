import { getItemName } from '../json-schema/item-name.ts';

import { asList, asObject, isObject, isSameJson } from '../json-schema/values.ts';
import type { Documents, Json } from '../model/types.ts';
import { presetContentReferences } from '../preset/compare.ts';
import type { Consequence } from './consequence.ts';

/**
 * Returns the differences between the content of two versions: entries that are new or gone, and each property
 * of an entry that has another value, with `field` as its path: `contactForm.thankYouHeading`. `about` is the
 * file and `names` has the name of the entry.
 * @param before The content documents of a version by their files, those that it does not replace included.
 */
export function compareContent(before: Documents, after: Documents): readonly Consequence[] {
  return Object.keys({ ...before, ...after })
    .filter((file) => !isSameJson(before[file], after[file]))
    .flatMap((file) => compareFile(file, before[file] as Json | undefined, after[file] as Json | undefined))
    .map((change) => nameReferences(change, before, after));
}

/** The properties whose values are ids of entries, with the document of these. */
const references: Readonly<Record<string, string>> = {
  ...presetContentReferences,
  site: 'content/sites.json',
};

/** Returns a change with the names of entries in place of their ids: those of the version that has the value. */
function nameReferences(change: Consequence, before: Documents, after: Documents): Consequence {
  const file = references[change.field ?? ''];
  if (change.kind !== 'content-changed' || file === undefined) return change;
  /** Returns the name of the entry with an id, or of each of a list; an unknown id unchanged. */
  const nameIn = (documents: Documents, value: Json): Json => {
    if (Array.isArray(value)) return value.map((one: Json) => nameIn(documents, one));
    const entry = asList(documents[file]).find((one) => String(asObject(one).id) === String(value));
    return entry === undefined ? value : getEntryLabel(entry as Json);
  };
  return {
    ...change,
    ...(change.before !== undefined && { before: nameIn(before, change.before as Json) }),
    ...(change.after !== undefined && { after: nameIn(after, change.after as Json) }),
  };
}

/** Compares a file: a list entry by entry, an object of lists list by list, any other property by property. */
function compareFile(
  file: string,
  before: Json | undefined,
  after: Json | undefined,
): readonly Consequence[] {
  if (file === sourcesDocument)
    return compareSources(asObject(before), asObject(after)).map((change) =>
      createConsequence('content-changed', file, change),
    );
  if (file === choicesDocument) {
    const [was, is] = [asObject(before), asObject(after)] as readonly Readonly<Record<string, Json>>[];
    return [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])].flatMap((list) =>
      compareEntries(file, indexEntries(was?.[list]), indexEntries(is?.[list])),
    );
  }
  const lists = [before, after].filter((one) => one !== undefined);
  if (lists.every((one) => Array.isArray(one)))
    return compareEntries(file, indexEntries(before), indexEntries(after));
  return compareProperties(before, after).map((change) => createConsequence('content-changed', file, change));
}

/** The document that has the lists of choices, by name. */
const choicesDocument = 'content/lists.json';

/** The document that names the addresses of lists. */
const sourcesDocument = 'content/sources.json';

/**
 * Returns the lists that come from another address, with `field` as the name of the list, and those whose
 * address is read in another way, without values.
 */
function compareSources(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): readonly PropertyChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((list) => list !== '$schema')
    .flatMap((list): readonly PropertyChange[] => {
      const [was, is] = [before[list], after[list]] as readonly (Json | undefined)[];
      if (isSameJson(was, is)) return [];
      const [old, next] = [asObject(was).url, asObject(is).url];
      if (old === next) return [{ field: list }];
      return [
        {
          field: list,
          ...(typeof old === 'string' && { before: old }),
          ...(typeof next === 'string' && { after: next }),
        },
      ];
    });
}

type Entries = ReadonlyMap<string, Json>;

/** Returns the entries of a list by name; those without a name, or with one that an earlier one has, by place. */
function indexEntries(list: Json | undefined): Entries {
  const entries = new Map<string, Json>();
  for (const [index, entry] of (Array.isArray(list) ? (list as readonly Json[]) : []).entries()) {
    const name = getItemName(entry) ?? toWords(entry);
    entries.set(entries.has(name) ? `${name} ${index}` : name, entry);
  }
  return entries;
}

/** Returns what identifies an entry without a name: all its values. */
function toWords(entry: Json): string {
  return isObject(entry) ? Object.values(entry).map(String).join(' ') : String(entry);
}

function compareEntries(file: string, before: Entries, after: Entries): readonly Consequence[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const changes = names.flatMap((name): readonly Consequence[] => {
    const [was, is] = [before.get(name), after.get(name)];
    if (was === undefined && is !== undefined)
      return [createConsequence('content-added', file, { names: [getEntryLabel(is)] })];
    if (was !== undefined && is === undefined)
      return [createConsequence('content-removed', file, { names: [getEntryLabel(was)] })];
    const label = { names: [getEntryLabel(is ?? null)] };
    return compareProperties(was, is).map((change) =>
      createConsequence('content-changed', file, { ...label, ...change }),
    );
  });
  return changes.length > 0 || isSameJson([...before.keys()], [...after.keys()])
    ? changes
    : [createConsequence('content-reordered', file, {})];
}

interface PropertyChange {
  readonly field: string;
  readonly before?: Json;
  readonly after?: Json;
}

/** Returns the properties that differ, those of objects inside with their path. A list counts as one value. */
function compareProperties(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly string[] = [],
): readonly PropertyChange[] {
  if (isSameJson(before, after)) return [];
  if (path.length > 0 && !(isPlain(before) && isPlain(after)))
    return [
      {
        field: path.join('.'),
        ...(before !== undefined && before !== null && { before }),
        ...(after !== undefined && after !== null && { after }),
      },
    ];
  const [was, is] = [asObject(before), asObject(after)] as readonly Readonly<Record<string, Json>>[];
  return [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])].flatMap((name) =>
    compareProperties(was?.[name], is?.[name], [...path, name]),
  );
}

function isPlain(value: Json | undefined): boolean {
  return value === undefined || value === null || (isObject(value) && !Array.isArray(value));
}

/** Returns the words by which an owner knows an entry: its name and title, else its path or its id. */
function getEntryLabel(entry: Json): string {
  const { name, title, path, domain, id } = asObject(entry);
  const words = [name, title].filter((word) => typeof word === 'string' && word !== '');
  return words.length > 0 ? words.join(' - ') : String(path ?? domain ?? id ?? '');
}

function createConsequence(
  kind: 'content-added' | 'content-removed' | 'content-changed' | 'content-reordered',
  about: string,
  more: Partial<Consequence>,
): Consequence {
  return { kind, about, where: { in: 'all' }, situations: 0, of: 0, ...more };
}
