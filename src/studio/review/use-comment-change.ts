import type { CommentsView } from '../../api/review.ts';
import { useStudio } from '../draft/context.ts';
import { type RequestFailure, tryRequest } from '../ui/ask/request.ts';
import { awaitReaders } from '../ui/lingering.tsx';
import type { StudioMessageKey } from '../ui/messages.ts';
import { focusOnceLost } from '../ui/use-heading-focus.ts';
import { useReview } from './review-context.tsx';

/**
 * Returns a function that sends a change of the comments, shows the result and announces it. It resolves to the
 * failure, if there is one. `moveFocus` is called before the result is shown: a screen reader misses the focus that moves
 * from what is removed.
 */
export function useCommentChange(): (
  path: string,
  asked: { readonly method: 'POST' | 'DELETE'; readonly body?: unknown },
  done: StudioMessageKey,
  moveFocus?: () => void,
) => Promise<RequestFailure | undefined> {
  const { say, announce } = useStudio();
  const { setComments } = useReview();
  return async (path, asked, done, moveFocus) => {
    const outcome = await tryRequest<CommentsView>(path, asked);
    if (!outcome.isDone) return outcome.trouble;
    if (moveFocus) {
      moveFocus();
      await awaitReaders();
    }
    setComments(outcome.answer);
    // Behind the dialog that asked it could not have the focus.
    if (moveFocus) focusOnceLost(moveFocus);
    announce(say(done));
    return undefined;
  };
}
