import type { DeskPerson, EnquiryAction } from '../desk-entry.ts';
import type { Database } from './connect.ts';

/** Notes what was done with an enquiry, by its number; to be called within the transaction that does it. */
export async function noteEvent(
  db: Database,
  enquiry: number,
  event: { readonly at: number; readonly by?: DeskPerson | undefined } & EnquiryAction,
): Promise<void> {
  await db
    .insertInto('enquiry_events')
    .values({ enquiry, content: JSON.stringify(event) })
    .execute();
}
