import { useCallback, useEffect, useRef, useState } from 'react';
import type { EnquiryView } from '../../api/inbox.ts';
import { type RequestFailure, tryRequest } from '../ui/ask/request.ts';
import { onInboxChange } from './inbox-events.ts';

export interface LoadedEnquiry {
  /**
   * Absent until it is loaded, and when the server reports that it does not exist. After other failures, a
   * loaded enquiry stays.
   */
  readonly view?: EnquiryView;
  readonly trouble?: RequestFailure;
  /** Loads it again; never rejects. The answer is ignored if `show` was called meanwhile. */
  readonly reload: () => Promise<void>;
  /** Shows the enquiry in the answer to an action. */
  readonly show: (view: EnquiryView) => void;
}

/**
 * Loads an enquiry by reference, and again after each inbox event.
 * @param isErased True after its erasure: then nothing is loaded any more, and the last state stays.
 */
export function useInboxEnquiry(reference: string, isErased: boolean): LoadedEnquiry {
  const [state, setState] = useState<{ readonly view?: EnquiryView; readonly trouble?: RequestFailure }>({});
  /** Counts the answers of actions. A reload that started before the latest of them is out of date. */
  const answerCount = useRef(0);
  const reload = useCallback(async () => {
    const before = answerCount.current;
    const outcome = await tryRequest<EnquiryView>(`enquiries/${encodeURIComponent(reference)}`, {
      method: 'GET',
    });
    if (answerCount.current !== before) return;
    if (outcome.isDone) setState({ view: outcome.answer });
    else if (outcome.trouble.error === 'not-found') setState({ trouble: outcome.trouble });
    else setState(({ view }) => ({ ...(view && { view }), trouble: outcome.trouble }));
  }, [reference]);
  const show = useCallback((view: EnquiryView) => {
    answerCount.current += 1;
    setState({ view });
  }, []);
  useEffect(() => {
    if (isErased) return;
    void reload();
    return onInboxChange(() => void reload());
  }, [reload, isErased]);
  return { ...state, reload, show };
}
