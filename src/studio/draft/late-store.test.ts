import { describe, expect, it } from 'vitest';
import type { DraftState } from './draft-state.ts';
import type { StudioDraftStore } from './draft-store.ts';
import { createLateStore } from './late-store.ts';

/** Creates a store whose state is set by `change`, and the tasks that wait for a frame. */
function createStores() {
  const listeners = new Set<() => void>();
  const tasks: (() => void)[] = [];
  let state = { version: 0 } as DraftState;
  const store = {
    getSnapshot: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as StudioDraftStore;
  return {
    late: createLateStore(store, (task) => tasks.push(task)),
    tasks,
    listeners,
    change(version: number) {
      state = { version } as DraftState;
      for (const listener of listeners) listener();
    },
  };
}

describe('createLateStore', () => {
  it('shows only the latest of several states, after a frame', () => {
    const { late, tasks, change } = createStores();
    const seen: number[] = [];
    late.subscribe(() => seen.push(late.getSnapshot().version));
    change(1);
    change(2);
    expect(late.getSnapshot().version).toBe(0);
    expect(tasks).toHaveLength(1);
    tasks[0]?.();
    expect(seen).toEqual([2]);
    change(3);
    expect(tasks).toHaveLength(2);
  });

  it('shows at once what changed while nobody listened, and stops listening', () => {
    const { late, listeners, change } = createStores();
    const stop = late.subscribe(() => undefined);
    stop();
    expect(listeners.size).toBe(0);
    change(4);
    late.subscribe(() => undefined);
    expect(late.getSnapshot().version).toBe(4);
  });
});
