import type { ReceiptView } from '../../studio/protocol-desk.ts';
import type { ReceiptRecord, WithheldReason } from '../store/receipt-entry.ts';
import { plainReason } from './delivery-reason.ts';

/** A visitor's receipt as whoever looks after the enquiry sees it, in their language. */
export function receiptView({ state, to, at, dueAt, reason }: ReceiptRecord, locale: string): ReceiptView {
  // The store notes no other reason of one that is withheld.
  if (state === 'withheld') return { state: reason as WithheldReason };
  return {
    state,
    ...(to !== null && { to }),
    ...(at !== undefined && { at }),
    ...(at !== undefined && dueAt !== undefined && { dueAt }),
    ...(reason !== null && { why: plainReason(reason, locale) }),
  };
}
