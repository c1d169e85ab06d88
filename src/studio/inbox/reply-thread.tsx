import type { ReactNode } from 'react';
import type { EnquiryView, ReplyView } from '../../api/inbox.ts';
import { useStudio } from '../draft/context.ts';
import { isolateBidi } from '../ui/isolate-bidi.ts';
import { MomentText } from '../ui/moment.tsx';

/** Renders the replies to the visitor, the earliest first, each with its delivery; nothing without one. */
export function ReplyThread({ replies }: { readonly replies: readonly ReplyView[] }): ReactNode {
  const { say } = useStudio();
  if (replies.length === 0) return null;
  return (
    <section className="st-enquiry-done" aria-labelledby="st-inbox-replies">
      <h2 id="st-inbox-replies">{say('desk.replies')}</h2>
      <ol className="st-events st-stack-3">
        {replies.map((reply) => (
          <li key={reply.number} className="st-event">
            <p className="st-quiet">
              <bdi>{reply.by.name}</bdi> · <MomentText at={reply.at} /> · <bdi dir="ltr">{reply.to}</bdi>
            </p>
            <p>
              <strong dir="auto">{reply.subject}</strong>
            </p>
            <p className="st-note st-box st-breaks" dir="auto">
              {reply.isDamaged ? say('desk.reply-damaged') : reply.text}
            </p>
            <ReplyDelivery reply={reply} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Renders at the head of an enquiry that its last reply did not reach the visitor, and why; else nothing. */
export function FailedReplyNotice({
  view: { replies, state },
}: {
  readonly view: Pick<EnquiryView, 'replies' | 'state'>;
}): ReactNode {
  const { say } = useStudio();
  const last = replies?.at(-1);
  if (last?.state !== 'failed') return null;
  return (
    <div className="st-notice st-notice--error" role="alert">
      <p>
        <strong>{say('desk.reply-failed', { to: isolateBidi(last.to) })}</strong> {last.why}
      </p>
      {state === 'answered' && <p>{say('desk.reply-failed-answered')}</p>}
    </div>
  );
}

/** Renders the state of a reply's delivery: its times, and the reason if it was not accepted. */
function ReplyDelivery({
  reply: { state, triedAt, dueAt, why, reason },
}: {
  readonly reply: ReplyView;
}): ReactNode {
  const { say } = useStudio();
  return (
    <>
      <p>
        <span className={state === 'failed' ? 'st-state st-state--error' : 'st-state'}>
          {say(`desk.reply-state.${state}`)}
        </span>
        {triedAt !== undefined && (
          <>
            {' '}
            <MomentText at={triedAt} />
          </>
        )}
      </p>
      {why !== undefined && <p>{why}</p>}
      {reason !== undefined && (
        <p className="st-inbox-said">
          <code dir="ltr" lang="en">
            {reason}
          </code>
        </p>
      )}
      {state === 'waiting' && triedAt !== undefined && dueAt !== undefined && (
        <p className="st-hint">
          {say('desk.due')} <MomentText at={dueAt} />
        </p>
      )}
    </>
  );
}
