import type { EnquiryAction, EnquiryActor } from '../inbox-entry.ts';
import type { Database } from './connect.ts';

/**
 * Adds an event to the history of an enquiry, by the enquiry's number. Call it within the transaction of the
 * action.
 */
export async function recordEnquiryEvent(
  db: Database,
  enquiry: number,
  event: { readonly at: number; readonly by?: EnquiryActor | undefined } & EnquiryAction,
): Promise<void> {
  await db
    .insertInto('enquiry_events')
    .values({ enquiry, content: JSON.stringify(event) })
    .execute();
}
