import { type ReactNode, useEffect, useState } from 'react';
import { listRules } from '#engine/editing/index.ts';
import type { Sentence } from '#engine/rules/sentences/index.ts';
import type { FindingView } from '../../../api/findings.ts';
import { loadSituations } from '../../draft/api.ts';
import { useDraftState, useStudio } from '../../draft/context.ts';
import { pickExampleNames } from '../../preset/preview.ts';
import { getExampleAddress } from '../../preview/settings.ts';
import { FindingText } from '../../ui/finding-text.tsx';
import { findFindingTitle } from '../../ui/finding-title.ts';
import { SentenceText } from '../../ui/sentence-text.tsx';
import { RuleLinks } from '../field-rules.tsx';

/**
 * Lists the findings of a rule; renders nothing if there are none. A finding that was found in a situation
 * also shows the smallest such situation, with a link to its preview.
 */
export function RuleFindings({ findings }: { readonly findings: readonly FindingView[] }): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraftState();
  const findingsWithSituation = findings.filter(({ scenario }) => scenario !== undefined);
  const situations = useSituationSentences(findingsWithSituation);
  return findings.map((finding) => {
    const { code, pointer, reason, severity, scenario, situations: count } = finding;
    const address =
      scenario && getExampleAddress({ on: scenario.on, ...pickExampleNames(finding) }, documents);
    const situation = scenario && situations.get(toSituationKey(scenario.on));
    return (
      <div
        key={`${code} ${pointer} ${reason}`}
        className={`st-notice st-notice--${severity === 'error' ? 'error' : 'warning'}`}
      >
        {severity === 'error' && scenario && (
          <p className="st-label">{say('rules.stuck', { count: count ?? 1 })}</p>
        )}
        {hasOwnText(code) ? (
          <p>{say(`rules.stuck.${code}`)}</p>
        ) : finding.because ? (
          <OtherRules finding={finding} because={finding.because} />
        ) : (
          <FindingText finding={finding} />
        )}
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

/** Returns true for the codes in `codesWithOwnText`. */
function hasOwnText(code: string): code is (typeof codesWithOwnText)[number] {
  return codesWithOwnText.some((one) => one === code);
}

/** The sentences of situations, by the keys of `toSituationKey`. */
type SituationSentences = ReadonlyMap<string, Sentence>;

const noSentences: SituationSentences = new Map();

/**
 * Loads the situations of the findings as sentences. The previous ones stay until the new ones are loaded,
 * and if loading fails. Empty before anything is loaded.
 * @param findings Findings that all have a `scenario`.
 */
function useSituationSentences(findings: readonly FindingView[]): SituationSentences {
  const [sentences, setSentences] = useState(noSentences);
  const request = JSON.stringify(findings.map(({ scenario }) => scenario?.on));
  useEffect(() => {
    let isCurrent = true;
    const situations = JSON.parse(request) as Parameters<typeof loadSituations>[0];
    if (situations.length > 0)
      loadSituations(situations).then(
        (loaded) => {
          if (isCurrent && loaded)
            setSentences(new Map(loaded.map((sentence, at) => [toSituationKey(situations[at]), sentence])));
        },
        // Other situations trigger another attempt.
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [request]);
  return sentences;
}

/** Returns the situation as JSON, by which its sentence is found. */
function toSituationKey(situation: unknown): string {
  return JSON.stringify(situation);
}

/**
 * Renders why a rule or an effect changes nothing: which other rules win and by which principle, or that they
 * decide the same, with links to them.
 */
function OtherRules({
  finding: { code, pointer },
  because,
}: {
  readonly finding: FindingView;
  /** The ids of the other rules. */
  readonly because: readonly string[];
}): ReactNode {
  const { say, locale } = useStudio();
  const { documents } = useDraftState();
  const all = listRules(documents);
  const others = all.filter(({ id }) => because.includes(id));
  const [, index, effect] = /^\/rules\/(\d+)(?:\/then\/([^/]+))?/.exec(pointer) ?? [];
  const own = effect === undefined ? Object.keys(all[Number(index)]?.then ?? {}) : [effect];
  const rules = new Intl.ListFormat(locale, { type: 'conjunction' }).format(
    others.map(({ description }) => say('unmet.text', { text: description })),
  );
  const title = findFindingTitle(locale, code);
  return (
    <>
      {title !== undefined && <p className="st-finding-title">{title}</p>}
      <p>
        {code.endsWith('-overruled')
          ? say('rules.overruled', {
              rules,
              why: say(
                `rules.overruled.${findPrinciple(
                  own,
                  others.flatMap(({ then }) => Object.keys(then)),
                )}`,
              ),
            })
          : say('rules.repeated', { rules })}
      </p>
      <RuleLinks ids={because} />
    </>
  );
}

/**
 * Returns the principle by which effects of other rules win over those of a rule.
 * @param own The effects that lose.
 */
function findPrinciple(own: readonly string[], others: readonly string[]): 'limit' | 'disable' | 'hide' {
  if (own.some((effect) => effect === 'limit' || effect === 'bound')) return 'limit';
  const isLocked = others.some((effect) => effect === 'disable' || effect === 'readonly');
  return isLocked && !others.includes('hide') ? 'disable' : 'hide';
}
