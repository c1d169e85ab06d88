import { useState } from 'react';
import type { DeskEnquiryView } from '../protocol-desk.ts';
import type { Trouble } from '../request.ts';

/** Holds why something was not done with an enquiry, until anything is done with it: then it is old. */
export function useTrouble({
  history,
}: DeskEnquiryView): readonly [Trouble | undefined, (trouble: Trouble | undefined) => void] {
  const [met, setMet] = useState<{ readonly trouble: Trouble; readonly events: number }>();
  const set = (trouble: Trouble | undefined) => {
    // What somebody else has done meanwhile is part of the refusal.
    const known = trouble?.error === 'changed' ? trouble.enquiry.history : history;
    setMet(trouble && { trouble, events: known.length });
  };
  return [met && history.length <= met.events ? met.trouble : undefined, set];
}
