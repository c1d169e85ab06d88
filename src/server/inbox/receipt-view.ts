import type { ReceiptView } from '../../api/inbox.ts';
import type { ReceiptRecord, WithheldReason } from '../store/records/receipt-entry.ts';
import { explainDeliveryFailure } from './delivery-reason.ts';

/**
 * Converts a receipt for display. The state of a withheld one is the reason for that. The failure of an
 * attempt is explained in the language of `locale`.
 */
export function toReceiptView({ state, to, at, dueAt, reason }: ReceiptRecord, locale: string): ReceiptView {
  // The store records only these reasons for withheld receipts.
  if (state === 'withheld') return { state: reason as WithheldReason };
  return {
    state,
    ...(to !== null && { to }),
    ...(at !== undefined && { at }),
    ...(at !== undefined && dueAt !== undefined && { dueAt }),
    ...(reason !== null && { why: explainDeliveryFailure(reason, locale, 'visitor') }),
  };
}
