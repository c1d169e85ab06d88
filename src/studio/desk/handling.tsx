import { type ReactNode, useState } from 'react';
import { troubleText } from '../ask/trouble-text.ts';
import { useLoaded } from '../ask/use-loaded.ts';
import { useStudio } from '../context.ts';
import { LabelledSelect } from '../labelled-select.tsx';
import { mayWithEnquiries } from '../people/enquiry-rights.ts';
import type { DeskChoices, DeskEnquiryView, HandlingRequest } from '../protocol-desk.ts';
import { attempt, type Trouble } from '../request.ts';
import { handlingStates } from './filter.ts';

/** What somebody wants to become of an enquiry. */
type Wish = Pick<HandlingRequest, 'state' | 'assignee'>;

/** What became of it and who has it; where two change it at once the later one sees what the first did, and decides. */
export function Handling({
  view,
  onView,
}: {
  readonly view: DeskEnquiryView;
  readonly onView: (view: DeskEnquiryView) => void;
}): ReactNode {
  const { say, me, announce } = useStudio();
  const mayHandle = mayWithEnquiries(me, 'handle');
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const [refused, setRefused] = useState<Wish>();

  async function change(wish: Wish): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    const seen = { state: view.state, ...(view.assignee && { assignee: view.assignee.id }) };
    const body: HandlingRequest = { seen, ...wish };
    const outcome = await attempt<DeskEnquiryView>(`enquiries/${encodeURIComponent(view.id)}/handling`, {
      ...{ method: 'POST', body },
    });
    setIsBusy(false);
    if (!outcome.isDone && outcome.trouble.error === 'changed') {
      setTrouble(undefined);
      setRefused(wish);
      onView(outcome.trouble.enquiry);
      return;
    }
    setTrouble(outcome.isDone ? undefined : outcome.trouble);
    if (!outcome.isDone) return;
    setRefused(undefined);
    onView(outcome.answer);
    const { state, assignee } = outcome.answer;
    announce(
      `${say(`desk.state.${state}`)} · ${assignee ? say('desk.held-by', { name: assignee.name }) : say('desk.held-by-nobody')}`,
    );
  }

  return (
    <section className="st-desk-card st-enquiry-handling" aria-labelledby="st-desk-handling">
      <h2 id="st-desk-handling">{say('desk.handling')}</h2>
      {mayHandle ? (
        <fieldset className="st-segments">
          <legend className="st-visually-hidden">{say('desk.state')}</legend>
          {handlingStates.map((state) => (
            <button
              key={state}
              type="button"
              className="st-segment"
              aria-pressed={view.state === state}
              onClick={() => {
                if (view.state !== state) void change({ state });
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
        <Holder view={view} onChange={(wish) => void change(wish)} />
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

/** Who has it: taken, given back, or given to somebody. Whoever takes up what is new has it in hand. */
function Holder({
  view: { state, assignee },
  onChange,
}: {
  readonly view: DeskEnquiryView;
  readonly onChange: (wish: Wish) => void;
}): ReactNode {
  const { say, me } = useStudio();
  const choices = useLoaded<DeskChoices>('enquiries/choices');
  const others = choices.value?.people ?? [];
  const people = [me, ...(assignee ? [assignee] : []), ...others];
  const known = new Map(people.map(({ id, name }) => [id, name]));
  const isMine = assignee?.id === me.id;
  const give = (id: string) =>
    onChange(
      id === ''
        ? { assignee: null, ...(state === 'in-hand' && { state: 'new' }) }
        : { assignee: id, ...(state === 'new' && { state: 'in-hand' }) },
    );
  return (
    <div className="st-holder">
      <LabelledSelect
        label={say('desk.holder')}
        value={assignee?.id ?? ''}
        options={[['', say('desk.nobody-has')], ...known]}
        onChange={give}
      />
      <button type="button" className="st-button" onClick={() => give(isMine ? '' : me.id)}>
        {say(isMine ? 'desk.give-back' : 'desk.take')}
      </button>
    </div>
  );
}

/** Somebody was faster: what they did, and what one wanted. */
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
