import type { ReactNode } from 'react';
import type { FindingView } from '../../api/findings.ts';
import { useStudio } from '../draft/context.ts';
import { nameTextsInReason, useTextNames } from '../draft/text-names.ts';
import { useNamedOutline } from '../draft/use-known-types.ts';
import { FindingDetail } from '../ui/finding-text.tsx';
import { formatUnmetScenario } from './format-unmet-expectation.ts';

/**
 * Renders the reason of a finding: for a scenario that is not met, its name and what was expected, in the
 * studio's language; for any other finding, the exact reason in English. Renders nothing for an effect that no
 * scenario protects.
 */
export function FindingReason({ finding }: { readonly finding: FindingView }): ReactNode {
  const { say, locale } = useStudio();
  const outline = useNamedOutline();
  const nameText = useTextNames();
  const { code, unmet } = finding;
  // Its title says it all, and a button beside it does what the reason recommends.
  if (code === 'untested-effect') return null;
  if (unmet === undefined) return <FindingDetail reason={nameTextsInReason(finding, nameText)} />;
  return (
    <>
      <p className="st-muted st-small st-breaks">
        <bdi>{unmet.name}</bdi>
      </p>
      {formatUnmetScenario(unmet, { say, locale, outline, nameText }).map((sentence) => (
        <p key={sentence} className="st-finding-detail st-small st-breaks">
          {sentence}
        </p>
      ))}
    </>
  );
}
