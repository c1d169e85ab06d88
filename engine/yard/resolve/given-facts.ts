import { memoizeByObject } from '../../model/memoize.ts';
import type { Office, YardSituation } from '../model/types.ts';

/**
 * Returns the facts about the yard that a situation gives directly. Ids are strings, absent flags are false,
 * absent texts are empty.
 */
export function getYardFacts({ site, page }: Pick<YardSituation, 'site' | 'page'>) {
  return {
    site: { id: String(site.id), isInternational: site.isInternational === true },
    page: {
      inModal: page.inModal === true,
      isForLanding: page.isForLanding === true,
      eventTitle: page.eventTitle?.trim() ?? '',
      selectedOffice: page.selectedOffice ? String(page.selectedOffice.id) : '',
    },
    selectedOffice: { services: page.selectedOffice?.services ?? [] },
  };
}

/**
 * Returns the facts of one office (`office.…`). Ids are strings, absent flags are false, absent texts and
 * lists are empty. Cached by office.
 */
export const getOfficeFacts = memoizeByObject(({ id, name, title, email, services, site }: Office) => ({
  id: String(id),
  name,
  title: title ?? '',
  email: email?.trim() ?? '',
  services: services ?? [],
  site: {
    id: site?.id === undefined ? '' : String(site.id),
    isInternational: site?.isInternational === true,
    exclude_from_international: site?.exclude_from_international === true,
  },
}));
