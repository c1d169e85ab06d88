import { useRef, useState } from 'react';
import type { InboxRowView, SelectionOutcome, SelectionRequest } from '../../../api/inbox.ts';
import { useStudio } from '../../draft/context.ts';
import { type RequestFailure, tryRequest } from '../../ui/ask/request.ts';
import { groupRefused, type RefusedGroup, type SelectionAction } from './selection-requests.ts';

/** The result of the last action, as it is shown. */
export interface SelectionResult {
  /** The sentence for the changed enquiries; absent if none was changed. */
  readonly done?: string;
  readonly refused: readonly RefusedGroup[];
  /** The request that reverts it; absent if that is not possible. */
  readonly undo?: SelectionRequest;
  /** The failure of the whole request. It may have changed some enquiries; repeating it changes none twice. */
  readonly trouble?: RequestFailure;
  /** Repeats the action after a failure. */
  readonly retry?: () => void;
}

/**
 * Returns functions that perform and revert actions on several enquiries, one at a time, and the result of the
 * last one, which they announce.
 * @param onOutcome Called with the answer of the server, to update the list. `isUndo`: it was reverted.
 */
export function useSelectionActions(
  onOutcome: (outcome: SelectionOutcome, request: SelectionRequest) => void,
): {
  readonly result: SelectionResult | undefined;
  readonly isBusy: boolean;
  readonly act: (rows: readonly InboxRowView[], action: SelectionAction) => void;
  readonly undo: () => void;
  readonly dismiss: () => void;
} {
  const { say, announce } = useStudio();
  const [result, setResult] = useState<SelectionResult>();
  const [isBusy, setIsBusy] = useState(false);
  const isRunning = useRef(false);

  /** Sends an action, then shows and announces its result. Does nothing while another one is running. */
  async function perform(rows: readonly InboxRowView[], action: SelectionAction): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    const { request, formatDone, createUndo } = action;
    const outcome = await tryRequest<SelectionOutcome>('enquiries/selected', {
      method: 'POST',
      body: request,
    });
    isRunning.current = false;
    setIsBusy(false);
    if (!outcome.isDone) {
      setResult({ refused: [], trouble: outcome.trouble, retry: () => void perform(rows, action) });
      return;
    }
    const { done, refused } = outcome.answer;
    onOutcome(outcome.answer, request);
    const sentence = done.length > 0 ? formatDone(done.length, say) : undefined;
    const text = done.length === 1 && done[0] ? `${done[0].reference} · ${sentence}` : sentence;
    setResult({
      ...(text !== undefined && { done: text }),
      ...(createUndo && done.length > 0 && { undo: createUndo(done) }),
      refused: groupRefused(outcome.answer, rows),
    });
    if (text !== undefined) announce(text);
    if (refused.length > 0) announce(say('desk.sel.refused', { count: refused.length }));
  }

  return {
    result,
    isBusy,
    act: (rows, action) => void perform(rows, action),
    undo() {
      if (result?.undo)
        void perform([], {
          request: result.undo,
          formatDone: (count, tell) => tell('desk.sel.undone', { count }),
        });
    },
    dismiss: () => setResult(undefined),
  };
}
