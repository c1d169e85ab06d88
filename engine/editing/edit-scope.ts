import { isContentDocument } from '../documents/content-document.ts';
import { asList, asObject, isSameJson } from '../json-schema/values.ts';
import type { Documents, Json } from '../model/types.ts';
import { applyPatches, type Patch } from './change.ts';
import { getTypeProperties, listOutlineTypes } from './fields/outline.ts';
import { isNameKey } from './texts/text-table.ts';

/**
 * The keys of the enquiry types and the ids of the sites to which a person is limited. Absent: not limited.
 */
interface ScopeLimits {
  readonly types?: readonly string[] | undefined;
  readonly sites?: readonly string[] | undefined;
}

/**
 * Returns what changed although a person must not change it: a file, or a member as in
 * `texts/de.json: submit`. Empty if all changes are allowed (docs/studio.md, "People").
 */
export function findChangesOutsideScope(
  { types, sites }: ScopeLimits,
  { before, after }: { readonly before: Documents; readonly after: Documents },
): readonly string[] {
  if (types === undefined && sites === undefined) return [];
  const limits = { types: types && new Set(types), sites: sites && new Set(sites) };
  const checks = createScopeChecks(limits, [before, after]);
  const files = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return files.flatMap((file) => {
    const [old, next] = [before, after].map(
      (documents) => (documents as Readonly<Record<string, Json | undefined>>)[file],
    );
    if (isSameJson(old, next)) return [];
    const list = findListDocument(file);
    if (list !== undefined) {
      const retained = [old, next].map((document) => omitItems(document, list));
      // Items with duplicate names cannot be matched, so that the whole file counts as changed.
      const hasOnlyUniqueNames = [old, next].every((document) => hasUniqueItemNames(document, list));
      const rest = hasOnlyUniqueNames && isSameJson(retained[0], retained[1]) ? [] : [file];
      return [
        ...rest,
        ...listChangesOutside(indexByName(old, list), indexByName(next, list), list.isInside(limits), file),
      ];
    }
    if (/^texts\/[^/]+\.json$/.test(file) && old !== undefined && next !== undefined)
      return listChangesOutside(
        toMemberMap(old),
        toMemberMap(next),
        (_text, key) => checks.isTextInside(key),
        file,
      );
    return checks.isFileInside(file) ? [] : [file];
  });
}

export interface EditableScope {
  /** Returns true if the text with this key is editable. A person with limits cannot edit names of types. */
  readonly canEditText: (key: string) => boolean;
  /** Returns true if the rule is inside the limits, as in `isRuleInside`. */
  readonly canEditRule: (rule: unknown) => boolean;
  /** Returns true if an entry of a list of the content is inside the limits: it names an allowed site. */
  readonly canEditEntry: (entry: unknown) => boolean;
  /**
   * Returns true if a document, or something in it, may be editable. Always true for rules and scenarios, and
   * for texts if there is no limit of sites.
   */
  readonly canEditFile: (file: string) => boolean;
  /**
   * Returns true if the patches can be applied without conflict and change nothing outside the scope. Always
   * true without limits.
   */
  readonly canApplyPatches: (patches: readonly Patch[]) => boolean;
}

/**
 * Creates the scope of a person, by the same rules as `findChangesOutsideScope`. Without limits everything is
 * editable.
 */
export function createEditableScope({ types, sites }: ScopeLimits, documents: Documents): EditableScope {
  if (types === undefined && sites === undefined)
    return {
      canEditText: () => true,
      canEditRule: () => true,
      canEditEntry: () => true,
      canEditFile: () => true,
      canApplyPatches: () => true,
    };
  const limits = { types: types && new Set(types), sites: sites && new Set(sites) };
  const checks = createScopeChecks(limits, [documents]);
  return {
    canEditText: (key) => !isNameKey(key) && checks.isTextInside(key),
    canEditRule: (rule) => isRuleInside(rule as Json, limits),
    canEditEntry: (entry) => isEntryInside(entry, limits),
    canEditFile: (file) =>
      checks.isFileInside(file) ||
      Object.hasOwn(listDocuments, file) ||
      (types === undefined && isContentDocument(file)) ||
      (sites === undefined && /^texts\/[^/]+\.json$/.test(file)),
    canApplyPatches(patches) {
      const applied = applyPatches(documents, patches);
      return (
        applied.ok &&
        findChangesOutsideScope({ types, sites }, { before: documents, after: applied.documents }).length ===
          0
      );
    },
  };
}

