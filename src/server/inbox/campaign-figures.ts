import type { FiguresView } from '../../api/figures.ts';
import { serverSettings } from '../platform/config/settings.ts';
import type { FigureQuery } from '../store/records/figure-entry.ts';
import type { Store } from '../store/store.ts';
import { toEnquiryScope } from './enquiry-scope.ts';

const dayMs = 86_400_000;

/** Returns the campaigns of the enquiries that a query of figures selects; none without a store. */
export async function countCampaigns(
  store: Pick<Store, 'countCampaigns'> | undefined,
  { from, until, ...limits }: FigureQuery,
  documents: Parameters<typeof toEnquiryScope>[1],
): Promise<NonNullable<FiguresView['campaigns']>> {
  const counted = await store?.countCampaigns({
    ...toEnquiryScope(limits, documents),
    from: Date.parse(from),
    until: Date.parse(until) + dayMs,
    limit: serverSettings.figures.mostCampaigns,
  });
  return counted ?? [];
}
