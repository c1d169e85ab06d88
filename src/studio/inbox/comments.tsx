import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { CommentRequest, EnquiryEventView, EnquiryView } from '../../api/inbox.ts';
import { useStudio } from '../draft/context.ts';
import { formatForwardEvent } from '../preset/inbox.ts';
import { formatRequestFailure } from '../ui/ask/format-request-failure.ts';
import { type RequestFailure, tryRequest } from '../ui/ask/request.ts';
import { isolateBidi } from '../ui/isolate-bidi.ts';
import type { FormatMessage } from '../ui/messages.ts';
import { MomentText } from '../ui/moment.tsx';

const storagePrefix = 'slipway-studio-note:';

/**
 * Returns the unsent comment of this person on an enquiry; empty without one or without storage. It is stored
 * per tab, survives a reload, and is not shown to another person who signs in.
 * @param person The person's id.
 * @param enquiry The enquiry's reference.
 */
export function readUnsentComment(person: string, enquiry: string): string {
  try {
    return sessionStorage.getItem(`${storagePrefix}${person}:${enquiry}`) ?? '';
  } catch {
    return '';
  }
}

/**
 * Stores an unsent comment in this tab. An empty text removes it. Does nothing if storage is not available.
 */
export function storeUnsentComment(person: string, enquiry: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(`${storagePrefix}${person}:${enquiry}`);
    else sessionStorage.setItem(`${storagePrefix}${person}:${enquiry}`, text);
  } catch {
    // Without storage, the text is lost with the page.
  }
}

/** Renders a form that adds a comment. The text stays until the server has accepted it. */
export function CommentForm({
  id,
  reference,
  onView,
}: {
  readonly id: string;
  readonly reference: string;
  /** Called with the enquiry that the server returns with the new comment. */
  readonly onView: (view: EnquiryView) => void;
}): ReactNode {
  const { say, me, announce } = useStudio();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => readUnsentComment(me.id, reference));
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<RequestFailure>();
  /** Shows a text in the field and stores it as the unsent comment. */
  const changeText = (next: string) => {
    setText(next);
    storeUnsentComment(me.id, reference, next);
  };
  /**
   * Sends the comment, empties the field and focuses it; text that was typed meanwhile stays. If the text is
   * empty, only focuses the field. If sending fails, shows the failure. Does nothing while another comment is
   * being sent.
   */
  async function sendComment(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    const sent = text.trim();
    if (isBusy) return;
    if (sent === '') return field.current?.focus();
    setIsBusy(true);
    const body: CommentRequest = { text: sent };
    const outcome = await tryRequest<EnquiryView>(`enquiries/${encodeURIComponent(id)}/notes`, {
      method: 'POST',
      body,
    });
    setIsBusy(false);
    setTrouble(outcome.isDone ? undefined : outcome.trouble);
    if (!outcome.isDone) return;
    onView(outcome.answer);
    // Text that was typed during the request is the next comment.
    const rest = field.current?.value ?? '';
    changeText(rest.trim() === sent ? '' : rest);
    announce(say('desk.noted', { reference: outcome.answer.reference }));
    field.current?.focus();
  }
  return (
    <form className="st-note-form st-stack-2" onSubmit={(event) => void sendComment(event)}>
      <label className="st-label" htmlFor="st-inbox-note">
        {say('desk.note')}
      </label>
      <textarea
        ref={field}
        id="st-inbox-note"
        className="st-input"
        rows={3}
        dir="auto"
        aria-describedby="st-inbox-note-hint"
        value={text}
        onChange={({ target }) => changeText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void sendComment();
        }}
      />
      {trouble && (
        <p className="st-problem" role="alert">
          {formatCommentFailure(trouble, say)} {say('desk.note-kept')}
        </p>
      )}
      <div className="st-ask-end">
        <button type="submit" className="st-button" aria-disabled={isBusy || undefined}>
          {say('desk.note-add')}
        </button>
        <p id="st-inbox-note-hint" className="st-hint">
          {say('desk.note-hint')}
        </p>
      </div>
    </form>
  );
}

/** Returns the message for a comment that was not accepted, such as one that is too long. */
function formatCommentFailure(trouble: RequestFailure, say: FormatMessage): string {
  if (trouble.error === 'bad-request' && 'most' in trouble && trouble.most !== undefined)
    return say('desk.note-long', { most: trouble.most });
  return formatRequestFailure(trouble, say);
}

/** Renders the events and comments of an enquiry, the latest first, and its arrival at the end. */
export function EnquiryHistory({ view }: { readonly view: EnquiryView }): ReactNode {
  const { say } = useStudio();
  return (
    <ol className="st-events st-stack-3" reversed>
      {view.history.toReversed().map((event) => (
        <li key={event.number} className={`st-event st-event--${event.kind}`}>
          <p className="st-quiet">
            <bdi>{event.by?.name ?? say('desk.terminal')}</bdi> · <MomentText at={event.at} />
          </p>
          {event.kind === 'noted' ? (
            <p className="st-note st-box st-breaks" dir="auto">
              {event.text}
            </p>
          ) : (
            <p>{formatHistoryEvent(event, say)}</p>
          )}
        </li>
      ))}
      <li className="st-event">
        <p className="st-quiet">
          <MomentText at={view.receivedAt} />
        </p>
        <p>{say('desk.did.received')}</p>
      </li>
    </ol>
  );
}

/** Returns the sentence for an event that is not a comment. */
function formatHistoryEvent(
  event: Exclude<EnquiryEventView, { readonly kind: 'noted' }>,
  say: FormatMessage,
): string {
  switch (event.kind) {
    case 'handled':
      return say('desk.did.handled', {
        from: say(`desk.state.${event.from}`),
        to: say(`desk.state.${event.to}`),
      });
    case 'assigned':
      return event.to
        ? say('desk.did.assigned', { name: isolateBidi(event.to.name) })
        : say('desk.did.given-back');
    case 'forwarded':
      return formatForwardEvent(event, say);
    case 'marked':
    case 'unmarked':
      return say(`desk.did.${event.kind}`);
    default:
      return say(`desk.did.${event.kind}`, { to: isolateBidi(event.to) });
  }
}
