import { type ReactNode, useState } from 'react';
import { addScenario, applyPatches, type Patch } from '#engine/editing/index.ts';
import type { RuleWatchView } from '../../../api/studio.ts';
import { useEditableScope } from '../../auth/permissions/use-scope.ts';
import { loadRuleWatch } from '../../draft/api.ts';
import { useDraftState, useStudio } from '../../draft/context.ts';

export interface WatchRuleProps {
  /** The id of the rule. */
  readonly rule: string;
  /** The purpose of the rule. The new expectations are named after it. */
  readonly description: string;
  /** True where the sentence that nothing would warn is there already: only the button is rendered. */
  readonly isButton?: boolean;
}

/**
 * Renders that no expectation would fail if a rule stopped working, with a button that adds such expectations
 * to the draft. Renders nothing for people who may not add them.
 */
export function WatchRule({ rule, description, isButton = false }: WatchRuleProps): ReactNode {
  const { say, store, announce, may } = useStudio();
  const { documents, report } = useDraftState();
  const { canApplyPatches } = useEditableScope();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState('');
  if (!may('editor')) return null;

  /** Adds the expectations to the draft and announces it, or shows why that is not possible. */
  async function watch(): Promise<void> {
    setIsBusy(true);
    const view = await loadRuleWatch(rule, report?.reach[rule]?.example).catch(() => null);
    setIsBusy(false);
    if (view === null) return setFailure(say('expectation.failed'));
    const patches = listPatches(view);
    if (patches.length === 0) return setFailure(say('watch.impossible'));
    if (!canApplyPatches(patches)) return setFailure(say('watch.outside'));
    setFailure(view.unwatched > 0 ? say('watch.partly') : '');
    store.perform({ title: { key: 'scenario-added', values: { scenario: description } }, patches });
    announce(say('watch.done', { rule: description }));
  }

  /** Returns the patches that add all scenarios. Each is added to the documents that have the ones before. */
  function listPatches({ scenarios, usual }: RuleWatchView): readonly Patch[] {
    const all: Patch[] = [];
    let current = documents;
    for (const captured of scenarios) {
      const { patches } = addScenario(current, description, captured, usual);
      const applied = applyPatches(current, patches);
      if (!applied.ok) continue;
      current = applied.documents;
      all.push(...patches);
    }
    return all;
  }

  return (
    <div className="st-watch">
      <p className="st-quiet">
        {!isButton && `${say('watch.missing')} `}
        <button
          type="button"
          className="st-link"
          aria-label={say('watch.named', { rule: description })}
          aria-disabled={isBusy}
          onClick={() => isBusy || void watch()}
        >
          {say('watch')}
        </button>
      </p>
      {failure !== '' && (
        <p className="st-problem" role="alert">
          {failure}
        </p>
      )}
    </div>
  );
}