interface LimitSets {
  readonly types: ReadonlySet<string> | undefined;
  readonly sites: ReadonlySet<string> | undefined;
}

/**
 * Returns true if a value is inside the scope. Must be true for the old and the new value. `name` is the key
 * of a text or the name of a list item.
 */
type ScopePredicate = (value: Json, name: string) => boolean;

/**
 * Returns the names of the members that differ and whose old or new value is outside the scope:
 * `rules.json: site-119`.
 */
function listChangesOutside(
  old: ReadonlyMap<string, Json>,
  next: ReadonlyMap<string, Json>,
  isInside: ScopePredicate,
  file: string,
): readonly string[] {
  const names = [...new Set([...old.keys(), ...next.keys()])];
  return names
    .filter((name) => !isSameJson(old.get(name), next.get(name)))
    .filter((name) =>
      [old.get(name), next.get(name)].some((value) => value !== undefined && !isInside(value, name)),
    )
    .map((name) => `${file}: ${name}`);
}

/**
 * A document that contains a list: its member, the name of its items, and the check for an item. The order of
 * items is ignored.
 */
interface ListDocument {
  /** Absent: the document is the list. */
  readonly member?: string;
  /** The properties with the name of an item: the first that it has. */
  readonly names: readonly string[];
  readonly isInside: (limits: LimitSets) => ScopePredicate;
}

const listDocuments: Readonly<Record<string, ListDocument>> = {
  'rules.json': {
    member: 'rules',
    names: ['id'],
    isInside: (limits) => (rule) => isRuleInside(rule, limits),
  },
  'scenarios.json': {
    member: 'scenarios',
    names: ['name'],
    isInside: (limits) => (scenario) => {
      const { type, site } = asObject(asObject(scenario).on);
      return isAllowedValue(limits.types, type) && isAllowedValue(limits.sites, site);
    },
  },
};

/** Lists of the content. */
const contentList: ListDocument = {
  names: ['id', 'path', 'name'],
  isInside: (limits) => (item) => isEntryInside(item, limits),
};

/**
 * Returns true if an entry of the content is inside the limits. It belongs to the site that it names, by its id or
 * as an object. Content belongs to no type, so that a person who is limited to types may change none.
 */
function isEntryInside(entry: unknown, { types, sites }: LimitSets): boolean {
  const { site } = asObject(entry);
  return types === undefined && isAllowedValue(sites, asObject(site).id ?? site);
}

function findListDocument(file: string): ListDocument | undefined {
  return listDocuments[file] ?? (isContentDocument(file) ? contentList : undefined);
}

/** Returns a document with an empty list in place of its items. */
function omitItems(document: Json | undefined, { member }: ListDocument): Json | undefined {
  if (member !== undefined) return { ...(asObject(document) as JsonObject), [member]: [] };
  return document === undefined || Array.isArray(document) ? [] : document;
}

interface JsonObject {
  readonly [key: string]: Json;
}

/** Returns the items of the list in a document; none if it has no such list. */
function listItems(document: Json | undefined, { member }: ListDocument): readonly Json[] {
  return asList(member === undefined ? document : asObject(document)[member]) as readonly Json[];
}

/**
 * Returns true if there is no limit, or if the limit contains the value. With a limit, an undefined value is
 * not allowed.
 */
function isAllowedValue(limit: ReadonlySet<string> | undefined, value: unknown): boolean {
  return limit === undefined || (value !== undefined && limit.has(String(value)));
}

/**
 * Returns true if a rule is inside both limits: its condition names only allowed types (or its only effect is
 * to exclude allowed types), and only allowed sites. A condition that names none is outside. A limit that is
 * absent allows everything.
 */
