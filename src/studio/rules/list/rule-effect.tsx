import { type ReactNode, useEffect, useState } from 'react';
import { sentenceToText } from '#engine/rules/sentences/sentence.ts';
import type { RuleEffect as Effect, RuleCoverageView } from '../../../api/studio.ts';
import { loadRuleEffect } from '../../draft/api.ts';
import { useDraftState, useStudio } from '../../draft/context.ts';
import { SentenceText } from '../../ui/sentence-text.tsx';

/**
 * Renders the example situation of a rule’s coverage, and a table of what differs there with and without the
 * rule. Renders a message instead while loading or if the coverage is undefined, if the rule is never true,
 * and in place of the table if nothing differs.
 */
export function RuleDifference({
  rule,
  reach,
}: {
  readonly rule: string;
  readonly reach: RuleCoverageView | undefined;
}): ReactNode {
  const { say } = useStudio();
  const effect = useRuleEffect(rule, reach);
  if (reach && reach.example === undefined) return <p className="st-quiet">{say('rules.never')}</p>;
  if (effect === undefined) return <p className="st-quiet">{say('checks.working')}</p>;
  return (
    <div className="st-without st-stack-2">
      <p>
        <SentenceText sentence={effect.situation} />
      </p>
      {effect.changes.length === 0 ? (
        <p className="st-quiet">{say('rules.without.same')}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{say('rules.with')}</th>
              <th scope="col">{say('rules.without')}</th>
            </tr>
          </thead>
          <tbody>
            {effect.changes.map(({ about, now = [], other = [] }) => (
              <tr key={about}>
                <td>{sentenceToText(now) || '–'}</td>
                <td>{sentenceToText(other) || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/**
 * Loads what a rule changes in the example situation of its coverage, again for each checked version of the
 * draft. Returns undefined until something is loaded. The previous result is returned while loading, if
 * loading fails, and if there is no example any more.
 */
function useRuleEffect(rule: string, reach: RuleCoverageView | undefined): Effect | undefined {
  const [effect, setEffect] = useState<Effect>();
  const { report } = useDraftState();
  const version = report?.isForm && report.isProven ? report.version : -1;
  const example = reach?.example && JSON.stringify(reach.example);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version of the draft may differ in the same example.
  useEffect(() => {
    let isCurrent = true;
    if (example !== undefined)
      loadRuleEffect(rule, JSON.parse(example)).then(
        (loaded) => isCurrent && loaded && setEffect(loaded),
        // The next checked version of the draft triggers another attempt.
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [rule, example, version]);
  return effect;
}
