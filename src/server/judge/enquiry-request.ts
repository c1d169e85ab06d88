import type { Values } from '#engine';
import type { ReadyForm } from '../documents/ready-form.ts';
import type { TicketNote } from '../ticket/ticket.ts';

/** An enquiry as it arrived, by whatever way. */
export interface EnquiryRequest {
  readonly domain: string;
  readonly submissionUrl: string;
  /** By field; empty ones are absent. */
  readonly values: Values;
  /** Everything that was said, as one text: tells two bodies apart. */
  readonly said: string;
  readonly ready: ReadyForm;
  readonly ticket?: TicketNote;
  readonly locale: string;
  readonly origins: readonly string[];
  /** The visitor's address, for the limits. */
  readonly address: string;
  readonly idempotencyKey?: string;
  /** Something stands in the field that no visitor meets. */
  readonly isTrapped?: boolean;
}
