import { type ReactNode, useMemo, useRef } from 'react';
import { applyPatches } from '#engine/editing/index.ts';
import { useEditableScope } from '../auth/permissions/use-scope.ts';
import { useChangeTitles } from '../draft/change-title.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { listOthersSteps, type OthersStep, type UndoStep } from '../draft/history.ts';
import { formatPersonName } from '../draft/presence/people.tsx';
import { ValueChanges } from '../draft/value-changes.tsx';
import { Dialog } from '../ui/dialog.tsx';

/**
 * Renders a dialog with the changes of the draft, the latest first. A person can go back to any of their own
 * changes, forward to their undone ones, and can revert a single change of somebody else.
 */
export function ChangesList({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { store, say, announce, may } = useStudio();
  const formatTitle = useChangeTitles();
  const isMine = may('editor');
  const { canApplyPatches } = useEditableScope();
  const { history } = useDraftState();
  const heading = useRef<HTMLHeadingElement>(null);
  const done = useDoneChanges();
  const last = history.undo.at(-1);

  /** Announces a text and focuses the heading, because the pressed button may be gone. */
  function announceAndFocus(text: string): void {
    announce(text);
    heading.current?.focus();
  }
  /**
   * Undoes this number of own changes, announces it and focuses the heading. A negative number redoes as
   * many.
   */
  function undoSteps(steps: number): void {
    store.undoSteps(steps);
    announceAndFocus(say(steps > 0 ? 'changes.back' : 'changes.forward', { count: Math.abs(steps) }));
  }
  /** Reverts a single change of somebody else by a new change, announces it and focuses the heading. */
  function revertChange({ title, patches }: UndoStep): void {
    store.perform({ title, patches });
    announceAndFocus(say('undone.named', { what: formatTitle(title) }));
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
            <ChangeRow
              key={step.changes[0]}
              step={step}
              state="undone"
              who={say('changes.you')}
              act={{ label: say('changes.go-forward'), run: () => undoSteps(at - history.redo.length) }}
            />
          ))}
          {done.map((step) =>
            'by' in step ? (
              <ChangeRow
                key={step.changes[0]}
                step={step}
                state={step.revertState}
                who={formatPersonName(step, say)}
                {...(step.revertState === 'done' &&
                  canApplyPatches(step.patches) && {
                    act: { label: say('changes.take-back'), run: () => revertChange(step) },
                  })}
              />
            ) : (
              <ChangeRow
                key={step.changes[0]}
                step={step}
                state={step === last ? 'now' : 'done'}
                who={say('changes.you')}
                {...(step !== last && {
                  act: {
                    label: say('changes.go-back'),
                    run: () => undoSteps(history.undo.length - 1 - history.undo.indexOf(step)),
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
                aria-label={say('labelled', { label: say('changes.go-back'), value: say('changes.start') })}
                onClick={() => undoSteps(history.undo.length)}
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
 * An own change, or somebody else’s with its state: `done` can be reverted, `overtaken` means that the same
 * values were changed again, `undone` that the values are as before it.
 */
type DoneChange = UndoStep | (OthersStep & { readonly revertState: 'done' | 'overtaken' | 'undone' });

/**
 * Returns the changes of everybody, the latest first, without the person's own undone ones. Changes that are
 * not on the server yet are the latest.
 */
function useDoneChanges(): readonly DoneChange[] {
  const { store } = useStudio();
  const { history, changes, documents } = useDraftState();
  return useMemo(() => {
    const order = new Map(changes.map(({ id }, at) => [id, at]));
    /**
     * Returns the position of the last change of a step among the accepted changes; for a change that the
     * server has not accepted yet, a position after all of them.
     */
    const getOrder = (step: UndoStep) => order.get(step.changes.at(-1) ?? '') ?? changes.length;
    const others = listOthersSteps(changes, store.by).map((step) => ({
      ...step,
      revertState: getRevertState(applyPatches(documents, step.patches)),
    }));
    return [...others, ...history.undo].sort((one, other) => getOrder(one) - getOrder(other)).toReversed();
  }, [store, history, changes, documents]);
}

/**
 * Returns the state of a change, from the result of applying the patches that revert it: `undone` if they
 * change nothing, `overtaken` if they cannot be applied.
 */
function getRevertState(applied: ReturnType<typeof applyPatches>): 'done' | 'overtaken' | 'undone' {
  if (!applied.ok) return 'overtaken';
  const isBack = applied.inverse.every(
    ({ before, after }) => JSON.stringify(before) === JSON.stringify(after),
  );
  return isBack ? 'undone' : 'done';
}

/**
 * Renders a row of the list: the title of the change, its author (`who`), its state, values and time, and its
 * button. The button is not rendered for people who may not edit.
 */
function ChangeRow({
  step,
  state,
  who,
  act,
}: {
  readonly step: UndoStep;
  readonly state: 'done' | 'now' | 'undone' | 'overtaken';
  readonly who: string;
  /**
   * The button of the change: its label, and the function that it calls. Absent if nothing can be done with
   * it.
   */
  readonly act?: { readonly label: string; readonly run: () => void };
}): ReactNode {
  const { say, may } = useStudio();
  const formatTitle = useChangeTitles();
  const title = formatTitle(step.title, state === 'undone' ? undefined : step);
  return (
    <li className={`st-change st-change--${state}`} aria-current={state === 'now' || undefined}>
      <span>
        {title}
        <span className="st-quiet">
          {' · '}
          <bdi>{who}</bdi>
          {state !== 'done' && ` · ${say(`changes.${state}`)}`}
        </span>
        <ValueChanges of={step} isUndone={state === 'undone'} />
      </span>
      <AcceptedTime of={step} />
      {act && may('editor') && (
        <button type="button" className="st-button" aria-label={`${act.label}: ${title}`} onClick={act.run}>
          {act.label}
        </button>
      )}
    </li>
  );
}

/**
 * Renders the time at which the server accepted a change, with the date if it was not today. The element is
 * empty before that.
 */
function AcceptedTime({ of }: { readonly of: UndoStep }): ReactNode {
  const { locale } = useStudio();
  const { changes } = useDraftState();
  const at = changes.find(({ id }) => id === of.changes[0])?.at;
  if (at === undefined) return <time className="st-quiet" />;
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const clock = new Intl.DateTimeFormat(locale, {
    timeStyle: 'short',
    ...(isToday ? {} : { dateStyle: 'short' }),
  });
  return (
    <time className="st-quiet" dateTime={new Date(at).toISOString()}>
      {clock.format(at)}
    </time>
  );
}
