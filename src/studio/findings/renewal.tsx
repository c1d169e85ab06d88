import type { ReactNode } from 'react';
import { useStudio } from '../context.ts';
import { useScope } from '../people/use-scope.ts';
import type { FindingView } from '../protocol.ts';

/** A change that was meant is one that a scenario may expect from now on. */
export function Renewal({ finding: { renewal, reason } }: { readonly finding: FindingView }): ReactNode {
  const { store, say, announce } = useStudio();
  const { mayPatch } = useScope();
  if (renewal === undefined || !mayPatch(renewal)) return null;
  const name = /“([^”]+)”/.exec(reason)?.[1] ?? '';
  const renew = () => {
    store.perform({ title: { key: 'scenario-renewed', values: { scenario: name } }, patches: renewal });
    announce(say('checks.renewed'));
  };
  return (
    <button type="button" className="st-button" onClick={renew}>
      {say('checks.renew')}
    </button>
  );
}
