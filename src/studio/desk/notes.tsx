import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { troubleText } from '../ask/trouble-text.ts';
import { useStudio } from '../context.ts';
import { isolated } from '../isolated.ts';
import { Moment } from '../moment.tsx';
import type { DeskEnquiryView, EventView, NoteRequest } from '../protocol-desk.ts';
import { attempt, type Trouble } from '../request.ts';
import type { Say } from '../words.ts';

const prefix = 'slipway-studio-note:';

/**
 * Returns the unsent comment of this person on an enquiry. It is stored per tab, survives a reload, and is
 * not shown to another person who signs in.
 */
export function keptNote(person: string, enquiry: string): string {
  try {
    return sessionStorage.getItem(`${prefix}${person}:${enquiry}`) ?? '';
  } catch {
    return '';
  }
}

/** Stores an unsent comment in this tab. An empty text removes it. */
export function keepNote(person: string, enquiry: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(`${prefix}${person}:${enquiry}`);
    else sessionStorage.setItem(`${prefix}${person}:${enquiry}`, text);
  } catch {
    // Without storage, the text lives as long as the page.
  }
}

/** A form that adds a comment. The text stays until the server has accepted it. */
export function NoteForm({
  id,
  reference,
  onView,
}: {
  readonly id: string;
  readonly reference: string;
  readonly onView: (view: DeskEnquiryView) => void;
}): ReactNode {
  const { say, me, announce } = useStudio();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => keptNote(me.id, reference));
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const write = (next: string) => {
    setText(next);
    keepNote(me.id, reference, next);
  };
  async function send(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    const sent = text.trim();
    if (isBusy) return;
    if (sent === '') return field.current?.focus();
    setIsBusy(true);
    const body: NoteRequest = { text: sent };
    const outcome = await attempt<DeskEnquiryView>(`enquiries/${encodeURIComponent(id)}/notes`, {
      ...{ method: 'POST', body },
    });
    setIsBusy(false);
    setTrouble(outcome.isDone ? undefined : outcome.trouble);
    if (!outcome.isDone) return;
    onView(outcome.answer);
    // Text that was typed during the request is the next comment.
    const rest = field.current?.value ?? '';
    write(rest.trim() === sent ? '' : rest);
    announce(say('desk.noted'));
    field.current?.focus();
  }
  return (
    <form className="st-note-form" onSubmit={(event) => void send(event)}>
      <label className="st-label" htmlFor="st-desk-note">
        {say('desk.note')}
      </label>
      <textarea
        ref={field}
        id="st-desk-note"
        className="st-input"
        rows={3}
        dir="auto"
        aria-describedby="st-desk-note-hint"
        value={text}
        onChange={({ target }) => write(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
        }}
      />
      {trouble && (
        <p className="st-problem" role="alert">
          {noteTrouble(trouble, say)} {say('desk.note-kept')}
        </p>
      )}
      <div className="st-note-end">
        <button type="submit" className="st-button" aria-disabled={isBusy || undefined}>
          {say('desk.note-add')}
        </button>
        <p id="st-desk-note-hint" className="st-hint">
          {say('desk.note-hint')}
        </p>
      </div>
    </form>
  );
}

function noteTrouble(trouble: Trouble, say: Say): string {
  if (trouble.error === 'bad-request' && 'most' in trouble && trouble.most !== undefined)
    return say('desk.note-long', { most: trouble.most });
  return troubleText(trouble, say);
}

/** The events and comments of an enquiry, the latest first, and its arrival at the end. */
export function History({ view }: { readonly view: DeskEnquiryView }): ReactNode {
  const { say } = useStudio();
  return (
    <ol className="st-events" reversed>
      {view.history.toReversed().map((event) => (
        <li key={event.number} className={`st-event st-event--${event.kind}`}>
          <p className="st-quiet">
            <bdi>{event.by?.name ?? say('desk.terminal')}</bdi> · <Moment at={event.at} />
          </p>
          {event.kind === 'noted' ? (
            <p className="st-note" dir="auto">
              {event.text}
            </p>
          ) : (
            <p>{eventText(event, say)}</p>
          )}
        </li>
      ))}
      <li className="st-event">
        <p className="st-quiet">
          <Moment at={view.receivedAt} />
        </p>
        <p>{say('desk.did.received')}</p>
      </li>
    </ol>
  );
}

function eventText(event: Exclude<EventView, { readonly kind: 'noted' }>, say: Say): string {
  switch (event.kind) {
    case 'handled':
      return say('desk.did.handled', {
        from: say(`desk.state.${event.from}`),
        to: say(`desk.state.${event.to}`),
      });
    case 'assigned':
      return event.to
        ? say('desk.did.assigned', { name: isolated(event.to.name) })
        : say('desk.did.given-back');
    case 'forwarded':
      return say('desk.did.forwarded', { office: isolated(event.office.name), to: isolated(event.to) });
    default:
      return say(`desk.did.${event.kind}`, { to: isolated(event.to) });
  }
}
