import { asList, asObject, isSameJson } from '../json-schema/values.ts';
import type { Documents, Json } from '../types.ts';
import { applyPatches, type Patch } from './change.ts';
import { propertiesOf, typesOf } from './outline.ts';
import { isNameKey } from './words.ts';

/**
 * The keys of the enquiry types and the ids of the sites to which a person is limited. Absent: not limited.
 */
interface Reach {
  readonly types?: readonly string[] | undefined;
  readonly sites?: readonly string[] | undefined;
}

/**
 * Returns the names of the changed parts outside a person's scope: `texts/de.json: submit`. Empty if there
 * are none or if the person is not limited (docs/studio.md, "People").
 */
export function outsideReach(
  { types, sites }: Reach,
  { before, after }: { readonly before: Documents; readonly after: Documents },
): readonly string[] {
  if (types === undefined && sites === undefined) return [];
  const limits = { types: types && new Set(types), sites: sites && new Set(sites) };
  const inside = insideOf(limits, [before, after]);
  const files = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return files.flatMap((file) => {
    const [old, next] = [before, after].map(
      (documents) => (documents as Readonly<Record<string, Json | undefined>>)[file],
    );
    if (isSameJson(old, next)) return [];
    const list = lists[file];
    if (list !== undefined) {
      const kept = [old, next].map((document) => ({ ...asObject(document), [list.member]: [] }));
      // Items with duplicate names cannot be matched, so that the whole file counts as changed.
      const isTold = [old, next].every((document) => hasOwnNames(document, list));
      const rest = isTold && isSameJson(kept[0], kept[1]) ? [] : [file];
      return [...rest, ...differing(byName(old, list), byName(next, list), list.isInside(limits), file)];
    }
    if (/^texts\/[^/]+\.json$/.test(file) && old !== undefined && next !== undefined)
      return differing(entriesOf(old), entriesOf(next), (_text, key) => inside.text(key), file);
    return inside.file(file) ? [] : [file];
  });
}

export interface Scope {
  /** Returns true if the text, or the name of a type, with this key is editable. */
  readonly mayText: (key: string) => boolean;
  readonly mayRule: (rule: unknown) => boolean;
  /** Returns true if a document, or something in it, is editable. */
  readonly mayFile: (file: string) => boolean;
  readonly mayPatch: (patches: readonly Patch[]) => boolean;
}

/** Creates the scope of a person, by the same rules as `findChangesOutsideScope`. */
export function scopeOf({ types, sites }: Reach, documents: Documents): Scope {
  if (types === undefined && sites === undefined)
    return { mayText: () => true, mayRule: () => true, mayFile: () => true, mayPatch: () => true };
  const limits = { types: types && new Set(types), sites: sites && new Set(sites) };
  const inside = insideOf(limits, [documents]);
  return {
    mayText: (key) => !isNameKey(key) && inside.text(key),
    mayRule: (rule) => isRuleInside(rule as Json, limits),
    mayFile: (file) =>
      inside.file(file) || file in lists || (sites === undefined && /^texts\/[^/]+\.json$/.test(file)),
    mayPatch(patches) {
      const applied = applyPatches(documents, patches);
      return (
        applied.ok &&
        outsideReach({ types, sites }, { before: documents, after: applied.documents }).length === 0
      );
    },
  };
}

interface Limits {
  readonly types: ReadonlySet<string> | undefined;
  readonly sites: ReadonlySet<string> | undefined;
}

/** Returns true if a value is inside the scope. Must be true for the old and the new value. */
type IsInside = (value: Json, name: string) => boolean;

