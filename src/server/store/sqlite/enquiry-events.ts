import type { DatabaseSync } from 'node:sqlite';
import type { EnquiryAction, EnquiryActor } from '../inbox-entry.ts';

/**
 * Adds an event to the history of an enquiry, by the enquiry's number. It must run within the transaction of
 * the action.
 */
export type RecordEvent = (
  enquiry: number | bigint,
  event: { readonly at: number; readonly by?: EnquiryActor | undefined } & EnquiryAction,
) => void;

export function prepareRecordEvent(db: DatabaseSync): RecordEvent {
  const insert = db.prepare('INSERT INTO enquiry_events (enquiry, content) VALUES (?, ?)');
  return (enquiry, event) => void insert.run(enquiry, JSON.stringify(event));
}
