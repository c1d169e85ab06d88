import { type ReactNode, useId } from 'react';
import type { FiguresView } from '../../../api/figures.ts';
import { hasEnquiryRight } from '../../auth/permissions/enquiry-rights.ts';
import { useStudio } from '../../draft/context.ts';

/**
 * Renders the campaigns of the period with the number of their enquiries, as bars. Each name leads to these enquiries
 * if the person may see them. Renders nothing without campaigns.
 */
export function CampaignTable({
  rows,
  view: { from, until },
}: {
  readonly rows: NonNullable<FiguresView['campaigns']>;
  readonly view: Pick<FiguresView, 'from' | 'until'>;
}): ReactNode {
  const { say, locale, me } = useStudio();
  const id = useId();
  if (rows.length === 0) return null;
  const number = new Intl.NumberFormat(locale);
  const most = Math.max(...rows.map(({ count }) => count));
  /** Returns the address of the enquiries of a campaign. */
  const getAddress = (campaign: string) =>
    `/studio/enquiries?${new URLSearchParams({ campaign, from, until, zone: 'UTC' })}`;
  return (
    <section className="st-figure st-stack-2" aria-labelledby={id}>
      <h2 id={id}>{say('figures.by-campaign')}</h2>
      <p className="st-hint">{say('figures.by-campaign-hint')}</p>
      <table className="st-table st-field-table">
        <thead>
          <tr>
            <th scope="col">{say('campaign')}</th>
            <th scope="col">{say('figures.sent')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, count }) => (
            <tr key={name}>
              <th scope="row" className="st-breaks" dir="auto">
                {hasEnquiryRight(me, 'read') ? <a href={getAddress(name)}>{name}</a> : name}
              </th>
              <td>
                <span className="st-share-count">{number.format(count)}</span>
                <svg className="st-share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                  <rect className="st-share-all" x={0} y={0} width={100} height={6} />
                  <rect className="st-share-part" x={0} y={0} width={(count / most) * 100} height={6} />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
