import type { Json } from '#engine';
import type { Change, Patch } from '#engine/editing/index.ts';
import { isSameJson } from '#engine/json-schema/values.ts';
import type { TakenChange } from '../protocol.ts';

/** A change of one's own, with what takes it back. */
export interface Made {
  readonly change: Change;
  readonly inverse: readonly Patch[];
}

/** What can be undone, or done again, at once: what was typed into one place is one step. */
export interface Step {
  readonly title: Change['title'];
  /** The ids of the changes that it is made of. */
  readonly changes: readonly string[];
  /** What takes it back, in order. */
  readonly patches: readonly Patch[];
}

/** What may be undone and redone, the latest last. */
export interface History {
  readonly undo: readonly Step[];
  readonly redo: readonly Step[];
}

/**
 * Reads the history off one's own changes, in their order: it is there again after a reload. Changes of one group are one step; a
 * change whose group is the id of another belongs to that one's step, and is taken back with it.
 */
export function historyOf(made: readonly Made[]): History {
  const undo: Step[] = [];
  const redo: Step[] = [];
  let lastGroup: string | undefined;
  for (const { change, inverse } of made) {
    const { id, title, group, undoes, redoes } = change;
    const step: Step = { title, changes: [id], patches: inverse };
    const last = undo.at(-1);
    if (undoes) {
      takeOut(undo, undoes);
      redo.push(step);
    } else if (redoes) {
      takeOut(redo, redoes);
      undo.push(step);
    } else if (last && group !== undefined && (group === lastGroup || last.changes.includes(group))) {
      redo.length = 0;
      undo[undo.length - 1] = {
        // By what was there before: what is typed names the place anew with each letter.
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

/** Not always the last: one that met another's change may still be undecided. */
function takeOut(steps: Step[], changes: readonly string[]): void {
  const at = steps.findLastIndex((step) => step.changes.some((id) => changes.includes(id)));
  if (at >= 0) steps.splice(at, 1);
}

/** The change that a step makes at one place. */
export interface Move {
  readonly from: Json | undefined;
  readonly to: Json | undefined;
}

/** Returns from what to what a step changes each place, in the order in which the places were changed; equal moves once. */
export function movesOf({ patches }: Pick<Step, 'patches'>): readonly Move[] {
  const places = new Map<string, Move>();
  // What takes it back begins with the latest.
  for (const { file, path, before, after } of patches) {
    const place = JSON.stringify([file, path]);
    const later = places.get(place);
    places.set(place, { from: after, to: later ? later.to : before });
  }
  const moves = [...places.values()].toReversed().filter(({ from, to }) => !isSameJson(from, to));
  return moves.filter((move, at) => moves.findIndex((other) => isSameJson(other, move)) === at);
}

/** Returns how many steps of everybody are in force: what was taken back is none, and what was typed into one place is one. */
export function stepsInForce(changes: readonly TakenChange[]): number {
  return othersSteps(changes, '').length;
}

/** Something that somebody else did. */
export interface OthersStep extends Step {
  /** A word for whoever did it. */
  readonly by: string;
  /** As they call themselves; empty: somebody. */
  readonly name: string;
}

/** What others did and have not taken back themselves, the latest last; each has one name, the one that they gave last. */
export function othersSteps(changes: readonly TakenChange[], own: string): readonly OthersStep[] {
  const order = new Map(changes.map(({ id }, at) => [id, at]));
  const orderOf = (step: Step) => order.get(step.changes.at(-1) ?? '') ?? 0;
  const people = new Set(changes.map(({ by }) => by).filter((by) => by !== own));
  return [...people]
    .flatMap((by) => {
      const theirs = changes.filter((change) => change.by === by);
      const name = theirs.findLast((change) => change.name !== undefined)?.name ?? '';
      const { undo } = historyOf(theirs.map((change) => ({ change, inverse: change.inverse })));
      return undo.map((step) => ({ ...step, by, name }));
    })
    .sort((one, other) => orderOf(one) - orderOf(other));
}
