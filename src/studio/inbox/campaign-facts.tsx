import type { ReactNode } from 'react';
import { campaignParameters } from '#engine/model/campaign.ts';
import type { EnquiryView } from '../../api/inbox.ts';
import { useStudio } from '../draft/context.ts';

/** The parts of a campaign, in display order. */
const parts = Object.keys(campaignParameters) as readonly (keyof typeof campaignParameters)[];

/**
 * Renders the campaign and the visit of an enquiry, as texts: they come from addresses that anybody can write.
 * Renders nothing without them.
 */
export function CampaignFacts({
  view: { campaign = {}, visit = {} },
}: {
  readonly view: EnquiryView;
}): ReactNode {
  const { say } = useStudio();
  const rows = [
    ...parts.map((part) => [say(`campaign.${part}`), campaign[part]] as const),
    [say('campaign.gclid'), campaign.gclid] as const,
    [say('campaign.referrer'), visit.referrer] as const,
    [say('campaign.entry'), visit.entryPage] as const,
  ].filter(([, value]) => value !== undefined);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="st-inbox-campaign">
      <h2 id="st-inbox-campaign">{say('campaign')}</h2>
      <dl className="st-answers st-box st-box--round">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt className="st-muted st-small st-breaks">{label}</dt>
            <dd className="st-breaks" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
