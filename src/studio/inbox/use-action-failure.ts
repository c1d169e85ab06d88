import { useState } from 'react';
import type { EnquiryView } from '../../api/inbox.ts';
import type { RequestFailure } from '../ui/ask/request.ts';

/**
 * Returns the failure of the last action on an enquiry, and a function that stores it. The failure disappears
 * when the history of the enquiry gets a new event. Events that a failure `changed` itself reports do not
 * count as new.
 */
export function useActionFailure({
  history,
}: EnquiryView): readonly [RequestFailure | undefined, (trouble: RequestFailure | undefined) => void] {
  const [failure, setFailure] = useState<{ readonly trouble: RequestFailure; readonly events: number }>();
  /** Stores a failure with the number of known events. Undefined removes the stored one. */
  const storeFailure = (trouble: RequestFailure | undefined) => {
    // The refusal contains the current history, with what somebody else has done meanwhile.
    const known = trouble?.error === 'changed' ? trouble.enquiry.history : history;
    setFailure(trouble && { trouble, events: known.length });
  };
  return [failure && history.length <= failure.events ? failure.trouble : undefined, storeFailure];
}
