import { type ReactNode, useMemo, useRef } from 'react';
import { applyPatches } from '#engine/editing/index.ts';
import { useDraft, useStudio } from '../context.ts';
import { movesOf, type OthersStep, othersSteps, type Step } from '../draft/history.ts';
import { useScope } from '../people/use-scope.ts';
import { personName } from '../presence/people.tsx';
import { titleText } from './change-title.ts';
import { Dialog } from './dialog.tsx';
import { shownValue } from './shown-value.ts';

/**
 * Lists the changes of the draft, the latest first. A person can go back to each own change, and can revert a
 * single change of somebody else.
 */
export function ChangesList({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { store, say, announce, may } = useStudio();
  const isMine = may('editor');
  const { mayPatch } = useScope();
  const { history } = useDraft();
  const heading = useRef<HTMLHeadingElement>(null);
  const done = useDone();
  const last = history.undo.at(-1);

  /** The pressed button may be gone, so the focus goes to the heading. */
  function told(text: string): void {
    announce(text);
    heading.current?.focus();
  }
  function go(steps: number): void {
    store.goBack(steps);
    told(say(steps > 0 ? 'changes.back' : 'changes.forward', { count: Math.abs(steps) }));
  }
  function takeBack({ title, patches }: Step): void {
    store.perform({ title, patches });
    told(say('changes.taken-back', { what: titleText(title, say) }));
  }

  return (
    <Dialog label={say('changes')} className="st-dialog--wide" onClose={onClose}>
      <h2 ref={heading} tabIndex={-1}>
        {say('changes')}
      </h2>
      {done.length + history.redo.length === 0 ? (
        <p className="st-empty">{say('changes.none')}</p>
      ) : (
        <ol className="st-changes" reversed>
          {history.redo.map((step, at) => (
            <Row
              key={step.changes[0]}
              step={step}
              state="undone"
              who={say('changes.you')}
              act={{ label: say('changes.go-forward'), run: () => go(at - history.redo.length) }}
            />
          ))}
          {done.map((step) =>
            'by' in step ? (
              <Row
                key={step.changes[0]}
                step={step}
                state={step.stands}
                who={personName(step, say)}
                {...(step.stands === 'done' &&
                  mayPatch(step.patches) && {
                    act: { label: say('changes.take-back'), run: () => takeBack(step) },
                  })}
              />
            ) : (
              <Row
                key={step.changes[0]}
                step={step}
                state={step === last ? 'now' : 'done'}
                who={say('changes.you')}
                {...(step !== last && {
                  act: {
                    label: say('changes.go-back'),
                    run: () => go(history.undo.length - 1 - history.undo.indexOf(step)),
                  },
                })}
              />
            ),
          )}
          <li className="st-change" aria-current={last === undefined || undefined}>
            <span>{say('changes.start')}</span>
            {last !== undefined && isMine && (
              <button
                type="button"
                className="st-button"
                aria-label={`${say('changes.go-back')}: ${say('changes.start')}`}
                onClick={() => go(history.undo.length)}
              >
                {say('changes.go-back')}
              </button>
            )}
          </li>
        </ol>
      )}
      {isMine && done.some((step) => 'by' in step) && <p className="st-quiet">{say('changes.others')}</p>}
      <button type="button" className="st-button" onClick={onClose}>
        {say('close')}
      </button>
    </Dialog>
  );
}

/**
 * A change: an own step, or somebody else's with its state. `overtaken` means that the same values were
 * changed again.
 */
type Done = Step | (OthersStep & { readonly stands: 'done' | 'overtaken' | 'undone' });

/** Returns the changes, the latest first. Changes that are not on the server yet are the latest. */
function useDone(): readonly Done[] {
  const { store } = useStudio();
  const { history, changes, documents } = useDraft();
  return useMemo(() => {
    const order = new Map(changes.map(({ id }, at) => [id, at]));
    const orderOf = (step: Step) => order.get(step.changes.at(-1) ?? '') ?? changes.length;
    const others = othersSteps(changes, store.by).map((step) => ({
      ...step,
      stands: standingOf(applyPatches(documents, step.patches)),
    }));
    return [...others, ...history.undo].sort((one, other) => orderOf(one) - orderOf(other)).toReversed();
  }, [store, history, changes, documents]);
}

/** Returns the state of a change, derived from the attempt to apply its inverse. */
function standingOf(applied: ReturnType<typeof applyPatches>): 'done' | 'overtaken' | 'undone' {
  if (!applied.ok) return 'overtaken';
  const isBack = applied.inverse.every(
    ({ before, after }) => JSON.stringify(before) === JSON.stringify(after),
  );
  return isBack ? 'undone' : 'done';
}

function Row({
  step,
  state,
  who,
  act,
}: {
  readonly step: Step;
  readonly state: 'done' | 'now' | 'undone' | 'overtaken';
  readonly who: string;
  readonly act?: { readonly label: string; readonly run: () => void };
}): ReactNode {
  const { say, may } = useStudio();
  const title = titleText(step.title, say);
  return (
    <li className={`st-change st-change--${state}`} aria-current={state === 'now' || undefined}>
      <span>
        {title}
        <span className="st-quiet">
          {' · '}
          <bdi>{who}</bdi>
          {state !== 'done' && ` · ${say(`changes.${state}`)}`}
        </span>
        <Moves of={step} isUndone={state === 'undone'} />
      </span>
      <Time of={step} />
      {act && may('editor') && (
        <button type="button" className="st-button" aria-label={`${act.label}: ${title}`} onClick={act.run}>
          {act.label}
        </button>
      )}
    </li>
  );
}

const mostMoves = 2;

/** Renders the values before and after a change, if they are not objects. */
function Moves({ of, isUndone }: { readonly of: Step; readonly isUndone: boolean }): ReactNode {
  const { say } = useStudio();
  const moves = movesOf(of)
    .filter((move) => [move.from, move.to].every((value) => typeof value !== 'object'))
    .filter(({ from, to }) => from !== undefined || to !== undefined)
    .slice(0, mostMoves);
  return moves.map(({ from, to }) => {
    // The patches of an undone step lead in the opposite direction.
    const [was, is] = isUndone ? [to, from] : [from, to];
    return (
      <span key={JSON.stringify([was ?? null, is ?? null])} className="st-move">
        {say('changes.move', { from: shownValue(was, say), to: shownValue(is, say) })}
      </span>
    );
  });
}

/** Renders the time at which the server accepted a step. Empty before that. */
function Time({ of }: { readonly of: Step }): ReactNode {
  const { locale } = useStudio();
  const { changes } = useDraft();
  const at = changes.find(({ id }) => id === of.changes[0])?.at;
  if (at === undefined) return <time />;
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const clock = new Intl.DateTimeFormat(locale, {
    timeStyle: 'short',
    ...(isToday ? {} : { dateStyle: 'short' }),
  });
  return <time dateTime={new Date(at).toISOString()}>{clock.format(at)}</time>;
}
