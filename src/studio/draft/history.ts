import type { Json } from '#engine';
import type { Change, Patch } from '#engine/editing/index.ts';
import { isSameJson } from '#engine/json-schema/values.ts';
import type { AcceptedChange } from '../../api/studio.ts';

/** A change and the patches that revert it. */
export interface RevertibleChange {
  readonly change: Change;
  readonly inverse: readonly Patch[];
}

/** One entry of the undo history. Text typed into one field is one step. */
export interface UndoStep {
  readonly title: Change['title'];
  /** The ids of its changes. */
  readonly changes: readonly string[];
  /** The patches that revert it, in order. */
  readonly patches: readonly Patch[];
}

/** The steps that can be undone and redone, the latest last. */
export interface UndoHistory {
  readonly undo: readonly UndoStep[];
  readonly redo: readonly UndoStep[];
}

/**
 * Computes the undo history from a person's changes in order, so that it survives a reload. Successive
 * changes of one group are one step, and so is a change whose group is the id of a change in the latest step.
 * A change that undoes moves its step to `redo`; a new edit empties `redo`.
 */
export function buildUndoHistory(ownChanges: readonly RevertibleChange[]): UndoHistory {
  const undo: UndoStep[] = [];
  const redo: UndoStep[] = [];
  let lastGroup: string | undefined;
  for (const { change, inverse } of ownChanges) {
    const { id, title, group, undoes, redoes } = change;
    const step: UndoStep = { title, changes: [id], patches: inverse };
    const last = undo.at(-1);
    if (undoes) {
      removeStep(undo, undoes);
      redo.push(step);
    } else if (redoes) {
      removeStep(redo, redoes);
      undo.push(step);
    } else if (last && group !== undefined && (group === lastGroup || last.changes.includes(group))) {
      redo.length = 0;
      undo[undo.length - 1] = {
        // The first title is used: typing may change the name in the title with each letter.
        title: last.title,
        changes: [...last.changes, id],
        patches: [...inverse, ...last.patches],
      };
    } else {
      redo.length = 0;
      undo.push(step);
    }
    lastGroup = undoes || redoes ? undefined : group;
  }
  return { undo, redo };
}

/**
 * Removes from the list the last step that contains one of the changes with these ids; does nothing if there
 * is none. Later steps stay, because one that conflicted may still be undecided.
 */
function removeStep(steps: UndoStep[], changeIds: readonly string[]): void {
  const at = steps.findLastIndex((step) => step.changes.some((id) => changeIds.includes(id)));
  if (at >= 0) steps.splice(at, 1);
}

/** A value before and after a step, and its place. Undefined if there was or is no value. */
export interface ValueChange extends Pick<Patch, 'file' | 'path'> {
  readonly from: Json | undefined;
  readonly to: Json | undefined;
}

/**
 * Returns the values that a step changes, in the order of their first change, each from its first to its last
 * value. Equal changes occur once, and values that end as they began are absent.
 */
export function listValueChanges({ patches }: Pick<UndoStep, 'patches'>): readonly ValueChange[] {
  const places = new Map<string, ValueChange>();
  // The reverting patches start with the latest change.
  for (const { file, path, before, after } of patches) {
    const place = JSON.stringify([file, path]);
    const later = places.get(place);
    places.set(place, { file, path, from: after, to: later ? later.to : before });
  }
  const moves = [...places.values()].toReversed().filter(({ from, to }) => !isSameJson(from, to));
  const isAlike = (one: ValueChange, other: ValueChange) =>
    isSameJson(one.from, other.from) && isSameJson(one.to, other.to);
  return moves.filter((move, at) => moves.findIndex((other) => isAlike(other, move)) === at);
}

/** Returns the number of steps of all people that are not undone. */
export function countActiveSteps(changes: readonly AcceptedChange[]): number {
  return listOthersSteps(changes, '').length;
}

/** A step of another person. */
export interface OthersStep extends UndoStep {
  /** The id of their browser. */
  readonly by: string;
  /** Their name. Empty if unknown. */
  readonly name: string;
}

/**
 * Returns other people's steps that they have not undone, the latest last. All steps of one browser have the
 * name that it used last.
 * @param own The id of this browser, whose steps are omitted.
 */
export function listOthersSteps(changes: readonly AcceptedChange[], own: string): readonly OthersStep[] {
  const order = new Map(changes.map(({ id }, at) => [id, at]));
  /** Returns the position of a step's last change among all changes. */
  const getLastChangeIndex = (step: UndoStep) => order.get(step.changes.at(-1) ?? '') ?? 0;
  const people = new Set(changes.map(({ by }) => by).filter((by) => by !== own));
  return [...people]
    .flatMap((by) => {
      const theirs = changes.filter((change) => change.by === by);
      const name = theirs.findLast((change) => change.name !== undefined)?.name ?? '';
      const { undo } = buildUndoHistory(theirs.map((change) => ({ change, inverse: change.inverse })));
      return undo.map((step) => ({ ...step, by, name }));
    })
    .sort((one, other) => getLastChangeIndex(one) - getLastChangeIndex(other));
}
