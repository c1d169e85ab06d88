import { useMemo } from 'react';
import { listRules } from '#engine/editing/index.ts';
import type { FindingView } from '../../../api/findings.ts';
import { useDraftState } from '../../draft/context.ts';

/**
 * Returns a function that lists the findings of the rule with an id, of all severities, from the last check.
 * Empty before the first check.
 */
export function useRuleFindings(): (id: string) => readonly FindingView[] {
  const { documents, report } = useDraftState();
  return useMemo(() => {
    const ids = listRules(documents).map(({ id }) => id);
    const byRule = new Map<string, FindingView[]>();
    for (const finding of report?.findings ?? []) {
      const index =
        finding.file === 'rules.json' ? /^\/rules\/(\d+)(?:\/|$)/.exec(finding.pointer)?.[1] : undefined;
      const id = index === undefined ? undefined : ids[Number(index)];
      if (id !== undefined) byRule.set(id, [...(byRule.get(id) ?? []), finding]);
    }
    return (id) => byRule.get(id) ?? [];
  }, [documents, report]);
}
