import { type ReactNode, useEffect, useRef } from 'react';
import { listOutlineNames, type OutlineType } from '#engine/editing/index.ts';
import type { ThreadView } from '../../api/review.ts';
import { useStudio } from '../draft/context.ts';
import { NewComment } from './comment-form.tsx';
import { ThreadList } from './comment-threads.tsx';
import { toFieldTarget, toFormTarget, useReview } from './review-context.tsx';

/** Renders the mark of a part with open comments: their number. Renders nothing without any. */
export function CommentMark({ target }: { readonly target: string }): ReactNode {
  const { say } = useStudio();
  const count = useReview().openCounts.get(target) ?? 0;
  if (count === 0) return null;
  return (
    <span className="st-comment-mark" title={say('comments.open', { count })}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M2.5 3.5h11v7h-6l-3 2.5v-2.5h-2z" />
      </svg>
      <span aria-hidden="true">{count}</span>
      <span className="st-visually-hidden">{say('comments.open', { count })}</span>
    </span>
  );
}

/** Renders the folded comments on one part of the draft. */
export function PartComments({ target }: { readonly target: string }): ReactNode {
  const { say } = useStudio();
  const { threads } = useReview();
  return (
    <details className="st-edit st-comments">
      <summary>
        {say('comments')} <CommentMark target={target} />
      </summary>
      <div className="st-stack-3">
        <ThreadList threads={threads.filter((thread) => thread.target === target)} />
        <NewComment target={target} />
      </div>
    </details>
  );
}

/** Renders the folded comments on a whole form, and those on fields that it does not have any more. */
export function FormComments({ type }: { readonly type: OutlineType }): ReactNode {
  const { say } = useStudio();
  const { threads } = useReview();
  const target = toFormTarget(type.key);
  const own = threads.filter((thread) => thread.target === target);
  const removed = listThreadsOfRemovedFields(threads, type);
  return (
    <details className="st-comments st-form-comments st-small">
      <summary>
        {say('comments.on-form')} <CommentMark target={target} />
      </summary>
      <div className="st-stack-3">
        <ThreadList threads={own} />
        <NewComment target={target} />
        {removed.length > 0 && (
          <section className="st-stack-2" aria-labelledby="st-removed-comments">
            <h2 id="st-removed-comments" className="st-quiet">
              {say('comments.on-removed')}
            </h2>
            {[...Map.groupBy(removed, ({ target: of }) => of)].map(([of, some]) => (
              <div key={of} className="st-stack-1">
                <code className="st-breaks">{of.slice(toFieldTarget(type.key, '').length)}</code>
                <ThreadList threads={some} />
              </div>
            ))}
          </section>
        )}
      </div>
    </details>
  );
}

/** Renders the number of open comments on a form, its fields, and fields that it does not have any more. */
export function FormCommentCount({ type }: { readonly type: OutlineType }): ReactNode {
  const { say } = useStudio();
  const { openCounts, waitingGuests } = useReview();
  const fields = toFieldTarget(type.key, '');
  const sum = (counts: ReadonlyMap<string, number>) =>
    sumCounts(counts, (target) => target === toFormTarget(type.key) || target.startsWith(fields));
  const [count, waiting] = [sum(openCounts), sum(waitingGuests)];
  if (count === 0) return null;
  return (
    <span className="st-quiet st-block">
      {say('comments.open', { count })}{' '}
      {waiting > 0 && <span className="st-state">{say('comments.guests-wait', { count: waiting })}</span>}
    </span>
  );
}

/**
 * Renders the number of guests' comments on forms that wait for an answer, on the tab of the forms, and announces new
 * ones. Renders nothing without any.
 */
export function GuestCommentCount(): ReactNode {
  const { say, announce } = useStudio();
  const { waitingGuests, longest } = useReview();
  const count = sumCounts(waitingGuests, (target) => /^(?:form|field):/.test(target));
  const isLoaded = longest > 0;
  const before = useRef<number>(undefined);
  const text = say('comments.guests-wait', { count });
  useEffect(() => {
    if (!isLoaded) return;
    if (before.current !== undefined && count > before.current) announce(text);
    before.current = count;
  }, [isLoaded, count, text, announce]);
  if (count === 0) return null;
  return (
    <span className="st-count st-count--warning" title={text}>
      <span aria-hidden="true">{count}</span>
      <span className="st-visually-hidden"> {text}</span>
    </span>
  );
}

/** Returns the sum of the counts of some targets. */
function sumCounts(counts: ReadonlyMap<string, number>, isCounted: (target: string) => boolean): number {
  return [...counts].reduce((sum, [target, count]) => (isCounted(target) ? sum + count : sum), 0);
}

/** Returns the threads about fields of a form that it does not have, in their order. */
function listThreadsOfRemovedFields(
  threads: readonly ThreadView[],
  type: OutlineType,
): readonly ThreadView[] {
  const prefix = toFieldTarget(type.key, '');
  const present = new Set(listOutlineNames(type.fields));
  return threads.filter(
    ({ target }) => target.startsWith(prefix) && !present.has(target.slice(prefix.length)),
  );
}
