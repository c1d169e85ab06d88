import { type ReactNode, useId, useRef } from 'react';
import type { CommentView, ThreadView } from '../../api/review.ts';
import { useStudio } from '../draft/context.ts';
import { ConfirmButton } from '../ui/ask/confirm-button.tsx';
import type { RequestFailure } from '../ui/ask/request.ts';
import type { StudioMessageKey } from '../ui/messages.ts';
import { MomentText } from '../ui/moment.tsx';
import { NewComment } from './comment-form.tsx';
import { useReview } from './review-context.tsx';
import { useCommentChange } from './use-comment-change.ts';

/** Renders the section with the comments on one part of the draft, and the form for a new one. */
export function CommentSection({
  target,
  title,
}: {
  readonly target: string;
  /** The heading. */
  readonly title: string;
}): ReactNode {
  const { threads, openCounts } = useReview();
  const id = useId();
  const count = openCounts.get(target) ?? 0;
  return (
    <section className="st-part st-comments" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title} {count > 0 && <span className="st-visually-hidden">, </span>}
        {count > 0 && <span className="st-state">{count}</span>}
      </h2>
      <ThreadList threads={threads.filter((thread) => thread.target === target)} />
      <NewComment target={target} />
    </section>
  );
}

/** Renders threads, those that are resolved folded at the end. Renders nothing without any. */
export function ThreadList({ threads }: { readonly threads: readonly ThreadView[] }): ReactNode {
  const { say } = useStudio();
  const open = threads.filter(({ isResolved }) => !isResolved);
  const resolved = threads.filter(({ isResolved }) => isResolved);
  return (
    <>
      {open.length > 0 && (
        <ul className="st-threads st-stack-3">
          {open.map((thread) => (
            <Thread key={thread.id} thread={thread} />
          ))}
        </ul>
      )}
      {resolved.length > 0 && (
        <details className="st-edit">
          <summary>{say('comments.show-resolved', { count: resolved.length })}</summary>
          <ul className="st-threads st-stack-3">
            {resolved.map((thread) => (
              <Thread key={thread.id} thread={thread} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Renders the comments of a thread with the form for a reply, and the button that resolves or reopens it. */
function Thread({ thread }: { readonly thread: ThreadView }): ReactNode {
  const { say } = useStudio();
  const change = useCommentChange();
  const item = useRef<HTMLLIElement>(null);
  const { id, isResolved, isResolvable, comments } = thread;
  const name = comments[0]?.name ?? '';

  /** Sends a change of the thread or a comment. The focus goes to what is left of the section. */
  function send(path: string, asked: Parameters<typeof change>[1], done: StudioMessageKey) {
    const section = item.current
      ?.closest<HTMLElement>('.st-comments')
      ?.querySelector<HTMLElement>('h2, summary');
    return change(path, asked, done, () => section?.focus());
  }

  return (
    <li ref={item} className="st-thread st-stack-2">
      <ul className="st-stack-2">
        {comments.map((comment) => (
          <Comment
            key={comment.id}
            comment={comment}
            onDelete={() => send(`comments/${comment.id}`, { method: 'DELETE' }, 'comments.deleted')}
          />
        ))}
      </ul>
      <div className="st-wrap st-center">
        {!isResolved && (
          <NewComment
            thread={id}
            target={thread.target}
            to={name}
            isForGuest={comments[0]?.isGuest === true}
          />
        )}
        {isResolvable && (
          <button
            type="button"
            className="st-button st-button--small"
            aria-label={say(isResolved ? 'comments.reopen-of' : 'comments.resolve-of', { name })}
            onClick={() =>
              void send(
                `comments/${id}/resolve`,
                { method: 'POST', body: { isResolved: !isResolved } },
                isResolved ? 'comments.reopened' : 'comments.resolved',
              )
            }
          >
            {say(isResolved ? 'comments.reopen' : 'comments.resolve')}
          </button>
        )}
      </div>
    </li>
  );
}

/** Renders a comment with its author and time, and the button that deletes it. */
function Comment({
  comment: { at, name, isGuest, text, isDeletable },
  onDelete,
}: {
  readonly comment: CommentView;
  readonly onDelete: () => Promise<RequestFailure | undefined>;
}): ReactNode {
  const { say } = useStudio();
  return (
    <li className="st-comment st-stack-1">
      <p className="st-quiet st-breaks">
        <bdi>{name}</bdi>
        {isGuest && <span className="st-state">{say('comments.guest')}</span>} · <MomentText at={at} />
      </p>
      {text === undefined ? (
        <p className="st-quiet">{say('comments.was-deleted')}</p>
      ) : (
        <p className="st-comment-text st-breaks" dir="auto">
          {text}
        </p>
      )}
      {isDeletable && (
        <ConfirmButton
          label={say('comments.delete')}
          name={say('comments.delete-of', { name })}
          question={say('comments.delete-asks')}
          onConfirm={onDelete}
        />
      )}
    </li>
  );
}