function isRuleInside(rule: Json, { types, sites }: LimitSets): boolean {
  const { when, then } = asObject(rule);
  const effects = asObject(then);
  const excluded = asList(effects.excludeTypes).map(String);
  const isExcluding = Object.keys(effects).length === 1 && excluded.length > 0;
  const ofTypes = isExcluding ? excluded : findComparedValues('type', when);
  return [
    [types, ofTypes],
    [sites, findComparedValues('site.id', when)],
  ].every(([limit, named]) => {
    if (limit === undefined) return true;
    return named !== undefined && [...named].every((name) => (limit as ReadonlySet<string>).has(name));
  });
}

/**
 * Returns the values to which a condition limits a fact: by `==`, by `in`, or by the first operand of `and`
 * that does so. Undefined for every other condition, also for `or`.
 */
function findComparedValues(fact: string, condition: unknown): readonly string[] | undefined {
  const [[operator, operands] = []] = Object.entries(asObject(condition));
  const [first, second] = asList(operands);
  /** Returns true if an operand is the fact: `{var: fact}`. */
  const isFact = (side: unknown) => asObject(side).var === fact;
  if (operator === 'and')
    return asList(operands)
      .map((part) => findComparedValues(fact, part))
      .find((named) => named !== undefined);
  if (operator === '==' && isFact(first) && isStringOrNumber(second)) return [String(second)];
  if (operator === '==' && isFact(second) && isStringOrNumber(first)) return [String(first)];
  if (operator === 'in' && isFact(first) && asList(second).every(isStringOrNumber))
    return asList(second).map(String);
  return undefined;
}

function isStringOrNumber(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

/**
 * Creates the checks if a text or a file is inside the scope. Texts and files belong to types, but never to a
 * site, so that a person who is limited to sites may edit none of them.
 * @param versions The documents whose types and fields count, such as those before and after a change.
 */
function createScopeChecks({ types, sites }: LimitSets, versions: readonly Documents[]) {
  if (types === undefined || sites !== undefined)
    return { isTextInside: () => false, isFileInside: () => false };
  const known = versions.flatMap((documents) =>
    listOutlineTypes(documents).map(({ key, folder }) => ({
      key,
      folder,
      fields: Object.keys(getTypeProperties(documents, folder)),
    })),
  );
  /** Returns true if there are owners and all of them are allowed types. */
  const areAllAllowed = (owners: readonly { readonly key: string }[]) =>
    owners.length > 0 && owners.every(({ key }) => types.has(key));
  return {
    /**
     * Returns true for texts of an allowed type (`forms.service.…`, `types.service.…`), and for texts of a
     * field that only allowed types have. False for all other keys.
     */
    isTextInside(key: string): boolean {
      const [part, name = ''] = key.split('.');
      if (part === 'forms' || part === 'types') return types.has(name);
      if (part !== 'fields' && part !== 'options') return false;
      return areAllAllowed(known.filter(({ fields }) => fields.includes(name)));
    },
    /**
     * Returns true for the schema and the UI schema in a folder that only allowed types use. False for all
     * other files.
     */
    isFileInside(path: string): boolean {
      const [, folder] = /^forms\/([^/]+)\/(?:schema|ui)\.json$/.exec(path) ?? [];
      return folder !== undefined && areAllAllowed(known.filter((type) => type.folder === folder));
    },
  };
}

/**
 * Returns the items of a document's list by name; items without a name by their index. Of items with the same
 * name, the last one is returned.
 */
function indexByName(document: Json | undefined, list: ListDocument): ReadonlyMap<string, Json> {
  const getName = (item: Json) =>
    list.names.map((name) => asObject(item)[name]).find((name) => name !== undefined);
  return new Map(listItems(document, list).map((item, index) => [String(getName(item) ?? index), item]));
}

/** Returns true if no two items of a document's list share a name; also for an absent document. */
function hasUniqueItemNames(document: Json | undefined, list: ListDocument): boolean {
  return indexByName(document, list).size === listItems(document, list).length;
}

/** Returns the members of a document by key; empty if it is no object. */
function toMemberMap(document: Json): ReadonlyMap<string, Json> {
  return new Map(Object.entries(asObject(document)) as [string, Json][]);
}
