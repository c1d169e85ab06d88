import { type Form, postNames, typeField, type Values } from '#engine';
import { getValueAt } from '#engine/json-schema/pointers.ts';
import { asObject, isObject } from '#engine/json-schema/values.ts';
import { toDraftValue } from '#engine/resolve/draft-values.ts';
import type { PostedBranch, PostedBranches } from '../../../contact/section-data.ts';
import {
  deepestNesting,
  isWithinDepth,
  type PostedListChange,
  readBranchChoices,
  readListChange,
  replaceAt,
} from './posted-nested.ts';
import type { PostedForm } from './read-post.ts';

/** The selected branches of forms, by the ids of their types. */
export type BranchesOfTypes = Readonly<Record<string, PostedBranches>>;

/**
 * Returns the id of the type whose form was posted, empty if the post names none. The visitor may have
 * selected another type in it.
 */
export function getRenderedType({ texts }: PostedForm): string {
  return (texts.get(postNames.drawnType) ?? texts.get(typeField))?.[0] ?? '';
}

/**
 * Returns the selected branches of all types after a post: those that its controls name, and the others from
 * its hidden field. `left` contains what was entered in a branch before another one was selected, except
 * passwords. Where another branch was selected, the branches inside are left out.
 * @param values The posted values.
 */
export function collectBranches(form: Form, posted: PostedForm, values: Values): BranchesOfTypes {
  const previous = readHiddenBranches(posted);
  const type = getRenderedType(posted);
  const branches = new Map(Object.entries(asObject(previous[type]) as PostedBranches));
  for (const { pointer, drawn, chosen } of readBranchChoices(posted.texts)) {
    const { left = {} } = branches.get(pointer) ?? {};
    if (drawn === chosen) {
      branches.set(pointer, { branch: chosen, left });
      continue;
    }
    // The new branch may contain different inner branches.
    for (const inner of branches.keys()) if (inner.startsWith(`${pointer}/`)) branches.delete(inner);
    const path = pointer.split('/');
    const value = toDraftValue(form, path, getValueAt(values, path));
    branches.set(pointer, {
      branch: chosen,
      left: { ...left, ...(value !== undefined && { [drawn]: value }) },
    });
  }
  return branches.size === 0 ? previous : { ...previous, [type]: Object.fromEntries(branches) };
}

/**
 * Returns the values after other branches were selected. An object keeps its properties, because both
 * branches may have them, and gets back those it lacks that were entered earlier in the newly selected
 * branch. Any other value is replaced by the earlier one, undefined if there is none.
 */
export function applyBranchValues(values: Values, posted: PostedForm, branches: BranchesOfTypes): Values {
  const { [getRenderedType(posted)]: ofType = {} } = branches;
  const changes = readBranchChoices(posted.texts).filter(({ drawn, chosen }) => drawn !== chosen);
  return changes.reduce<Values>((changed, { pointer, chosen }) => {
    const before = ofType[pointer]?.left[chosen];
    /** Returns an object with its missing earlier properties; for any other value the earlier value. */
    const restoreEarlierValue = (value: unknown) =>
      isObject(value) ? { ...asObject(before), ...value } : before;
    return asObject(replaceAt(changed, pointer.split('/'), restoreEarlierValue));
  }, values);
}

/**
 * Returns the branches after an item was removed from a list: the indexes of later items are one lower. Other
 * posts change nothing.
 */
export function moveListBranches(branches: BranchesOfTypes, posted: PostedForm): BranchesOfTypes {
  const [change, type] = [readListChange(posted.texts), getRenderedType(posted)];
  const { [type]: ofType } = branches;
  if (change?.action !== 'remove' || ofType === undefined) return branches;
  return { ...branches, [type]: shiftItemPointers(ofType, change) };
}

/**
 * Returns the branches without those of the removed item, and with an index lowered by one in the pointers of
 * later items.
 */
function shiftItemPointers(branches: PostedBranches, change: PostedListChange): PostedBranches {
  const [list, removed] = [change.path.slice(0, -1), Number(change.path.at(-1))];
  const moved = Object.entries(branches).flatMap(([pointer, branch]) => {
    const path = pointer.split('/');
    const index = Number(path[list.length]);
    const isInside = list.every((step, at) => path[at] === step) && path.length > list.length;
    if (!isInside || index < removed) return [[pointer, branch] as const];
    if (index === removed) return [];
    return [[[...list, index - 1, ...path.slice(list.length + 1)].join('/'), branch] as const];
  });
  return Object.fromEntries(moved);
}

/**
 * Returns the branches of the hidden field; empty if there is none. It is untrusted: anything that a page
 * does not write is ignored.
 */
function readHiddenBranches({ texts }: PostedForm): BranchesOfTypes {
  const [text = '{}'] = texts.get(postNames.branches) ?? [];
  const ofTypes = Object.entries(parseObjectOrEmpty(text));
  return Object.fromEntries(
    ofTypes.map(([type, posted]) => [type, Object.fromEntries(pickValidBranches(asObject(posted)))]),
  );
}

/** Returns the entries of branches that are well-formed and not nested too deeply; others are left out. */
function pickValidBranches(
  branches: Readonly<Record<string, unknown>>,
): readonly (readonly [string, PostedBranch])[] {
  return Object.entries(branches).flatMap(([pointer, posted]) => {
    const { branch, left } = asObject(posted);
    const isValid = typeof branch === 'number' && Number.isInteger(branch) && branch >= 0 && isObject(left);
    return isValid && isWithinDepth(deepestNesting, left) ? [[pointer, { branch, left }] as const] : [];
  });
}

/** Parses a JSON object; returns an empty one for any other text. */
function parseObjectOrEmpty(text: string): Readonly<Record<string, unknown>> {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return {};
  }
}
