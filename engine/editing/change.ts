import { isSameJson } from '../json-schema/values.ts';
import type { Documents, Json } from '../types.ts';
import { mergeLists } from './merge-lists.ts';

/**
 * One member of a document, set, added or taken away. What is absent before is added, what is absent after is taken away; with an empty
 * path it is the document itself.
 */
export interface Patch {
  /** Path below `schemas/`: `texts/en.json`. */
  readonly file: string;
  /** Keys from the root. In a list of objects a key is the item's `id`, else its `key`, its `name`, or its `const`: `['rules', 'site-119', 'then']`. */
  readonly path: readonly string[];
  /** What stood there for whoever made the change. */
  readonly before?: Json;
  readonly after?: Json;
  /** The key behind which something added stands; null: first; absent: last. */
  readonly behind?: string | null;
}

/** What a person does at once, under one name: undone and redone as a whole. */
export interface Change {
  /** Made by whoever makes the change (RFC 9562): a change that arrives twice counts once. */
  readonly id: string;
  /** What was done, to be worded: `{key: 'label', values: {field: 'Phone'}}`. */
  readonly title: ChangeTitle;
  readonly patches: readonly Patch[];
  /** What is typed into one place is undone as a whole: changes that follow each other under the same word. */
  readonly group?: string;
  /** The changes that this one takes back, or makes again. */
  readonly undoes?: readonly string[];
  readonly redoes?: readonly string[];
  /** The collision that it decides. */
  readonly settles?: string;
}

/** The name of a change, as the key of a text and what stands in it. */
export interface ChangeTitle {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Where a change meets what somebody else has made of the same place. */
export interface Conflict {
  readonly patch: Patch;
  /** What stands there now; absent: nothing. */
  readonly current?: Json;
}

/** What came of a change: the documents with it and what takes it back, or where it meets another's. */
export type Applied =
  | { readonly ok: true; readonly documents: Documents; readonly inverse: readonly Patch[] }
  | { readonly ok: false; readonly conflicts: readonly Conflict[] };

/**
 * Makes a change in documents, which stay as they are: the whole of it, or nothing. A place that no longer holds what the change was made
 * for is a conflict; lists that both sides changed in different items are put together.
 */
export function applyPatches(documents: Documents, patches: readonly Patch[]): Applied {
  const conflicts: Conflict[] = [];
  const inverse: Patch[] = [];
  let changed = documents;
  for (const patch of patches) {
    const root = (changed as { readonly [file: string]: Json | undefined })[patch.file];
    const current = valueAt(root, patch.path);
    const after = resolved(patch, current);
    if (after.isConflict) {
      conflicts.push(current === undefined ? { patch } : { patch, current });
      continue;
    }
    if (patch.path.length > 0 && !isContainer(valueAt(root, patch.path.slice(0, -1)))) {
      conflicts.push({ patch });
      continue;
    }
    const next = withValue(root, patch.path, after.value, patch.behind);
    inverse.unshift(inverseOf(patch, root, next));
    changed = withFile(changed, patch.file, next);
  }
  return conflicts.length > 0 ? { ok: false, conflicts } : { ok: true, documents: changed, inverse };
}

/** What stands at a place of a document; undefined: nothing. */
export function valueAt(root: Json | undefined, path: readonly string[]): Json | undefined {
  let value = root;
  for (const key of path) {
    if (Array.isArray(value)) value = value.find((item) => nameOf(item) === key);
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

function isContainer(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null;
}

/** What an item of a list is known by. */
export function nameOf(item: Json): string | undefined {
  if (!isObject(item)) return undefined;
  const name = item.id ?? item.key ?? item.name ?? item.const;
  return typeof name === 'string' || typeof name === 'number' ? String(name) : undefined;
}

type Resolved =
  | { readonly isConflict: true }
  | { readonly isConflict: false; readonly value: Json | undefined };

/** What a place is to hold: what the change says, or both sides' lists put together. */
function resolved({ before, after }: Patch, current: Json | undefined): Resolved {
  if (isSameJson(before, current)) return { isConflict: false, value: after };
  // Both did the same.
  if (isSameJson(after, current)) return { isConflict: false, value: after };
  if (!Array.isArray(before) || !Array.isArray(after) || !Array.isArray(current)) return { isConflict: true };
  const merged = mergeLists({ before, after, current });
  return merged === undefined ? { isConflict: true } : { isConflict: false, value: merged };
}

/**
 * What puts a place back as it was, where it stood. An item of a list that has another name afterwards is no longer found by the path
 * that it was changed by: then what holds it is put back, as far up as need be.
 */
function inverseOf({ file, path }: Patch, root: Json | undefined, next: Json | undefined): Patch {
  const inverse = inverseAt(file, path, root, next);
  const isFound =
    path.length === 0 || !path.some((_key, at) => Array.isArray(valueAt(root, path.slice(0, at))));
  const isBack = () => isSameJson(withValue(next, path, inverse.after, inverse.behind), root);
  return isFound || isBack() ? inverse : inverseOf({ file, path: path.slice(0, -1) }, root, next);
}

function inverseAt(
  file: string,
  path: readonly string[],
  root: Json | undefined,
  next: Json | undefined,
): Patch {
  const [current, after] = [valueAt(root, path), valueAt(next, path)];
  return {
    file,
    path,
    ...(after !== undefined && { before: after }),
    ...(current !== undefined && { after: current }),
    ...(after === undefined && path.length > 0 && { behind: siblingBefore(root, path) }),
  };
}

function siblingBefore(root: Json | undefined, path: readonly string[]): string | null {
  const keys = keysOf(valueAt(root, path.slice(0, -1)));
  return keys[keys.indexOf(path.at(-1) ?? '') - 1] ?? null;
}

function keysOf(container: Json | undefined): readonly string[] {
  if (Array.isArray(container)) return container.map((item) => nameOf(item) ?? '');
  return isObject(container) ? Object.keys(container) : [];
}

function withFile(documents: Documents, file: string, value: Json | undefined): Documents {
  if (value !== undefined) return { ...documents, [file]: value };
  const { [file]: _gone, ...rest } = documents;
  return rest;
}

function withValue(
  node: Json | undefined,
  [key, ...deeper]: readonly string[],
  value: Json | undefined,
  behind: string | null | undefined,
): Json | undefined {
  if (key === undefined) return value;
  const inner = valueAt(node, [key]);
  const next = deeper.length === 0 ? value : withValue(inner, deeper, value, behind);
  if (Array.isArray(node)) {
    const entries = node.map((item) => [nameOf(item) ?? '', item] as const);
    return placed(entries, [key, next], behind).map(([, item]) => item);
  }
  return Object.fromEntries(placed(Object.entries(node ?? {}), [key, next], behind));
}

/** Entries with one of them replaced where it stands, taken away, or added behind another. */
function placed(
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
