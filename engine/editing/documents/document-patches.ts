import { getItemName } from '../../json-schema/item-name.ts';
import { isObject, isSameJson } from '../../json-schema/values.ts';
import type { Documents, Json } from '../../model/types.ts';
import type { Patch } from '../change.ts';

/**
 * Returns the patches that replace a document by `value`, or add it; empty if nothing differs. There is one
 * patch for each member that differs, at any depth, so that concurrent changes of other members are
 * preserved. A list or object whose members are in another order, and a list whose items have no unique
 * names, is replaced as a whole.
 */
export function createDocumentPatches(documents: Documents, file: string, value: Json): readonly Patch[] {
  const before = (documents as Readonly<Record<string, Json | undefined>>)[file];
  return createValuePatches(before, value, []).map((patch) => ({ file, ...patch }));
}

/** A patch without its file. */
type PathPatch = Omit<Patch, 'file'>;

/**
 * Returns the patches that change the value at a path from `before` to `after`; empty if they are equal. If
 * their members cannot be matched or are in another order, it is one patch.
 */
function createValuePatches(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly string[],
): readonly PathPatch[] {
  if (isSameJson(before, after)) return [];
  const [old, next] = [indexMembers(before), indexMembers(after)];
  const isAlike = Array.isArray(before) === Array.isArray(after);
  if (old === undefined || next === undefined || !isAlike || !hasSameOrder(old, next))
    return [createReplacementPatch(before, after, path)];
  const removed = [...old].filter(([key]) => !next.has(key));
  const retained = [...next].filter(([key]) => old.has(key));
  return [
    ...removed.map(([key, value]): PathPatch => ({ path: [...path, key], before: value })),
    ...retained.flatMap(([key, value]) => createValuePatches(old.get(key), value, [...path, key])),
    ...createAdditionPatches(old, next, path),
  ];
}

/** Creates one patch for the whole value at a path. An undefined `before` or `after` is left out. */
function createReplacementPatch(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly string[],
): PathPatch {
  return { path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

/**
 * Returns the patches that add the members that only `next` contains, each after its predecessor in `next`.
 */
function createAdditionPatches(
  old: ReadonlyMap<string, Json>,
  next: ReadonlyMap<string, Json>,
  path: readonly string[],
): readonly PathPatch[] {
  const keys = [...next.keys()];
  return [...next].flatMap(([key, after], at) =>
    old.has(key) ? [] : [{ path: [...path, key], after, behind: keys[at - 1] ?? null }],
  );
}

/**
 * Returns the members of an object by key, or those of a list by the names of its items. Undefined for any
 * other value, for an empty list, and if an item has no name or shares it.
 */
function indexMembers(value: Json | undefined): ReadonlyMap<string, Json> | undefined {
  if (isObject(value)) return new Map(Object.entries(value as Readonly<Record<string, Json>>));
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const named = (value as readonly Json[]).flatMap((item) => {
    const name = getItemName(item);
    return name === undefined ? [] : [[name, item] as const];
  });
  const members = new Map(named);
  return members.size === value.length ? members : undefined;
}

/**
 * Returns true if the members that both maps contain have the same order. Compares maps, because an object
 * would sort numeric keys first.
 */
function hasSameOrder(old: ReadonlyMap<string, Json>, next: ReadonlyMap<string, Json>): boolean {
  const [one, other] = [[...old.keys()], [...next.keys()]];
  return isSameJson(
    one.filter((key) => next.has(key)),
    other.filter((key) => old.has(key)),
  );
}
