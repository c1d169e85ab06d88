import type { DueDelivery } from '../store/delivery-entry.ts';

/** What came of one try to deliver. `reason` names what to mend, in words of ours. */
export type Delivered =
  /** `remark`: what else is to be mended there. */
  | { readonly kind: 'taken'; readonly remark?: string }
  /** Later it may be taken. */
  | { readonly kind: 'deferred'; readonly reason: string }
  /** It is not wanted there any more. */
  | { readonly kind: 'refused'; readonly reason: string };

/** Brings what is due to a place; resolves whatever happens, within its time, and breaks off where told to. */
export type Deliver = (due: DueDelivery, signal: AbortSignal) => Promise<Delivered>;
