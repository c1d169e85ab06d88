import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { CommentsView, ReviewView, ThreadView } from '../../api/review.ts';
import { tryRequest } from '../ui/ask/request.ts';

/** The comments on the draft and the latest request to publish it, as the server last sent them. */
export interface ReviewState {
  readonly threads: readonly ThreadView[];
  /** The number of open threads by what they are about. */
  readonly openCounts: ReadonlyMap<string, number>;
  /** The number of guests' comments that wait for an answer of the reader, by what they are about. */
  readonly waitingGuests: ReadonlyMap<string, number>;
  /** The most characters of a comment. */
  readonly longest: number;
  /** Undefined if there was no request to publish, or before it is loaded. */
  readonly review: ReviewView | undefined;
  /** Shows the comments that the server has returned with a change. */
  readonly setComments: (comments: CommentsView) => void;
  /** Shows the request to publish that the server has returned with a change. */
  readonly setReview: (review: ReviewView) => void;
}

const noComments: CommentsView = { threads: [], longest: 0 };

const ReviewContext = createContext<ReviewState | undefined>(undefined);

const listeners = new Set<() => void>();

/** Loads the comments and the request to publish again: they have changed, or an event may have been missed. */
export function notifyReview(): void {
  for (const listener of listeners) listener();
}

/**
 * Loads the comments and the request to publish, again after each event, and provides them to `useReview`. After
 * a failure the former ones stay.
 * @param version The number of the draft's changes, by which a request becomes outdated.
 */
export function ReviewProvider({
  version,
  children,
}: {
  readonly version: string;
  readonly children: ReactNode;
}): ReactNode {
  const [comments, setComments] = useState(noComments);
  const [review, setReview] = useState<ReviewView>();
  const loadReview = useCallback(async () => {
    const loaded = await tryRequest<ReviewView | null>('review', { method: 'GET' });
    if (loaded.isDone) setReview(loaded.answer ?? undefined);
  }, []);
  const load = useCallback(async () => {
    const [loaded] = await Promise.all([
      tryRequest<CommentsView | null>('comments', { method: 'GET' }),
      loadReview(),
    ]);
    if (loaded.isDone && loaded.answer) setComments(loaded.answer);
  }, [loadReview]);
  useEffect(() => {
    void load();
    listeners.add(load);
    return () => void listeners.delete(load);
  }, [load]);
  const isCurrent = review?.state === 'open' && !review.isOutdated;
  useEffect(() => {
    // A change of the draft makes an open request outdated.
    void version;
    if (isCurrent) void loadReview();
  }, [version, isCurrent, loadReview]);
  const { threads, longest } = comments;
  const state = useMemo<ReviewState>(() => {
    const openCounts = countByTarget(threads.filter(({ isResolved }) => !isResolved));
    const waitingGuests = countByTarget(threads.filter(isGuestWaiting));
    return { threads, openCounts, waitingGuests, longest, review, setComments, setReview };
  }, [threads, longest, review]);
  return <ReviewContext value={state}>{children}</ReviewContext>;
}

/** Returns the number of threads by what they are about. */
function countByTarget(threads: readonly ThreadView[]): ReadonlyMap<string, number> {
  const byTarget = Map.groupBy(threads, ({ target }) => target);
  return new Map([...byTarget].map(([target, { length }]) => [target, length]));
}

/** Returns true if a guest wrote the last comment of a thread that the reader may resolve. */
function isGuestWaiting({ isResolved, isResolvable, comments }: ThreadView): boolean {
  const last = comments.findLast(({ text }) => text !== undefined);
  return !isResolved && isResolvable && last?.isGuest === true;
}

/**
 * Returns the comments and the request to publish.
 * @throws Error outside of the provider
 */
export function useReview(): ReviewState {
  const state = useContext(ReviewContext);
  if (state === undefined) throw new Error('Cannot show comments outside of their provider');
  return state;
}

/** Returns what the comments on a form are about. */
export function toFormTarget(type: string): string {
  return `form:${type}`;
}

/** Returns what the comments on a field are about. */
export function toFieldTarget(type: string, field: string): string {
  return `field:${type}:${field}`;
}

/** Returns what the comments on a rule are about. */
export function toRuleTarget(rule: string): string {
  return `rule:${rule}`;
}
