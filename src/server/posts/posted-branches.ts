import { type Form, postNames, typeField, type Values } from '#engine';
import { draftValueAt } from '#engine/draft-values.ts';
import { valueAt } from '#engine/json-schema/pointers.ts';
import { asObject, isObject } from '#engine/json-schema/values.ts';
import type { PostedBranch, PostedBranches } from '../../contact/section-data.ts';
import { branchChoices, changedAt, deepest, isWithin, type ListChange, listChange } from './posted-nested.ts';
import type { Posted } from './read-post.ts';

/** The branches of the forms that are posted again and again, by the ids of their enquiry types. */
export type BranchesOfTypes = Readonly<Record<string, PostedBranches>>;

/** Returns the id of the type whose form was posted: its visitor may ask for another. */
export function drawnTypeOf({ texts }: Posted): string {
  return (texts.get(postNames.drawnType) ?? texts.get(typeField))?.[0] ?? '';
}

/**
 * Returns the branches after a post: those that it names, and of others, of other types too, what it brings along, hidden. What was entered
 * in a branch that is left is in `left`, but a password.
 *
 * @param values - what was posted.
 */
export function branchesAfter(form: Form, posted: Posted, values: Values): BranchesOfTypes {
  const kept = keptBranches(posted);
  const type = drawnTypeOf(posted);
  const branches = new Map(Object.entries(asObject(kept[type]) as PostedBranches));
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
  return branches.size === 0 ? kept : { ...kept, [type]: Object.fromEntries(branches) };
}

/**
 * Returns values without what stands in branches that the visitor left; of an object the other branch may have some properties as well.
 * A branch to which they return has what was entered in it, with newer values of what both have.
 */
export function valuesOfBranches(values: Values, posted: Posted, branches: BranchesOfTypes): Values {
  const { [drawnTypeOf(posted)]: ofType = {} } = branches;
  const changes = branchChoices(posted.texts).filter(({ drawn, chosen }) => drawn !== chosen);
  return changes.reduce<Values>((changed, { pointer, chosen }) => {
    const before = ofType[pointer]?.left[chosen];
    const next = (value: unknown) => (isObject(value) ? { ...asObject(before), ...value } : before);
    return asObject(changedAt(changed, pointer.split('/'), next));
  }, values);
}

/** Returns the branches after an item was taken out of a list of the form that was posted: those behind it move up. */
export function branchesOfList(branches: BranchesOfTypes, posted: Posted): BranchesOfTypes {
  const [change, type] = [listChange(posted.texts), drawnTypeOf(posted)];
  const { [type]: ofType } = branches;
  if (change?.action !== 'remove' || ofType === undefined) return branches;
  return { ...branches, [type]: movedUp(ofType, change) };
}

function movedUp(branches: PostedBranches, change: ListChange): PostedBranches {
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

/** Returns the branches that travel along hidden. Anything may stand there: what no page writes is left out. */
function keptBranches({ texts }: Posted): BranchesOfTypes {
  const [text = '{}'] = texts.get(postNames.branches) ?? [];
  const ofTypes = Object.entries(parsed(text));
  return Object.fromEntries(
    ofTypes.map(([type, kept]) => [type, Object.fromEntries(keptOf(asObject(kept)))]),
  );
}

function keptOf(branches: Readonly<Record<string, unknown>>): readonly (readonly [string, PostedBranch])[] {
  return Object.entries(branches).flatMap(([pointer, kept]) => {
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
