import type { ReactNode } from 'react';
import { useStudioLanguage } from '../language.ts';
import { formatRequestFailure } from './format-request-failure.ts';
import type { ServerData } from './use-server-data.ts';

/**
 * Renders `children` with the value if there is one. Otherwise renders a message while it is loading, or the
 * error and a button that loads again.
 */
export function LoadingState<Value>({
  of,
  children,
}: {
  readonly of: ServerData<Value>;
  readonly children: (value: Value) => ReactNode;
}): ReactNode {
  const { say } = useStudioLanguage();
  if (of.value !== undefined) return children(of.value);
  if (of.trouble === undefined) return <p className="st-quiet">{say('loading.part')}</p>;
  return (
    <div className="st-notice st-notice--error" role="alert">
      <p>{formatRequestFailure(of.trouble, say)}</p>
      <p>
        <button type="button" className="st-button" onClick={() => void of.reload()}>
          {say('try-again')}
        </button>
      </p>
    </div>
  );
}
