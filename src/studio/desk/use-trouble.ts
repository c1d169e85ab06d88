import { useState } from 'react';
import type { DeskEnquiryView } from '../protocol-desk.ts';
import type { Trouble } from '../request.ts';

/** Stores the failure of an action on an enquiry until the enquiry's history changes. */
export function useTrouble({
  history,
}: DeskEnquiryView): readonly [Trouble | undefined, (trouble: Trouble | undefined) => void] {
  const [met, setMet] = useState<{ readonly trouble: Trouble; readonly events: number }>();
  const set = (trouble: Trouble | undefined) => {
    // The refusal contains the current history, with what somebody else has done meanwhile.
    const known = trouble?.error === 'changed' ? trouble.enquiry.history : history;
    setMet(trouble && { trouble, events: known.length });
  };
  return [met && history.length <= met.events ? met.trouble : undefined, set];
}
