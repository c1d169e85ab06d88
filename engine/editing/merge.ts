import { getItemName } from '../json-schema/item-name.ts';
import { isObject, isSameJson } from '../json-schema/values.ts';
import type { Documents, Json } from '../model/types.ts';

import { mergeLists } from './merge-lists.ts';

export interface MergeSides {
  readonly base: Documents;
  readonly ours: Documents;
  readonly theirs: Documents;
  /** The side whose value is used in a conflict; absent: theirs. The conflict is reported in any case. */
  readonly prefer?: 'ours' | 'theirs';
}

/** A member that both sides changed differently. An absent value means that the member does not exist. */
export interface MergeConflict {
  readonly file: string;
  /** The keys from the root, as in a `Patch`. */
  readonly path: readonly string[];
  readonly base?: Json;
  readonly ours?: Json;
  readonly theirs?: Json;
}

interface MergeResult {
  readonly documents: Documents;
  readonly conflicts: readonly MergeConflict[];
}

/**
 * Merges two versions that were made from `base`, member by member. Members of objects are matched by key,
 * list items by their name, and items that are texts or numbers by their value; the order is that of the side
 * that moved something. Every other list counts as one value. A member that only one side changed has the
 * value of that side; one that both changed differently is a conflict, and so is an object or a list in which
 * both moved something.
 */
export function mergeDocuments({ base, ours, theirs, prefer = 'theirs' }: MergeSides): MergeResult {
  const conflicts: MergeConflict[] = [];
  const [before, mine, others] = [base, ours, theirs].map(toMembers);
  const files = new Set([base, theirs, ours].flatMap((documents) => Object.keys(documents)));
  const merged = [...files].flatMap((file) => {
    const sides = { base: before?.get(file), ours: mine?.get(file), theirs: others?.get(file) };
    const value = mergeValue(sides, [], {
      prefer,
      onConflict: (path, { base, ours, theirs }) =>
        conflicts.push({
          file,
          path,
          ...(base !== undefined && { base }),
          ...(ours !== undefined && { ours }),
          ...(theirs !== undefined && { theirs }),
        }),
    });
    return value === undefined ? [] : [[file, value] as const];
  });
  return { documents: Object.fromEntries(merged), conflicts };
}

interface ValueSides {
  readonly base: Json | undefined;
  readonly ours: Json | undefined;
  readonly theirs: Json | undefined;
}

interface MergeOptions {
  readonly prefer: 'ours' | 'theirs';
  readonly onConflict: (path: readonly string[], sides: ValueSides) => void;
}

/**
 * Returns the merged value at a path and reports its conflicts to `options.onConflict`. Undefined if the
 * member is removed.
 */
function mergeValue(sides: ValueSides, path: readonly string[], options: MergeOptions): Json | undefined {
  const { base, ours, theirs } = sides;
  if (isSameJson(ours, theirs) || isSameJson(base, theirs)) return ours;
  if (isSameJson(base, ours)) return theirs;
  const members = matchMembers(sides, path.at(-1));
  if (members === undefined) {
    options.onConflict(path, sides);
    return sides[options.prefer];
  }
  const keys = new Set([...members.base.keys(), ...members.ours.keys(), ...members.theirs.keys()]);
  const values = [...keys].flatMap((key) => {
    const inner = {
      base: members.base.get(key),
      ours: members.ours.get(key),
      theirs: members.theirs.get(key),
    };
    const value = mergeValue(inner, [...path, key], options);
    return value === undefined ? [] : [[key, value] as const];
  });
  const order = mergeOrder(members);
  if (order === undefined) options.onConflict(path, sides);
  const merged = sortMembers(new Map(values), order ?? [...members[options.prefer].keys()], members);
  return Array.isArray(ours) ? merged.map(([, item]) => item) : Object.fromEntries(merged);
}

type MembersByKey = ReadonlyMap<string, Json>;

interface MemberSides {
  readonly base: MembersByKey;
  readonly ours: MembersByKey;
  readonly theirs: MembersByKey;
}

/**
 * Returns the members of all three values by key or name; undefined if they cannot be matched, so that the
 * value is not divided. `key` is the key of the value in its parent: under an operator such as `in`, list
 * items are not matched by their values.
 */
function matchMembers({ base, ours, theirs }: ValueSides, key: string | undefined): MemberSides | undefined {
  const all = [base, ours, theirs];
  const maps = all.every(isObject)
    ? all.map(toMembers)
    : all.every((one) => Array.isArray(one))
      ? (indexLists(all, getItemName) ??
        (key !== undefined && operatorPattern.test(key) ? undefined : indexLists(all, getScalarKey)))
      : undefined;
  const [one, two, three] = maps ?? [];
  return one && two && three && { base: one, ours: two, theirs: three };
}

/** Returns the members of an object by key. */
function toMembers(object: unknown): MembersByKey {
  return new Map(Object.entries(object as Readonly<Record<string, Json>>));
}

/** The operands of a condition or a calculation are positional. They are not a list of choices. */
const operatorPattern = /^(?:\W+|in|and|or|some|all|none|cat|days|months|years)$/;

/** Returns the JSON text of a list item that is a string or number; undefined for any other item. */
function getScalarKey(item: Json): string | undefined {
  return typeof item === 'string' || typeof item === 'number' ? JSON.stringify(item) : undefined;
}

/**
 * Indexes lists by the names of their items; undefined if a list has an item without a name or two with the
 * same name.
 */
function indexLists(
  lists: readonly (readonly Json[])[],
  getName: (item: Json) => string | undefined,
): readonly MembersByKey[] | undefined {
  const maps = lists.map((list) => new Map(list.map((item) => [getName(item), item])));
  const areNamesUnique = maps.every((map, index) => !map.has(undefined) && map.size === lists[index]?.length);
  return areNamesUnique ? (maps as readonly Map<string, Json>[]) : undefined;
}

/** Returns the merged order of the keys; undefined if both sides moved something. */
function mergeOrder({ base, ours, theirs }: MemberSides): readonly string[] | undefined {
  const [before, after, current] = [[...base.keys()], [...ours.keys()], [...theirs.keys()]];
  if (isSameJson(before, after)) return current;
  if (isSameJson(before, current)) return after;
  return mergeLists({ before, after, current }) as readonly string[] | undefined;
}

/**
 * Returns members sorted by an order. A member that is missing in the order follows its nearest predecessor
 * in `theirs`, or in `ours` if `theirs` lacks it, or comes first.
 */
function sortMembers(
  values: MembersByKey,
  order: readonly string[],
  { ours, theirs }: MemberSides,
): readonly (readonly [string, Json])[] {
  const placed = order.filter((key) => values.has(key));
  const known = new Set(placed);
  for (const side of [theirs, ours].map((members) => [...members.keys()]))
    for (const [index, key] of side.entries()) {
      if (!values.has(key) || known.has(key)) continue;
      const previous = side.slice(0, index).findLast((one) => known.has(one));
      placed.splice(previous === undefined ? 0 : placed.indexOf(previous) + 1, 0, key);
      known.add(key);
    }
  return placed.flatMap((key) => {
    const value = values.get(key);
    return value === undefined ? [] : [[key, value] as const];
  });
}
