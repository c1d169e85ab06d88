import { useCallback, useEffect, useRef, useState } from 'react';
import type { DeskEnquiryView } from '../protocol-desk.ts';
import { attempt, type Trouble } from '../request.ts';
import { onDesk } from './desk-events.ts';

export interface EnquiryNow {
  /**
   * Absent while it is loading, and if loading failed. A loaded enquiry stays while the server does not
   * answer.
   */
  readonly view?: DeskEnquiryView;
  readonly trouble?: Trouble;
  readonly reload: () => Promise<void>;
  /** Shows the enquiry in the answer to an action. */
  readonly take: (view: DeskEnquiryView) => void;
}

/** Loads an enquiry by reference. Loads it again after each inbox event, unless it is erased. */
export function useEnquiry(reference: string, isErased: boolean): EnquiryNow {
  const [state, setState] = useState<{ readonly view?: DeskEnquiryView; readonly trouble?: Trouble }>({});
  /** Counts the answers of actions. A reload that started before the latest of them is out of date. */
  const taken = useRef(0);
  const reload = useCallback(async () => {
    const before = taken.current;
    const outcome = await attempt<DeskEnquiryView>(`enquiries/${encodeURIComponent(reference)}`, {
      method: 'GET',
    });
    if (taken.current !== before) return;
    if (outcome.isDone) setState({ view: outcome.answer });
    else if (outcome.trouble.error === 'not-found') setState({ trouble: outcome.trouble });
    else setState(({ view }) => ({ ...(view && { view }), trouble: outcome.trouble }));
  }, [reference]);
  const take = useCallback((view: DeskEnquiryView) => {
    taken.current += 1;
    setState({ view });
  }, []);
  useEffect(() => {
    if (isErased) return;
    void reload();
    return onDesk(() => void reload());
  }, [reload, isErased]);
  return { ...state, reload, take };
}
