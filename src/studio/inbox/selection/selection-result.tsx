import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useStudio } from '../../draft/context.ts';
import { formatRequestFailure } from '../../ui/ask/format-request-failure.ts';
import { focusHeadingOnceLost } from '../../ui/use-heading-focus.ts';
import type { SelectionResult } from './use-selection-actions.ts';

/**
 * Renders the result of the last action on several enquiries: how many it changed, and which not and why. Gets the
 * focus if the pressed button has gone with its enquiries, or with the last result.
 */
export function SelectionResultNotice({
  result,
  onUndo,
  onDismiss,
}: {
  readonly result: SelectionResult | undefined;
  readonly onUndo: () => void;
  readonly onDismiss: () => void;
}): ReactNode {
  const { say } = useStudio();
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (result && document.activeElement === document.body) section.current?.focus();
  }, [result]);
  if (!result) return null;
  const { done, refused, undo, trouble, retry } = result;
  const isFailed = refused.length > 0 || trouble !== undefined;
  const count = refused.reduce((sum, { references }) => sum + references.length, 0);
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={`st-notice st-selection-result ${isFailed ? 'st-notice--warning' : ''}`}
      aria-label={say('desk.sel.result')}
    >
      {done !== undefined && <p>{done}</p>}
      {trouble && <p>{formatRequestFailure(trouble, say)}</p>}
      {count > 0 && (
        <>
          <p>{say('desk.sel.refused', { count })}</p>
          <ul>
            {refused.map(({ reason, references }) => (
              <li key={reason}>
                {say(`desk.sel.refused.${reason}`)}{' '}
                {references.map((reference, at) => (
                  <span key={reference}>
                    {at > 0 && ', '}
                    <bdi dir="ltr">{reference}</bdi>
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="st-actions">
        {undo && (
          <button type="button" className="st-button" onClick={onUndo}>
            {say('undo')}
          </button>
        )}
        {trouble && retry && (
          <button type="button" className="st-button" onClick={retry}>
            {say('try-again')}
          </button>
        )}
        <button
          type="button"
          className="st-button st-button--plain"
          onClick={() => {
            onDismiss();
            const rest = '#st-inbox-selected button, .st-inbox-row th a';
            const target = document.querySelector<HTMLElement>(rest);
            if (target) target.focus();
            else focusHeadingOnceLost();
          }}
        >
          {say('close')}
        </button>
      </div>
    </section>
  );
}
