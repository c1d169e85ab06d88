import { type ReactNode, useEffect, useState } from 'react';
import type { Sentence } from '#engine/sentences/index.ts';
import { loadSituations } from '../api.ts';
import { useDraftState, useStudio } from '../context.ts';
import { FindingText } from '../findings/finding-text.tsx';
import { getExampleAddress } from '../preview/settings.ts';
import type { FindingView } from '../protocol.ts';
import { SentenceText } from '../sentence-text.tsx';

/**
 * Lists the findings of a rule. If a visitor can be stuck, shows the smallest such situation with a link to
 * it.
 */
export function RuleFindings({ findings }: { readonly findings: readonly FindingView[] }): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraftState();
  const findingsWithSituation = findings.filter(({ scenario }) => scenario !== undefined);
  const situations = useSituationSentences(findingsWithSituation);
  return findings.map((finding) => {
    const { code, pointer, reason, severity, scenario, offices, situations: count } = finding;
    const address =
      scenario && getExampleAddress({ on: scenario.on, ...(offices && { offices }) }, documents);
    const situation = situations?.[findingsWithSituation.indexOf(finding)];
    return (
      <div
        key={`${code} ${pointer} ${reason}`}
        className={`st-notice st-notice--${severity === 'error' ? 'error' : 'warning'}`}
      >
        {severity === 'error' && scenario && (
          <p className="st-label">{say('rules.stuck', { count: count ?? 1 })}</p>
        )}
        {hasOwnText(code) ? <p>{say(`rules.stuck.${code}`)}</p> : <FindingText finding={finding} />}
        {situation && (
          <p>
            <SentenceText sentence={situation} />{' '}
            {address && <a href={address}>{say('rules.see-situation')}</a>}
          </p>
        )}
      </div>
    );
  });
}

/** Findings of the proof have their own texts, because the situation is shown beside them. */
const codesWithOwnText = [
  'required-hidden',
  'required-fixed',
  'required-choice-empty',
  'no-type-offered',
] as const;

function hasOwnText(code: string): code is (typeof codesWithOwnText)[number] {
  return codesWithOwnText.some((one) => one === code);
}

/** Returns the situations of the findings as sentences, in the same order. Undefined while loading. */
function useSituationSentences(findings: readonly FindingView[]): readonly Sentence[] | undefined {
  const [sentences, setSentences] = useState<readonly Sentence[]>();
  const request = JSON.stringify(findings.map(({ scenario }) => scenario?.on));
  useEffect(() => {
    let isCurrent = true;
    if (request !== '[]')
      loadSituations(JSON.parse(request)).then(
        (loaded) => isCurrent && loaded && setSentences(loaded),
        // The next version of the draft triggers another attempt.
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [request]);
  return sentences;
}