function differing(
  old: ReadonlyMap<string, Json>,
  next: ReadonlyMap<string, Json>,
  isInside: IsInside,
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
 * Documents that contain a list: its member, the name of its items, and the check for an item. The order of
 * items is ignored.
 */
const lists: Readonly<
  Record<
    string,
    { readonly member: string; readonly name: string; readonly isInside: (limits: Limits) => IsInside }
  >
> = {
  'rules.json': { member: 'rules', name: 'id', isInside: (limits) => (rule) => isRuleInside(rule, limits) },
  'scenarios.json': {
    ...{ member: 'scenarios', name: 'name' },
    isInside: (limits) => (scenario) => {
      const { type, site } = asObject(asObject(scenario).on);
      return isWithin(limits.types, type) && isWithin(limits.sites, site);
    },
  },
};

function isWithin(limit: ReadonlySet<string> | undefined, value: unknown): boolean {
  return limit === undefined || (value !== undefined && limit.has(String(value)));
}

/** Returns true if a rule applies only to those types or sites, or only excludes those types. */
function isRuleInside(rule: Json, { types, sites }: Limits): boolean {
  const { when, then } = asObject(rule);
  const effects = asObject(then);
  const excluded = asList(effects.excludeTypes).map(String);
  const isExcluding = Object.keys(effects).length === 1 && excluded.length > 0;
  const ofTypes = isExcluding ? excluded : namedBy('type', when);
  return [
    [types, ofTypes],
    [sites, namedBy('site.id', when)],
  ].every(([limit, named]) => {
    if (limit === undefined) return true;
    return named !== undefined && [...named].every((name) => (limit as ReadonlySet<string>).has(name));
  });
}

/** Returns the values to which a condition limits a fact; undefined if it can be true for other values. */
function namedBy(fact: string, condition: unknown): readonly string[] | undefined {
  const [[operator, operands] = []] = Object.entries(asObject(condition));
  const [first, second] = asList(operands);
  const isFact = (side: unknown) => asObject(side).var === fact;
  if (operator === 'and')
    return asList(operands)
      .map((part) => namedBy(fact, part))
      .find((named) => named !== undefined);
  if (operator === '==' && isFact(first) && isConstant(second)) return [String(second)];
  if (operator === '==' && isFact(second) && isConstant(first)) return [String(first)];
  if (operator === 'in' && isFact(first) && asList(second).every(isConstant))
    return asList(second).map(String);
  return undefined;
}

function isConstant(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

/** Creates the check for texts and files, which belong to types. None belongs to a site. */
function insideOf({ types, sites }: Limits, versions: readonly Documents[]) {
  if (types === undefined || sites !== undefined) return { text: () => false, file: () => false };
  const known = versions.flatMap((documents) =>
    typesOf(documents).map(({ key, folder }) => ({
      key,
      folder,
      fields: Object.keys(propertiesOf(documents, folder)),
    })),
  );
  const isOurs = (of: readonly { readonly key: string }[]) =>
    of.length > 0 && of.every(({ key }) => types.has(key));
  return {
    /** True for `forms.service.…`, `types.service.…`, and for texts of a field that only those types have. */
    text(key: string): boolean {
      const [part, name = ''] = key.split('.');
      if (part === 'forms' || part === 'types') return types.has(name);
      if (part !== 'fields' && part !== 'options') return false;
      return isOurs(known.filter(({ fields }) => fields.includes(name)));
    },
    file(path: string): boolean {
      const [, folder] = /^forms\/([^/]+)\/(?:schema|ui)\.json$/.exec(path) ?? [];
      return folder !== undefined && isOurs(known.filter((type) => type.folder === folder));
    },
  };
}

function byName(
  document: Json | undefined,
  { member, name }: { readonly member: string; readonly name: string },
): ReadonlyMap<string, Json> {
  const items = asList(asObject(document)[member]) as readonly Json[];
  return new Map(items.map((item, index) => [String(asObject(item)[name] ?? index), item]));
}

function hasOwnNames(document: Json | undefined, list: (typeof lists)[string]): boolean {
  return byName(document, list).size === asList(asObject(document)[list.member]).length;
}

function entriesOf(document: Json): ReadonlyMap<string, Json> {
  return new Map(Object.entries(asObject(document)) as [string, Json][]);
}
