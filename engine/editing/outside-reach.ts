import { asList, asObject, isSameJson } from '../json-schema/values.ts';
import type { Documents, Json } from '../types.ts';
import { applyPatches, type Patch } from './change.ts';
import { propertiesOf, typesOf } from './outline.ts';
import { isNameKey } from './words.ts';

/** The keys of the enquiry types and the ids of the sites that somebody is limited to; absent: limited to none. */
interface Reach {
  readonly types?: readonly string[] | undefined;
  readonly sites?: readonly string[] | undefined;
}

/**
 * What of a change lies outside the types and sites that somebody is limited to, by name: `texts/de.json: submit`; empty where nothing
 * does, or they are limited to nothing (docs/studio.md, "People").
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
      // Of two items of one name it could not be told which is which.
      const isTold = [old, next].every((document) => hasOwnNames(document, list));
      const rest = isTold && isSameJson(kept[0], kept[1]) ? [] : [file];
      return [...rest, ...differing(byName(old, list), byName(next, list), list.isInside(limits), file)];
    }
    if (/^texts\/[^/]+\.json$/.test(file) && old !== undefined && next !== undefined)
      return differing(entriesOf(old), entriesOf(next), (_text, key) => inside.text(key), file);
    return inside.file(file) ? [] : [file];
  });
}

/** The parts of documents that somebody may change. */
export interface Scope {
  /** Tells whether a text, or the name of a type, may be changed, by its key. */
  readonly mayText: (key: string) => boolean;
  /** Tells whether a rule may be changed, as it is written. */
  readonly mayRule: (rule: unknown) => boolean;
  /** Tells whether a document, or something in it, may be changed. */
  readonly mayFile: (file: string) => boolean;
  /** Tells whether a change may be made as it is. */
  readonly mayPatch: (patches: readonly Patch[]) => boolean;
}

/** Returns what of documents is inside the types and sites that somebody is limited to, by the same rule as `outsideReach`. */
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

/** Whether something stands inside, as it was and as it is to be. */
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

/** Documents that are a list: what tells its items apart, and when one is inside. Their order decides nothing. */
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

/** A rule that holds for those types, or on those sites, alone; or that does nothing but leave those types out. */
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

/** The values that a condition asks a fact to have; undefined: it holds for others, too. */
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

/** Whether texts and files are of the types alone; none is of a site. */
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
    /** `forms.service.…`, `types.service.…`, and what is said of a field that no other type has. */
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
