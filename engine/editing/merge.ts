import { isObject, isSameJson } from '../json-schema/values.ts';
import type { Documents, Json } from '../types.ts';
import { nameOf } from './change.ts';
import { mergeLists } from './merge-lists.ts';

/** Documents as they were, and what two sides have made of them. */
export interface MergeSides {
  readonly base: Documents;
  readonly ours: Documents;
  readonly theirs: Documents;
  /** Whose word stands where both changed the same; absent: theirs. It is a conflict all the same. */
  readonly prefer?: 'ours' | 'theirs';
}

/** A place that both sides changed, each in another way. What is absent is not there. */
export interface MergeConflict {
  /** Path below `schemas/`: `texts/en.json`. */
  readonly file: string;
  /** Keys from the root, as those of a `Patch`. */
  readonly path: readonly string[];
  readonly base?: Json;
  readonly ours?: Json;
  readonly theirs?: Json;
}

/** Two sides put together, and where they meet. */
interface Merged {
  readonly documents: Documents;
  readonly conflicts: readonly MergeConflict[];
}

/**
 * Puts together what two sides made of the same documents, member by member: those of objects by their keys, items of lists by what they
 * are known by, choices and names of fields by what they say, in the order of the side that moved something; any other list and every
 * text as a whole. What one side alone changed is as that side has it; what both changed in different ways is a conflict.
 */
export function merge({ base, ours, theirs, prefer = 'theirs' }: MergeSides): Merged {
  const conflicts: MergeConflict[] = [];
  const [before, mine, others] = [base, ours, theirs].map(entriesOf);
  const files = new Set([base, theirs, ours].flatMap((documents) => Object.keys(documents)));
  const merged = [...files].flatMap((file) => {
    const sides = { base: before?.get(file), ours: mine?.get(file), theirs: others?.get(file) };
    const value = mergedValue(sides, [], {
      prefer,
      onConflict: (path, { base, ours, theirs }) =>
        conflicts.push({
          ...{ file, path },
          ...(base !== undefined && { base }),
          ...(ours !== undefined && { ours }),
          ...(theirs !== undefined && { theirs }),
        }),
    });
    return value === undefined ? [] : [[file, value] as const];
  });
  return { documents: Object.fromEntries(merged), conflicts };
}

/** One value as three documents have it. */
interface Sides {
  readonly base: Json | undefined;
  readonly ours: Json | undefined;
  readonly theirs: Json | undefined;
}

interface Merging {
  readonly prefer: 'ours' | 'theirs';
  readonly onConflict: (path: readonly string[], sides: Sides) => void;
}

function mergedValue(sides: Sides, path: readonly string[], merging: Merging): Json | undefined {
  const { base, ours, theirs } = sides;
  if (isSameJson(ours, theirs) || isSameJson(base, theirs)) return ours;
  if (isSameJson(base, ours)) return theirs;
  const members = membersOfAll(sides, path.at(-1));
  if (members === undefined) {
    merging.onConflict(path, sides);
    return sides[merging.prefer];
  }
  const keys = new Set([...members.base.keys(), ...members.ours.keys(), ...members.theirs.keys()]);
  const values = [...keys].flatMap((key) => {
    const inner = {
      ...{ base: members.base.get(key), ours: members.ours.get(key), theirs: members.theirs.get(key) },
    };
    const value = mergedValue(inner, [...path, key], merging);
    return value === undefined ? [] : [[key, value] as const];
  });
  const order = mergedOrder(members);
  if (order === undefined) merging.onConflict(path, sides);
  const merged = inOrder(new Map(values), order ?? [...members[merging.prefer].keys()], members);
  return Array.isArray(ours) ? merged.map(([, item]) => item) : Object.fromEntries(merged);
}

type Members = ReadonlyMap<string, Json>;

interface MembersOfAll {
  readonly base: Members;
  readonly ours: Members;
  readonly theirs: Members;
}

/** What can be told apart in all three; undefined: one of them has to stand as a whole. */
function membersOfAll({ base, ours, theirs }: Sides, key: string | undefined): MembersOfAll | undefined {
  const all = [base, ours, theirs];
  const maps = all.every(isObject)
    ? all.map(entriesOf)
    : all.every((one) => Array.isArray(one))
      ? (itemsBy(all, nameOf) ?? (key !== undefined && operator.test(key) ? undefined : itemsBy(all, saidBy)))
      : undefined;
  const [one, two, three] = maps ?? [];
  return one && two && three && { base: one, ours: two, theirs: three };
}

function entriesOf(object: unknown): Members {
  return new Map(Object.entries(object as Readonly<Record<string, Json>>));
}

/** What stands under an operator of a condition or a calculation has its place there, and is no list of choices. */
const operator = /^(?:\W+|in|and|or|some|all|none|cat|days|months|years)$/;

/** What an item of a list of choices, or of names of fields, is known by: itself. */
function saidBy(item: Json): string | undefined {
  return typeof item === 'string' || typeof item === 'number' ? JSON.stringify(item) : undefined;
}

/** Lists whose items each have a name of their own. */
function itemsBy(
  lists: readonly (readonly Json[])[],
  named: (item: Json) => string | undefined,
): readonly Members[] | undefined {
  const maps = lists.map((list) => new Map(list.map((item) => [named(item), item])));
  const isTold = maps.every((map, index) => !map.has(undefined) && map.size === lists[index]?.length);
  return isTold ? (maps as readonly Map<string, Json>[]) : undefined;
}

/** The order of what both sides have; undefined: each moved something. */
function mergedOrder({ base, ours, theirs }: MembersOfAll): readonly string[] | undefined {
  const [before, after, current] = [[...base.keys()], [...ours.keys()], [...theirs.keys()]];
  if (isSameJson(before, after)) return current;
  if (isSameJson(before, current)) return after;
  return mergeLists({ before, after, current }) as readonly string[] | undefined;
}

/** Members in an order; one that the order does not know stands behind what it stands behind on a side that has it. */
function inOrder(
  values: Members,
  order: readonly string[],
  { ours, theirs }: MembersOfAll,
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
