import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import type { ReviewRequest, ReviewView } from '../../api/review.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { formatPersonName } from '../draft/presence/people.tsx';
import { formatRequestFailure } from '../ui/ask/format-request-failure.ts';
import { type RequestFailure, tryRequest } from '../ui/ask/request.ts';
import { MomentText } from '../ui/moment.tsx';
import { focusHeading, focusHeadingOnceLost } from '../ui/use-heading-focus.ts';
import { useReview } from './review-context.tsx';

/**
 * Renders, on the page for publishing, the request to publish the draft: its state for everybody, the form with
 * which an editor makes it, and for publishers the form with which they send it back.
 * @param version The number of changes that the page shows.
 */
export function ReadyPanel({ version }: { readonly version: number }): ReactNode {
  const { may } = useStudio();
  const { review } = useReview();
  const isOpen = review?.state === 'open';
  const mayAsk = may('editor') && !may('publisher');
  return (
    <>
      {review && (isOpen || review.state === 'returned') && <ReviewDetails review={review} />}
      {isOpen && may('publisher') && <SendBackForm review={review} />}
      {mayAsk && (!isOpen || review.isOutdated) && <ReadyForm version={version} isAgain={isOpen} />}
    </>
  );
}

/** Renders who asked for the draft to be published, when, and their message; or who sent it back and why. */
function ReviewDetails({ review }: { readonly review: ReviewView }): ReactNode {
  const { say, me, may } = useStudio();
  const { by, at, message, authors, isOutdated, closing, state, number } = review;
  const isOwn = by.id === me.id;
  return (
    <section className="st-notice st-ready" aria-label={say('ready')}>
      <p>
        <strong>
          {closing
            ? say('ready.returned', { name: formatPersonName(closing.by, say) })
            : isOwn
              ? say('ready.is-mine')
              : say('ready.is', { name: formatPersonName(by, say) })}
        </strong>{' '}
        <span className="st-quiet">
          <MomentText at={closing?.at ?? at} />
        </span>
      </p>
      {(closing?.reason ?? message) !== '' && (
        <p className="st-comment-text st-breaks" dir="auto">
          {closing?.reason ?? message}
        </p>
      )}
      {state === 'open' && (
        <ul>
          {authors.map(({ name, count }) => (
            <li key={name}>{say('ready.changes', { name: formatPersonName({ name }, say), count })}</li>
          ))}
        </ul>
      )}
      {isOutdated && <p role="status">{say('ready.changed')}</p>}
      {state === 'open' && isOwn && may('editor') && (
        <ReviewButton
          path="review/withdraw"
          body={{ number }}
          label="ready.withdraw"
          done="ready.withdrawn"
        />
      )}
    </section>
  );
}

/** Renders a button that changes the request to publish. */
function ReviewButton({
  path,
  body,
  label,
  done,
}: {
  readonly path: string;
  readonly body: unknown;
  readonly label: 'ready.withdraw';
  readonly done: 'ready.withdrawn';
}): ReactNode {
  const { say } = useStudio();
  const { send, isBusy, trouble } = useReviewChange();
  return (
    <>
      <button
        type="button"
        className="st-button"
        aria-disabled={isBusy || undefined}
        onClick={() => void send(path, body, say(done))}
      >
        {say(label)}
      </button>
      <ReviewProblem trouble={trouble} />
    </>
  );
}

/** Renders the form with which an editor says that the draft is ready. */
function ReadyForm({ version, isAgain }: { readonly version: number; readonly isAgain: boolean }): ReactNode {
  const { say } = useStudio();
  const { draft, saving } = useDraftState();
  const { send, isBusy, trouble } = useReviewChange();
  const [message, setMessage] = useState('');
  const id = useId();

  /** Sends the request with the draft as the page shows it. */
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const body: ReviewRequest = { draft, version, message: message.trim() };
    if (await send('review', body, say('ready.sent'))) setMessage('');
  }

  return (
    <form className="st-stack-3 st-box st-box--round st-padded-wide" onSubmit={(event) => void submit(event)}>
      <p>{say('ready.lead')}</p>
      <div className="st-choice">
        <label className="st-label" htmlFor={id}>
          {say('ready.message')}
        </label>
        <textarea
          id={id}
          className="st-input"
          rows={3}
          dir="auto"
          maxLength={2_000}
          aria-describedby={`${id}-hint`}
          value={message}
          onChange={({ target }) => setMessage(target.value)}
        />
        <p id={`${id}-hint`} className="st-hint">
          {say('ready.message-hint')}
        </p>
      </div>
      <ReviewProblem trouble={trouble} />
      <div>
        <button
          type="submit"
          className="st-button st-button--primary"
          disabled={saving !== 'saved'}
          aria-disabled={isBusy || undefined}
        >
          {say(isAgain ? 'ready.again' : 'ready')}
        </button>
      </div>
    </form>
  );
}

