import type { ReadyForm } from '../documents/ready-form.ts';
import type { TicketNote } from '../ticket/ticket.ts';

/** What the operations know of the request that calls them. */
export interface RequestContext {
  /** The visitor's address, for the limits; in no log. */
  readonly address: string;
  /** The language of the answer, one that the form has texts in. */
  readonly locale: string;
  /** The server's own origins as this request sees them. */
  readonly origins: readonly string[];
  readonly idempotencyKey?: string;
  /** Something stands in the field that no visitor meets. */
  readonly isTrapped: boolean;
  /** What the page noted when it was drawn; absent without a ticket that holds. */
  readonly ticket?: TicketNote;
  /** The form of the ticket, else the current one. */
  readonly ready: ReadyForm;
  /** What the answer says besides its data; written by the operations. */
  readonly answer: { reference?: string };
}
