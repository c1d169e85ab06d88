import type { FactValues } from '../conditions/condition.ts';
import { memoizeByObject } from '../model/memoize.ts';
import type { Situation } from '../model/types.ts';
import type { Office } from '../yard/types.ts';

/**
 * Returns the facts that a situation gives directly. Ids are strings, absent flags are false, absent texts
 * are empty.
 */
export function getGivenFacts({ site, page, today }: Situation): FactValues {
  return {
    site: { id: String(site.id), isInternational: site.isInternational === true },
    page: {
      inModal: page.inModal === true,
      isForLanding: page.isForLanding === true,
      eventTitle: page.eventTitle?.trim() ?? '',
      selectedOffice: page.selectedOffice ? String(page.selectedOffice.id) : '',
    },
    selectedOffice: { services: page.selectedOffice?.services ?? [] },
    today,
    'today.nextYear': Number(today.slice(0, 4)) + 1,
  };
}

/**
 * Returns the facts of one office (`office.…`). Ids are strings, absent flags are false, absent texts and
 * lists are empty. Cached by office.
 */
export const getOfficeFacts = memoizeByObject(
  ({ id, name, title, email, services, site }: Office): FactValues => ({
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
  }),
);
