import { type ReactNode, useRef, useState } from 'react';
import type { EnquiryView, HandlingRequest, PersonName } from '../../api/inbox.ts';
import { hasEnquiryRight } from '../auth/permissions/enquiry-rights.ts';
import { useStudio } from '../draft/context.ts';
import { formatRequestFailure } from '../ui/ask/format-request-failure.ts';
import { tryRequest } from '../ui/ask/request.ts';
import { useServerData } from '../ui/ask/use-server-data.ts';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import { handlingStateOptions } from './filter.ts';
import { useActionFailure } from './use-action-failure.ts';

/** A change of the state, the assignee or both. Absent members do not change; the assignee null is nobody. */
type RequestedHandling = Pick<HandlingRequest, 'state' | 'assignee'>;

/** The state and the assignee's id, which is null if nobody is assigned. */
interface HandlingShown {
  readonly state: EnquiryView['state'];
  readonly assignee: string | null;
}

/**
 * Renders the state and the assignee of an enquiry, to be changed by people who have the right. If two people
 * change it at once, the later one sees the other's change and decides again.
 */
export function HandlingSection({
  view,
  onView,
}: {
  readonly view: EnquiryView;
  /** Called with the current enquiry in the answer of the server, also after a conflict. */
  readonly onView: (view: EnquiryView) => void;
}): ReactNode {
  const { say, me, announce } = useStudio();
  const mayHandle = hasEnquiryRight(me, 'handle');
  /** The change that is being sent, with those made meanwhile. It is shown as if it were saved. */
  const [pendingChange, setPendingChange] = useState<RequestedHandling>();
  const waiting = useRef<RequestedHandling | undefined>(undefined);
  const isBusy = useRef(false);
  const [trouble, setTrouble] = useActionFailure(view);
  const [refused, setRefused] = useState<RequestedHandling>();
  const shown = { ...getHandling(view), ...pendingChange };

  /**
   * Shows a change at once and sends it. If a request is running, the change is merged with others made
   * meanwhile and sent after it, based on its answer.
   */
  async function requestChange(wish: RequestedHandling): Promise<void> {
    waiting.current = { ...waiting.current, ...wish };
    setPendingChange((before) => ({ ...before, ...wish }));
    setTrouble(undefined);
    setRefused(undefined);
    if (isBusy.current) return;
    isBusy.current = true;
    await sendChange(takeWaitingChange() ?? wish, view);
    isBusy.current = false;
    setPendingChange(undefined);
  }

  /** Returns the change that waits for the current request, and clears it. Undefined if none waits. */
  function takeWaitingChange(): RequestedHandling | undefined {
    const wish = waiting.current;
    waiting.current = undefined;
    return wish;
  }

  /**
   * Sends a change based on a known state of the enquiry, then the one that waits for it, and announces the
   * result. If a request fails, shows the conflict or the failure and does not send the waiting change.
   */
  async function sendChange(wish: RequestedHandling, now: EnquiryView): Promise<void> {
    const { state: seenState, assignee: seenBy } = getHandling(now);
    const body: HandlingRequest = {
      seen: { state: seenState, ...(seenBy !== null && { assignee: seenBy }) },
      ...wish,
    };
    const outcome = await tryRequest<EnquiryView>(`enquiries/${encodeURIComponent(view.id)}/handling`, {
      method: 'POST',
      body,
    });
    const next = takeWaitingChange();
    if (outcome.isDone) {
      onView(outcome.answer);
      if (next) return sendChange(next, outcome.answer);
      const { reference, state, assignee } = outcome.answer;
      return announce(
        `${reference} · ${say(`desk.state.${state}`)} · ${assignee ? say('desk.held-by', { name: assignee.name }) : say('desk.held-by-nobody')}`,
      );
    }
    // The waiting change was made on top of the failed one, so both fail.
    const undone = { ...wish, ...next };
    if (outcome.trouble.error === 'changed') {
      setRefused(undone);
      onView(outcome.trouble.enquiry);
    } else setTrouble(outcome.trouble);
  }

  return (
    <section
      className="st-inbox-card st-box st-box--round st-padded-wide st-breaks st-enquiry-handling"
      aria-labelledby="st-inbox-handling"
    >
      <h2 id="st-inbox-handling">
        {say('desk.handling')}
        {pendingChange && <span className="st-inbox-saving">{say('saving.saving')}</span>}
      </h2>
      {mayHandle ? (
        <fieldset className="st-segments">
          <legend className="st-visually-hidden">{say('desk.state')}</legend>
          {handlingStateOptions.map((state) => (
            <button
              key={state}
              type="button"
              className="st-segment"
              aria-pressed={shown.state === state}
              onClick={() => {
                if (shown.state !== state) void requestChange({ state });
              }}
            >
              {say(`desk.state.${state}`)}
            </button>
          ))}
        </fieldset>
      ) : (
        <p>
          <span className={`st-handling st-handling--${view.state}`}>{say(`desk.state.${view.state}`)}</span>
        </p>
      )}
      {refused && (
        <ConflictNotice
          view={view}
          wish={refused}
          onAgain={() => void requestChange(refused)}
          onLeave={() => setRefused(undefined)}
        />
      )}
      {mayHandle ? (
        <AssigneeField view={view} shown={shown} onChange={(wish) => void requestChange(wish)} />
      ) : (
        <p>
          {view.assignee ? say('desk.held-by', { name: view.assignee.name }) : say('desk.held-by-nobody')}
        </p>
      )}
      {trouble && (
        <p className="st-problem" role="alert">
          {formatRequestFailure(trouble, say)}
        </p>
      )}
    </section>
  );
}

