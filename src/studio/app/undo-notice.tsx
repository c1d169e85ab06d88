import { type ReactNode, useState } from 'react';
import { useDraftState, useStudio } from '../draft/context.ts';
import { useStepFormat } from '../draft/value-changes.tsx';

/**
 * Renders what was undone last on this page, from what to what, with a button that redoes it, until something
 * else is changed or the notice is closed. It is announced where it is undone, not here.
 */
export function UndoNotice({ onRedo }: { readonly onRedo: () => void }): ReactNode {
  const { say } = useStudio();
  const formatStep = useStepFormat();
  const { history } = useDraftState();
  const last = history.redo.at(-1);
  const lastId = last?.changes[0];
  // What was undone before the page was loaded is known already.
  const [closed, setClosed] = useState(lastId);
  if (last === undefined || lastId === closed) return null;
  return (
    <section className="st-undo-notice" aria-label={say('undo')}>
      <span className="st-breaks">
        {say('undone.named', {
          what: formatStep(last, true),
        })}
      </span>
      <button type="button" className="st-button st-button--small" onClick={onRedo}>
        {say('undo.notice.redo')}
      </button>
      <button type="button" className="st-button st-button--small" onClick={() => setClosed(lastId)}>
        {say('undo.notice.hide')}
      </button>
    </section>
  );
}
