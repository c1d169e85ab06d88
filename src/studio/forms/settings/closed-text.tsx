import { type ReactNode, useId } from 'react';
import {
  type ClosedState,
  getClosedText,
  getClosedTextKey,
  getFallbackLocale,
  setClosedText,
} from '#engine/editing/index.ts';
import { useDraftState, useStudio } from '../../draft/context.ts';
import type { TypeEdit } from './use-type-edit.ts';

/**
 * Edits the text of a closed or full form in the fallback language. The other languages are edited with all
 * texts.
 */
export function ClosedText({
  type,
  state,
  edit,
}: {
  readonly type: string;
  readonly state: ClosedState;
  readonly edit: TypeEdit;
}): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraftState();
  const id = useId();
  const locale = getFallbackLocale(documents);
  const key = getClosedTextKey(type, state);
  return (
    <div className="st-stack-1">
      <label htmlFor={id}>{say(`type-settings.${state}-text`)}</label>
      <input
        id={id}
        className="st-input"
        lang={locale}
        dir="auto"
        aria-describedby={`${id}-hint`}
        value={getClosedText(documents, type, { locale, state }) ?? ''}
        onChange={({ target }) =>
          edit.perform(state, setClosedText(documents, type, { locale, state, text: target.value }))
        }
      />
      <p id={`${id}-hint`} className="st-hint">
        {say('type-settings.closed-text-hint')}{' '}
        <a href={`/studio/texts?key=${encodeURIComponent(key)}`}>{say('type-settings.closed-text-all')}</a>
      </p>
    </div>
  );
}