/**
 * Renders the assignee, to be changed. Assigning a new enquiry also sets its state to "in-hand"; unassigning
 * one in hand sets it back to "new".
 */
function AssigneeField({
  view: { id, assignee },
  shown,
  onChange,
}: {
  readonly view: EnquiryView;
  /** The shown choice: the server's, or the one being sent. */
  readonly shown: HandlingShown;
  readonly onChange: (wish: RequestedHandling) => void;
}): ReactNode {
  const { say, me } = useStudio();
  const holders = useServerData<readonly PersonName[]>(`enquiries/${encodeURIComponent(id)}/holders`);
  const others = holders.value ?? [];
  const people = [me, ...(assignee ? [assignee] : []), ...others];
  const known = new Map(people.map((person) => [person.id, person.name]));
  const isMine = shown.assignee === me.id;
  /** Assigns the enquiry to the person with this id, or to nobody if the id is empty. */
  const assignTo = (to: string) =>
    onChange(
      to === ''
        ? { assignee: null, ...(shown.state === 'in-hand' && { state: 'new' }) }
        : { assignee: to, ...(shown.state === 'new' && { state: 'in-hand' }) },
    );
  return (
    <div className="st-holder st-wrap st-end">
      <LabelledSelect
        label={say('desk.holder')}
        value={shown.assignee ?? ''}
        options={[['', say('desk.nobody-has')], ...known]}
        onChange={assignTo}
      />
      <button type="button" className="st-button" onClick={() => assignTo(isMine ? '' : me.id)}>
        {say(isMine ? 'desk.give-back' : 'desk.take')}
      </button>
    </div>
  );
}

/** Returns the state and the assignee of an enquiry. */
function getHandling({ state, assignee }: EnquiryView): HandlingShown {
  return { state, assignee: assignee?.id ?? null };
}

/**
 * Renders the current state and the change that somebody else prevented, which can be made again or
 * discarded.
 */
function ConflictNotice({
  view: { state, assignee, history },
  wish,
  onAgain,
  onLeave,
}: {
  readonly view: EnquiryView;
  readonly wish: RequestedHandling;
  readonly onAgain: () => void;
  readonly onLeave: () => void;
}): ReactNode {
  const { say, me } = useStudio();
  const last = history.findLast(({ kind }) => kind === 'handled' || kind === 'assigned');
  const now = `${say(`desk.state.${state}`)} · ${assignee ? say('desk.held-by', { name: assignee.name }) : say('desk.held-by-nobody')}`;
  const wanted = [
    ...(wish.state ? [say(`desk.state.${wish.state}`)] : []),
    ...(wish.assignee === undefined
      ? []
      : [
          wish.assignee === me.id
            ? say('desk.take')
            : wish.assignee === null
              ? say('desk.give-back')
              : say('desk.assign'),
        ]),
  ].join(' · ');
  return (
    <div className="st-notice st-notice--warning" role="alert">
      <p>
        <strong>{say('desk.changed', { name: last?.by?.name ?? say('people.somebody') })}</strong>
      </p>
      <p>{say('desk.changed-now', { now })}</p>
      <p>{say('desk.changed-wish', { wish: wanted })}</p>
      <div className="st-actions">
        <button type="button" className="st-button" onClick={onAgain}>
          {say('desk.changed-again')}
        </button>
        <button type="button" className="st-button" onClick={onLeave}>
          {say('desk.changed-leave')}
        </button>
      </div>
    </div>
  );
}
