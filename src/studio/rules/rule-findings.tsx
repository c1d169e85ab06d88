import { type ReactNode, useEffect, useState } from 'react';
import type { Sentence } from '#engine/words/index.ts';
import { loadSituations } from '../api.ts';
import { useDraft, useStudio } from '../context.ts';
import { FindingText } from '../findings/finding-text.tsx';
import { exampleAddress } from '../preview/settings.ts';
import type { FindingView } from '../protocol.ts';
import { Said } from '../said.tsx';

/**
 * Renders the findings of a rule. If a visitor is stuck, it adds the smallest such situation with a link to
 * it.
 */
export function RuleFindings({ findings }: { readonly findings: readonly FindingView[] }): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraft();
  const told = findings.filter(({ scenario }) => scenario !== undefined);
  const situations = useSituations(told);
  return findings.map((finding) => {
    const { code, pointer, reason, severity, scenario, offices, situations: count } = finding;
    const address = scenario && exampleAddress({ on: scenario.on, ...(offices && { offices }) }, documents);
    const situation = situations?.[told.indexOf(finding)];
    return (
      <div
        key={`${code} ${pointer} ${reason}`}
        className={`st-notice st-notice--${severity === 'error' ? 'error' : 'warning'}`}
      >
        {severity === 'error' && scenario && (
          <p className="st-label">{say('rules.stuck', { count: count ?? 1 })}</p>
        )}
        {isWorded(code) ? <p>{say(`rules.stuck.${code}`)}</p> : <FindingText finding={finding} />}
        {situation && (
          <p>
            <Said sentence={situation} /> {address && <a href={address}>{say('rules.see-situation')}</a>}
          </p>
        )}
      </div>
    );
  });
}

/** Findings of the proof have their own texts, because the situation is shown beside them. */
const worded = ['required-hidden', 'required-fixed', 'required-choice-empty', 'no-type-offered'] as const;

function isWorded(code: string): code is (typeof worded)[number] {
  return worded.some((one) => one === code);
}

function useSituations(findings: readonly FindingView[]): readonly Sentence[] | undefined {
  const [said, setSaid] = useState<readonly Sentence[]>();
  const asked = JSON.stringify(findings.map(({ scenario }) => scenario?.on));
  useEffect(() => {
    let isCurrent = true;
    if (asked !== '[]')
      loadSituations(JSON.parse(asked)).then(
        (loaded) => isCurrent && loaded && setSaid(loaded),
        // The next version of the draft triggers another attempt.
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [asked]);
  return said;
}
