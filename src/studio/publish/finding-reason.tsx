import type { ReactNode } from 'react';
import type { FindingView } from '../../api/findings.ts';
import { useOutline, useStudio } from '../draft/context.ts';
import { nameTextsInReason, useTextNames } from '../draft/text-names.ts';
import { FindingDetail } from '../ui/finding-text.tsx';
import { formatUnmetScenario } from './format-unmet-expectation.ts';

/**
 * Renders the reason of a finding: for a scenario that is not met, its name and what was expected, in the
 * studio's language; for any other finding, the exact reason in English.
 */
export function FindingReason({ finding }: { readonly finding: FindingView }): ReactNode {
  const { say, locale } = useStudio();
  const outline = useOutline();
  const nameText = useTextNames();
  const { unmet } = finding;
  if (unmet === undefined) return <FindingDetail reason={nameTextsInReason(finding, nameText)} />;
  return (
    <>
      <p className="st-muted st-small st-breaks">
        <bdi>{unmet.name}</bdi>
      </p>
      {formatUnmetScenario(unmet, { say, locale, outline }).map((sentence) => (
        <p key={sentence} className="st-finding-detail st-small st-breaks">
          {sentence}
        </p>
      ))}
    </>
  );
}
