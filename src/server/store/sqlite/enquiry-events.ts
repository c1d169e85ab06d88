import type { DatabaseSync } from 'node:sqlite';
import type { DeskPerson, EnquiryAction } from '../desk-entry.ts';

/** Notes what was done with an enquiry, by its number; to be called within the transaction that does it. */
export type NoteEvent = (
  enquiry: number | bigint,
  event: { readonly at: number; readonly by?: DeskPerson | undefined } & EnquiryAction,
) => void;

/** Prepares what notes events. */
export function prepareNoteEvent(db: DatabaseSync): NoteEvent {
  const insert = db.prepare('INSERT INTO enquiry_events (enquiry, content) VALUES (?, ?)');
  return (enquiry, event) => void insert.run(enquiry, JSON.stringify(event));
}
