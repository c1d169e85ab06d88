import { type Form, postNames, type Values } from '#engine';
import { draftValueAt } from '#engine/draft-values.ts';
import { valueAt } from '#engine/json-schema/pointers.ts';
import { asObject, isObject } from '#engine/json-schema/values.ts';
import type { PostedBranch } from '../../contact/section-data.ts';
import { branchChoices, changedAt, deepest, isWithin, type ListChange } from './posted-nested.ts';
import type { Posted } from './read-post.ts';

/** The branches of a form that is posted again and again, by the places of their values: `{'boat/engine': {…}}`. */
export type PostedBranches = Readonly<Record<string, PostedBranch>>;

/**
 * Returns the branches after a post: those that it names, and of others what it brings along, hidden. What was entered in a branch that
 * is left is in `left`, but a password.
 *
 * @param values - what was posted.
 */
export function branchesAfter(form: Form, posted: Posted, values: Values): PostedBranches {
  const branches = new Map(keptBranches(posted));
  for (const { pointer, drawn, chosen } of branchChoices(posted.texts)) {
    const { left = {} } = branches.get(pointer) ?? {};
    if (drawn === chosen) {
      branches.set(pointer, { branch: chosen, left });
      continue;
    }
    // Other branches may stand inside the next one.
    for (const inner of branches.keys()) if (inner.startsWith(`${pointer}/`)) branches.delete(inner);
    const path = pointer.split('/');
    const value = draftValueAt(form, path, valueAt(values, path));
    branches.set(pointer, {
      branch: chosen,
      left: { ...left, ...(value !== undefined && { [drawn]: value }) },
    });
  }
  return Object.fromEntries(branches);
}

/**
 * Returns values without what stands in branches that the visitor left; of an object the other branch may have some properties as well.
 * A branch to which they return has what was entered in it, with newer values of what both have.
 */
export function valuesOfBranches(values: Values, posted: Posted, branches: PostedBranches): Values {
  const changes = branchChoices(posted.texts).filter(({ drawn, chosen }) => drawn !== chosen);
  return changes.reduce<Values>((changed, { pointer, chosen }) => {
    const before = branches[pointer]?.left[chosen];
    const next = (value: unknown) => (isObject(value) ? { ...asObject(before), ...value } : before);
    return asObject(changedAt(changed, pointer.split('/'), next));
  }, values);
}

/** Returns the branches of a form in which an item was taken out of a list: those behind it move up. */
export function branchesOfList(branches: PostedBranches, change: ListChange | undefined): PostedBranches {
  if (change?.action !== 'remove') return branches;
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

/** What travels along hidden, of the shape that a page writes: anything may stand there. */
function keptBranches({ texts }: Posted): readonly (readonly [pointer: string, branch: PostedBranch])[] {
  const [text = '{}'] = texts.get(postNames.branches) ?? [];
  return Object.entries(parsed(text)).flatMap(([pointer, kept]) => {
    const { branch, left } = asObject(kept);
    const isKept = typeof branch === 'number' && Number.isInteger(branch) && branch >= 0 && isObject(left);
    return isKept && isWithin(deepest, left) ? [[pointer, { branch, left }] as const] : [];
  });
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return {};
  }
}
