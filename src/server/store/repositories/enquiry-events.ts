import type { EnquiryAction, EnquiryActor } from '../records/inbox-entry.ts';
import { defineStatement, execute, fetchAll, type Steps } from './statement.ts';

/**
 * Adds an event to the history of an enquiry, by the enquiry's number. Call it within the transaction of the
 * action.
 */
export function* recordEnquiryEvent(
  enquiry: number,
  event: { readonly at: number; readonly by?: EnquiryActor | undefined } & EnquiryAction,
): Steps<void> {
  yield* execute(insert({ enquiry, content: JSON.stringify(event) }));
}

/** Returns the rows of an enquiry's events, by the enquiry's number, in their order. */
export function fetchEnquiryEvents(enquiry: number) {
  return fetchAll(select({ enquiry }));
}

const insert = defineStatement(({ db }, row: { readonly enquiry: number; readonly content: string }) =>
  db.insertInto('enquiry_events').values(row),
);

const select = defineStatement(({ db }, { enquiry }: { readonly enquiry: number }) =>
  db
    .selectFrom('enquiry_events')
    .select(['number', 'content'])
    .where('enquiry', '=', enquiry)
    .orderBy('number'),
);
