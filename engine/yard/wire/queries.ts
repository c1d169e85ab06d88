import type { Form } from '../../model/types.ts';
import type { Operation } from '../../model/wire/operations.ts';
import { listOptionSetsUsed } from '../resolve/uses-yard.ts';
import { futureEventTitlesOperation } from './future-event-titles.ts';

/** A query that a form with certain fields sends. It returns a list of strings. */
export interface FormQuery {
  readonly operation: Operation;
  /** The description of the query in the schema. */
  readonly description: string;
  /** Returns true if a page of the form may send it. */
  readonly isUsedBy: (form: Form) => boolean;
}

/** The queries of the yard: event titles, for forms that offer events. */
export const yardQueries: readonly FormQuery[] = [
  {
    operation: futureEventTitlesOperation,
    description:
      'Titles of the future events of a site, the soonest first, in the language of the header Accept-Language.',
    isUsedBy: (form) => listOptionSetsUsed(form).includes('futureEvents'),
  },
];
