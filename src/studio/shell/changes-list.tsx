import type { ReactNode } from 'react';
import { useDraft, useStudio } from '../context.ts';
import type { Step } from '../draft/history.ts';
import { titleText } from './change-title.ts';
import { Dialog } from './dialog.tsx';

/** What one has done, the latest first, each a place to go back to, or forward to where it was taken back. */
export function ChangesList({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { store, say, announce, locale } = useStudio();
  const { history, changes } = useDraft();
  const times = new Map(changes.map(({ id, at }) => [id, at]));
  const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: 'numeric' });
  const timeOf = ({ changes: [id = ''] }: Step) => {
    const at = times.get(id);
    return at === undefined ? undefined : clock.format(at);
  };

  function go(steps: number): void {
    for (let step = 0; step < Math.abs(steps); step++)
      if (steps < 0) store.undo();
      else store.redo();
    announce(say(steps < 0 ? 'changes.back' : 'changes.forward', { count: Math.abs(steps) }));
  }

  const labelOf = (state: 'done' | 'undone') =>
    say(state === 'done' ? 'changes.go-back' : 'changes.go-forward');
  const row = (
    step: Step,
    { steps, state }: { readonly steps: number; readonly state: 'done' | 'now' | 'undone' },
  ) => (
    <li
      key={step.changes[0]}
      className={`st-change st-change--${state}`}
      aria-current={state === 'now' || undefined}
    >
      <span>
        {titleText(step.title, say)}
        {state === 'undone' && <span className="st-quiet"> · {say('changes.undone')}</span>}
        {state === 'now' && <span className="st-quiet"> · {say('changes.now')}</span>}
      </span>
      <time>{timeOf(step)}</time>
      {state !== 'now' && (
        <button
          type="button"
          className="st-button"
          aria-label={`${labelOf(state)}: ${titleText(step.title, say)}`}
          onClick={() => go(steps)}
        >
          {labelOf(state)}
        </button>
      )}
    </li>
  );
  const last = history.undo.length - 1;
  return (
    <Dialog label={say('changes')} className="st-dialog--wide" onClose={onClose}>
      <h2>{say('changes')}</h2>
      {history.undo.length + history.redo.length === 0 ? (
        <p className="st-empty">{say('changes.none')}</p>
      ) : (
        <ol className="st-changes" reversed>
          {history.redo.map((step, at) => row(step, { steps: history.redo.length - at, state: 'undone' }))}
          {history.undo
            .map((step, at) => row(step, { steps: at - last, state: at === last ? 'now' : 'done' }))
            .toReversed()}
          <li className="st-change" aria-current={last < 0 || undefined}>
            <span>{say('changes.start')}</span>
            {last >= 0 && (
              <button
                type="button"
                className="st-button"
                aria-label={`${say('changes.go-back')}: ${say('changes.start')}`}
                onClick={() => go(-history.undo.length)}
              >
                {say('changes.go-back')}
              </button>
            )}
          </li>
        </ol>
      )}
      <button type="button" className="st-button" onClick={onClose}>
        {say('close')}
      </button>
    </Dialog>
  );
}
