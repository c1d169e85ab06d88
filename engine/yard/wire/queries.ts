import type { FormQuery } from '../../model/wire/operations.ts';
import { listOptionSetsUsed } from '../resolve/uses-yard.ts';
import { futureEventTitlesOperation } from './future-event-titles.ts';

/** The queries of the yard: event titles, for forms that offer events. */
export const yardQueries: readonly FormQuery[] = [
  {
    operation: futureEventTitlesOperation,
    description:
      'Titles of the future events of a site, the soonest first, in the language of the header Accept-Language.',
    isUsedBy: (form) => listOptionSetsUsed(form).includes('futureEvents'),
  },
];
