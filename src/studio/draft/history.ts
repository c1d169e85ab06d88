import type { Change, Patch } from '#engine/editing/index.ts';

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

/** Reads the history off one's own changes, in their order: it is there again after a reload. */
export function historyOf(made: readonly Made[]): History {
  const undo: Step[] = [];
  const redo: Step[] = [];
  let lastGroup: string | undefined;
  for (const { change, inverse } of made) {
    const { id, title, group, undoes, redoes } = change;
    const step: Step = { title, changes: [id], patches: inverse };
    const last = undo.at(-1);
    if (undoes) {
      undo.pop();
      redo.push(step);
    } else if (redoes) {
      redo.pop();
      undo.push(step);
    } else if (last && group !== undefined && group === lastGroup) {
      redo.length = 0;
      undo[undo.length - 1] = {
        title,
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
