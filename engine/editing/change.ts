import { getItemName } from '../json-schema/item-name.ts';
import { isSameJson } from '../json-schema/values.ts';
import type { Documents, Json } from '../model/types.ts';
import { mergeLists } from './merge-lists.ts';

/**
 * A change of one member of a document. The member is added if `before` is absent, and removed if `after` is
 * absent. With an empty path it is the whole document.
 */
export interface Patch {
  /** The path below `schemas/`: `texts/en.json`. */
  readonly file: string;
  /**
   * The keys from the root. In a list of objects, the key of an item is its `id`, else its `key`, its `name`,
   * its `const` or its `path`: `['rules', 'site-119', 'then']`.
   */
  readonly path: readonly string[];
  /** The value that the author of the change saw. */
  readonly before?: Json;
  readonly after?: Json;
  /** The key after which an added member is inserted; null: first; absent: last. */
  readonly behind?: string | null;
}

/** One action of a person, which is undone and redone as a whole. */
export interface Change {
  /** A UUID (RFC 9562) created with the change. A change that is received twice is applied once. */
  readonly id: string;
  /** The description of the action, as a message key: `{key: 'label', values: {field: 'Phone'}}`. */
  readonly title: ChangeTitle;
  readonly patches: readonly Patch[];
  /** Consecutive changes with the same group are undone together, for example the keystrokes in one input. */
  readonly group?: string;
  /** The ids of the changes that this change undoes. */
  readonly undoes?: readonly string[];
  /** The ids of the changes that this change redoes. */
  readonly redoes?: readonly string[];
  /** The id of the change in conflict about which this change decides. */
  readonly settles?: string;
}

