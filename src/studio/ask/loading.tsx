import type { ReactNode } from 'react';
import { useStudio } from '../context.ts';
import { troubleText } from './trouble-text.ts';
import type { Loaded } from './use-loaded.ts';

/** Draws loaded data, or the state of its loading, or the failure with a button to try again. */
export function Loading<Value>({
  of,
  children,
}: {
  readonly of: Loaded<Value>;
  readonly children: (value: Value) => ReactNode;
}): ReactNode {
  const { say } = useStudio();
  if (of.value !== undefined) return children(of.value);
  if (of.trouble === undefined) return <p className="st-quiet">{say('loading.part')}</p>;
  return (
    <div className="st-notice st-notice--error" role="alert">
      <p>{troubleText(of.trouble, say)}</p>
      <p>
        <button type="button" className="st-button" onClick={() => void of.reload()}>
          {say('try-again')}
        </button>
      </p>
    </div>
  );
}
