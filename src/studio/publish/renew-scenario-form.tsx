import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { renameScenario } from '#engine/editing/index.ts';
import type { FindingView } from '../../api/findings.ts';
import { useEditableScope } from '../auth/permissions/use-scope.ts';
import { useDraftState, useStudio } from '../draft/context.ts';

/**
 * Renders a form that changes a failing scenario so that it expects the current result, for intended changes.
 * The scenario can be renamed at the same time if it has a name. Renders nothing if the finding has no
 * `renewal` or the person may not apply it.
 */
export function RenewScenarioForm({
  finding: { renewal, reason },
}: {
  readonly finding: FindingView;
}): ReactNode {
  const { store, say, announce } = useStudio();
  const { documents } = useDraftState();
  const { canApplyPatches } = useEditableScope();
  const [next, setNext] = useState<string>();
  const id = useId();
  if (renewal === undefined || !canApplyPatches(renewal)) return null;
  const [list, named] = renewal.find(({ file }) => file === 'scenarios.json')?.path ?? [];
  const isNamed = list === 'scenarios' && named !== undefined;
  const name = isNamed ? named : (/“([^”]+)”/.exec(reason)?.[1] ?? '');
  /** Applies the new expectation and the new name as one change of the draft, and announces it. */
  const renewScenario = (event: FormEvent) => {
    event.preventDefault();
    const renamed = isNamed && next !== undefined ? renameScenario(documents, named, next) : [];
    store.perform({
      title: { key: 'scenario-renewed', values: { scenario: name } },
      patches: [...renewal, ...renamed],
    });
    announce(say('checks.renewed'));
  };
  return (
    <form className="st-renewal st-stack-1 st-start" onSubmit={renewScenario}>
      {isNamed && (
        <>
          <label htmlFor={id}>{say('checks.renew.name')}</label>
          <input
            id={id}
            className="st-input"
            dir="auto"
            value={next ?? named}
            onChange={({ target }) => setNext(target.value)}
          />
        </>
      )}
      <button type="submit" className="st-button">
        {say('checks.renew')}
      </button>
    </form>
  );
}
