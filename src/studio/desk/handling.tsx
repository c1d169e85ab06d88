import { type ReactNode, useRef, useState } from 'react';
import { troubleText } from '../ask/trouble-text.ts';
import { useLoaded } from '../ask/use-loaded.ts';
import { useStudio } from '../context.ts';
import { LabelledSelect } from '../labelled-select.tsx';
import { mayWithEnquiries } from '../people/enquiry-rights.ts';
import type { DeskEnquiryView, HandlingRequest, PersonName } from '../protocol-desk.ts';
import { attempt } from '../request.ts';
import { handlingStates } from './filter.ts';
import { useTrouble } from './use-trouble.ts';

type Wish = Pick<HandlingRequest, 'state' | 'assignee'>;

/** State and assignee. Null if nobody is assigned. */
interface HandlingShown {
  readonly state: DeskEnquiryView['state'];
  readonly assignee: string | null;
}

/**
 * State and assignee of an enquiry. If two people change it at once, the later one sees the other's change
 * and decides again.
 */
export function Handling({
  view,
  onView,
}: {
  readonly view: DeskEnquiryView;
  readonly onView: (view: DeskEnquiryView) => void;
}): ReactNode {
  const { say, me, announce } = useStudio();
  const mayHandle = mayWithEnquiries(me, 'handle');
  /** The change that is being sent, with later presses. It is shown as if it were saved. */
  const [wished, setWished] = useState<Wish>();
  const waiting = useRef<Wish | undefined>(undefined);
  const isBusy = useRef(false);
  const [trouble, setTrouble] = useTrouble(view);
  const [refused, setRefused] = useState<Wish>();
  const shown = { ...handlingOf(view), ...wished };

  /** Sends a change. Changes made during a request are sent after it, based on its answer. */
  async function change(wish: Wish): Promise<void> {
    waiting.current = { ...waiting.current, ...wish };
    setWished((before) => ({ ...before, ...wish }));
    setTrouble(undefined);
    setRefused(undefined);
    if (isBusy.current) return;
    isBusy.current = true;
    await ask(takeWaiting() ?? wish, view);
    isBusy.current = false;
    setWished(undefined);
  }

  function takeWaiting(): Wish | undefined {
    const wish = waiting.current;
    waiting.current = undefined;
    return wish;
  }

  async function ask(wish: Wish, now: DeskEnquiryView): Promise<void> {
    const { state: seenState, assignee: seenBy } = handlingOf(now);
    const body: HandlingRequest = {
      seen: { state: seenState, ...(seenBy !== null && { assignee: seenBy }) },
      ...wish,
    };
    const outcome = await attempt<DeskEnquiryView>(`enquiries/${encodeURIComponent(view.id)}/handling`, {
      ...{ method: 'POST', body },
    });
    const next = takeWaiting();
    if (outcome.isDone) {
      onView(outcome.answer);
      if (next) return ask(next, outcome.answer);
      const { state, assignee } = outcome.answer;
      return announce(
        `${say(`desk.state.${state}`)} · ${assignee ? say('desk.held-by', { name: assignee.name }) : say('desk.held-by-nobody')}`,
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
    <section className="st-desk-card st-enquiry-handling" aria-labelledby="st-desk-handling">
      <h2 id="st-desk-handling">
        {say('desk.handling')}
        {wished && <span className="st-desk-saving">{say('saving.saving')}</span>}
      </h2>
      {mayHandle ? (
        <fieldset className="st-segments">
          <legend className="st-visually-hidden">{say('desk.state')}</legend>
          {handlingStates.map((state) => (
            <button
              key={state}
              type="button"
              className="st-segment"
              aria-pressed={shown.state === state}
              onClick={() => {
                if (shown.state !== state) void change({ state });
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
        <Changed
          view={view}
          wish={refused}
          onAgain={() => void change(refused)}
          onLeave={() => setRefused(undefined)}
        />
      )}
      {mayHandle ? (
        <Holder view={view} shown={shown} onChange={(wish) => void change(wish)} />
      ) : (
        <p>
          {view.assignee ? say('desk.held-by', { name: view.assignee.name }) : say('desk.held-by-nobody')}
        </p>
      )}
      {trouble && (
        <p className="st-problem" role="alert">
          {troubleText(trouble, say)}
        </p>
      )}
    </section>
  );
}

/**
 * The assignee, with buttons to assign and unassign. Assigning a new enquiry also sets its state to
 * "in-hand".
 */
function Holder({
  view: { id, assignee },
  shown,
  onChange,
}: {
  readonly view: DeskEnquiryView;
  /** The shown choice: the server's, or the one being sent. */
  readonly shown: HandlingShown;
  readonly onChange: (wish: Wish) => void;
}): ReactNode {
  const { say, me } = useStudio();
  const holders = useLoaded<readonly PersonName[]>(`enquiries/${encodeURIComponent(id)}/holders`);
  const others = holders.value ?? [];
  const people = [me, ...(assignee ? [assignee] : []), ...others];
  const known = new Map(people.map((person) => [person.id, person.name]));
  const isMine = shown.assignee === me.id;
  const give = (to: string) =>
    onChange(
      to === ''
        ? { assignee: null, ...(shown.state === 'in-hand' && { state: 'new' }) }
        : { assignee: to, ...(shown.state === 'new' && { state: 'in-hand' }) },
    );
  return (
    <div className="st-holder">
      <LabelledSelect
        label={say('desk.holder')}
        value={shown.assignee ?? ''}
        options={[['', say('desk.nobody-has')], ...known]}
        onChange={give}
      />
      <button type="button" className="st-button" onClick={() => give(isMine ? '' : me.id)}>
        {say(isMine ? 'desk.give-back' : 'desk.take')}
      </button>
    </div>
  );
}

function handlingOf({ state, assignee }: DeskEnquiryView): HandlingShown {
  return { state, assignee: assignee?.id ?? null };
}

/** The notice that somebody else was faster: their change, and the refused one. */
function Changed({
  view: { state, assignee, history },
  wish,
  onAgain,
  onLeave,
}: {
  readonly view: DeskEnquiryView;
  readonly wish: Wish;
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
