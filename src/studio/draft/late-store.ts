import type { StudioDraftStore } from './draft-store.ts';

/**
 * Returns a view of a store that changes after the next frame.
 * @param schedule Calls a function after the next frame.
 */
export function createLateStore(
  store: StudioDraftStore,
  schedule: (task: () => void) => void = runAfterFrame,
): StudioDraftStore {
  const listeners = new Set<() => void>();
  let state = store.getSnapshot();
  let isScheduled = false;
  let unsubscribe: (() => void) | undefined;

  /** Shows the current state of the store. */
  function showLatest(): void {
    isScheduled = false;
    if (state === store.getSnapshot()) return;
    state = store.getSnapshot();
    for (const listener of listeners) listener();
  }

  function scheduleLatest(): void {
    if (isScheduled) return;
    isScheduled = true;
    schedule(showLatest);
  }

  return {
    ...store,
    getSnapshot: () => state,
    subscribe(listener) {
      if (listeners.size === 0) {
        state = store.getSnapshot();
        unsubscribe = store.subscribe(scheduleLatest);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) unsubscribe?.();
      };
    },
  };
}

/** Calls a function after the browser has painted the next frame. */
function runAfterFrame(task: () => void): void {
  requestAnimationFrame(() => setTimeout(task));
}