/** Renders the folded form with which a publisher sends the draft back. */
function SendBackForm({ review: { number } }: { readonly review: ReviewView }): ReactNode {
  const { say } = useStudio();
  const { send, isBusy, trouble } = useReviewChange();
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const id = useId();

  /** Sends the draft back. Without a reason, the field for it gets the focus. */
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setIsMissing(reason.trim() === '');
    if (reason.trim() === '') return document.getElementById(id)?.focus();
    await send('review/return', { number, reason: reason.trim() }, say('ready.returned-done'));
  }

  return (
    <details className="st-edit">
      <summary>{say('ready.return')}</summary>
      <form className="st-stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <div className="st-choice">
          <label className="st-label" htmlFor={id}>
            {say('ready.reason')}
          </label>
          <textarea
            id={id}
            className="st-input"
            rows={3}
            dir="auto"
            maxLength={2_000}
            aria-invalid={isMissing || undefined}
            aria-describedby={isMissing ? `${id}-problem` : undefined}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          {isMissing && (
            <p id={`${id}-problem`} className="st-problem" role="alert">
              {say('ready.reason-missing')}
            </p>
          )}
        </div>
        <ReviewProblem trouble={trouble} />
        <div>
          <button type="submit" className="st-button" aria-disabled={isBusy || undefined}>
            {say('ready.return')}
          </button>
        </div>
      </form>
    </details>
  );
}

/** Renders a failure as an alert. Renders nothing without one. */
function ReviewProblem({ trouble }: { readonly trouble: RequestFailure | undefined }): ReactNode {
  const { say } = useStudio();
  return (
    trouble && (
      <p className="st-problem" role="alert">
        {formatRequestFailure(trouble, say)}
      </p>
    )
  );
}

/**
 * Returns a function that sends a change of the request to publish, shows and announces the result, and moves
 * the focus to the heading. It resolves to true if the change is done.
 */
function useReviewChange(): {
  readonly send: (path: string, body: unknown, done: string) => Promise<boolean>;
  readonly isBusy: boolean;
  readonly trouble: RequestFailure | undefined;
} {
  const { announce } = useStudio();
  const { setReview } = useReview();
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<RequestFailure>();
  return {
    isBusy,
    trouble,
    async send(path, body, done) {
      if (isBusy) return false;
      setIsBusy(true);
      const outcome = await tryRequest<ReviewView>(path, { method: 'POST', body });
      setIsBusy(false);
      setTrouble(outcome.isDone ? undefined : outcome.trouble);
      if (!outcome.isDone) return false;
      setReview(outcome.answer);
      announce(done);
      focusHeadingOnceLost();
      return true;
    },
  };
}

/**
 * Renders and announces a notice above every page: to publishers that somebody says the draft is ready, and to
 * that person that it was sent back. Renders nothing on the page for publishing, and once it is
 * marked as read.
 */
export function ReadyNotice({ path }: { readonly path: string }): ReactNode {
  const { say, me, may, announce } = useStudio();
  const { review } = useReview();
  const [read, setRead] = useState<string>();
  const isOwn = review?.by.id === me.id;
  const isForPublisher = review?.state === 'open' && !isOwn && may('publisher');
  const isForEditor = review?.state === 'returned' && isOwn;
  const key = `${review?.number} ${review?.state}`;
  const isShown = (isForPublisher || isForEditor) && read !== key && path !== '/studio/publish';
  const name = formatPersonName({ name: (isForEditor ? review?.closing?.by : review?.by)?.name ?? '' }, say);
  const text = say(isForEditor ? 'ready.returned' : 'ready.is', { name });
  useEffect(() => {
    if (isShown) announce(text);
  }, [isShown, announce, text]);
  if (!isShown) return null;
  const remark = isForEditor ? (review.closing?.reason ?? '') : review.message;
  return (
    <section className="st-notice st-told st-wrap st-center st-between" aria-label={say('ready')}>
      <p className="st-breaks">
        {text}
        {remark !== '' && (
          <span className="st-quiet st-block" dir="auto">
            {remark}
          </span>
        )}{' '}
        <a href="/studio/publish">{say('ready.see')}</a>
      </p>
      <button
        type="button"
        className="st-button"
        onClick={() => {
          setRead(key);
          focusHeading();
        }}
      >
        {say('published.read')}
      </button>
    </section>
  );
}