export interface ChangeTitle {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** A patch that cannot be applied, because somebody else changed the same member or removed its parent. */
export interface PatchConflict {
  readonly patch: Patch;
  /** The value of the member now; absent if there is none. */
  readonly current?: Json;
}

/** The changed documents and the patches that undo the change in this order, or all conflicts. */
export type PatchResult =
  | { readonly ok: true; readonly documents: Documents; readonly inverse: readonly Patch[] }
  | { readonly ok: false; readonly conflicts: readonly PatchConflict[] };

/**
 * Applies all patches to a copy of the documents, one after the other, or none. It is a conflict if a member
 * has neither the expected nor the new value, or if its parent is missing. Lists that both sides changed in
 * different items are merged.
 */
export function applyPatches(documents: Documents, patches: readonly Patch[]): PatchResult {
  const conflicts: PatchConflict[] = [];
  const inverse: Patch[] = [];
  let changed = documents;
  for (const patch of patches) {
    const root = (changed as { readonly [file: string]: Json | undefined })[patch.file];
    const current = getValueAtPath(root, patch.path);
    const after =
      patch.path.length === 0 && isBegunList(patch, current)
        ? { isConflict: false, value: current }
        : resolvePatchedValue(patch, current);
    if (after.isConflict) {
      conflicts.push(current === undefined ? { patch } : { patch, current });
      continue;
    }
    if (patch.path.length > 0 && !isObjectOrArray(getValueAtPath(root, patch.path.slice(0, -1)))) {
      conflicts.push({ patch });
      continue;
    }
    const next = setValueAtPath(root, patch.path, after.value, patch.behind);
    inverse.unshift(createInverse(patch, root, next));
    changed = replaceDocument(changed, patch.file, next);
  }
  return conflicts.length > 0 ? { ok: false, conflicts } : { ok: true, documents: changed, inverse };
}

/**
 * Returns the value at a path, with the names of list items as in `Patch.path`; undefined if there is none.
 */
export function getValueAtPath(root: Json | undefined, path: readonly string[]): Json | undefined {
  let value = root;
  for (const key of path) {
    if (Array.isArray(value)) value = value.find((item) => getItemName(item) === key);
    else if (isObject(value)) value = Object.hasOwn(value, key) ? value[key] : undefined;
    else return undefined;
  }
  return value;
}

interface JsonObject {
  readonly [key: string]: Json;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isObjectOrArray(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null;
}

/**
 * Returns true if a patch adds a document that is a list and is there already, because two people began to edit
 * the list at once. Its entries stay as they are; the other patches of the change say what is different.
 */
function isBegunList({ before, after }: Patch, current: Json | undefined): boolean {
  return before === undefined && Array.isArray(after) && Array.isArray(current);
}

type ResolvedValue =
  | { readonly isConflict: true }
  | { readonly isConflict: false; readonly value: Json | undefined };

/**
 * Returns the new value of a member: that of the patch, or the merged lists of both sides. It is a conflict
 * if `current` is neither the expected nor the new value and no lists can be merged.
 */
function resolvePatchedValue({ before, after }: Patch, current: Json | undefined): ResolvedValue {
  if (isSameJson(before, current)) return { isConflict: false, value: after };
  // Both sides made the same change.
  if (isSameJson(after, current)) return { isConflict: false, value: after };
  if (!Array.isArray(before) || !Array.isArray(after) || !Array.isArray(current)) return { isConflict: true };
  const merged = mergeLists({ before, after, current });
  return merged === undefined ? { isConflict: true } : { isConflict: false, value: merged };
}

/**
 * Creates the patch that restores a member at its position. If the change renamed a list item, its path is no
 * longer valid; then the nearest ancestor with a valid path is restored.
 */
function createInverse({ file, path }: Patch, root: Json | undefined, next: Json | undefined): Patch {
  const inverse = createInverseAt(file, path, root, next);
  const isPathStable =
    path.length === 0 || !path.some((_key, at) => Array.isArray(getValueAtPath(root, path.slice(0, at))));
  /** Returns true if the inverse patch changes `next` back to `root`. */
  const restoresRoot = () => isSameJson(setValueAtPath(next, path, inverse.after, inverse.behind), root);
  return isPathStable || restoresRoot()
    ? inverse
    : createInverse({ file, path: path.slice(0, -1) }, root, next);
}

/**
 * Creates the patch that changes the value at a path of `next` back to that of `root`. A member that was
 * removed is inserted at its former position.
 */
function createInverseAt(
  file: string,
  path: readonly string[],
  root: Json | undefined,
  next: Json | undefined,
): Patch {
  const [current, after] = [getValueAtPath(root, path), getValueAtPath(next, path)];
  return {
    file,
    path,
    ...(after !== undefined && { before: after }),
    ...(current !== undefined && { after: current }),
    ...(after === undefined && path.length > 0 && { behind: findPreviousKey(root, path) }),
  };
}

/** Returns the key of the member before that at a path; null if it is the first or does not exist. */
function findPreviousKey(root: Json | undefined, path: readonly string[]): string | null {
  const keys = listMemberKeys(getValueAtPath(root, path.slice(0, -1)));
  return keys[keys.indexOf(path.at(-1) ?? '') - 1] ?? null;
}

/**
 * Returns the keys of an object, or the keys of the items of a list; an item without a key has an empty one.
 * Other values have none.
 */
function listMemberKeys(container: Json | undefined): readonly string[] {
  if (Array.isArray(container)) return container.map((item) => getItemName(item) ?? '');
  return isObject(container) ? Object.keys(container) : [];
}

/** Returns the documents with one replaced, or removed if `value` is undefined. */
function replaceDocument(documents: Documents, file: string, value: Json | undefined): Documents {
  if (value !== undefined) return { ...documents, [file]: value };
  const { [file]: _gone, ...rest } = documents;
  return rest;
}

/**
 * Returns a copy of a value in which the member at a path is replaced, added after the member `behind`, or
 * removed if `value` is undefined. With an empty path, returns `value`.
 */
function setValueAtPath(
  node: Json | undefined,
  [key, ...deeper]: readonly string[],
  value: Json | undefined,
  behind: string | null | undefined,
): Json | undefined {
  if (key === undefined) return value;
  const inner = getValueAtPath(node, [key]);
  const next = deeper.length === 0 ? value : setValueAtPath(inner, deeper, value, behind);
  if (Array.isArray(node)) {
    const entries = node.map((item) => [getItemName(item) ?? '', item] as const);
    return replaceEntry(entries, [key, next], behind).map(([, item]) => item);
  }
  return Object.fromEntries(replaceEntry(Object.entries(node ?? {}), [key, next], behind));
}

/**
 * Returns entries in which the one with the key is replaced, removed if it has no value, or inserted after
 * the key `behind` (null: first; undefined or unknown: last).
 */
function replaceEntry(
  entries: readonly (readonly [string, Json])[],
  [key, value]: readonly [string, Json | undefined],
  behind: string | null | undefined,
): readonly (readonly [string, Json])[] {
  const at = entries.findIndex(([name]) => name === key);
  if (value === undefined) return entries.filter((_entry, index) => index !== at);
  if (at >= 0) return entries.with(at, [key, value]);
  if (behind === null) return [[key, value], ...entries];
  const anchor = behind === undefined ? -1 : entries.findIndex(([name]) => name === behind);
  return anchor < 0 ? [...entries, [key, value]] : entries.toSpliced(anchor + 1, 0, [key, value]);
}
