import { useCallback, useEffect, useRef, useState } from 'react';
import type { DeskEnquiryView } from '../protocol-desk.ts';
import { attempt, type Trouble } from '../request.ts';
import { onDesk } from './desk-events.ts';

/** An enquiry as its page has it. */
export interface EnquiryNow {
  /** Absent: it is on its way, or it did not come. It stays while the server does not answer. */
  readonly view?: DeskEnquiryView;
  /** Why it did not come, or not anew. */
  readonly trouble?: Trouble;
  readonly reload: () => Promise<void>;
  /** Shows what an action was answered with. */
  readonly take: (view: DeskEnquiryView) => void;
}

/** One enquiry, by its reference; looked at again when something is done at the desk, as long as it is not erased. */
export function useEnquiry(reference: string, isErased: boolean): EnquiryNow {
  const [state, setState] = useState<{ readonly view?: DeskEnquiryView; readonly trouble?: Trouble }>({});
  /** Counts what has come: an answer that was asked for before another came is older than that. */
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
