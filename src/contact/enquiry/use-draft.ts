import { useCallback, useLayoutEffect, useState } from 'react';
import type { Form, Values } from '#engine';
import { createEnquiryDraft, type EnquiryDraft } from '../draft/draft.ts';
import { createEnquiryDraftStore, toDraftKey } from '../draft/draft-store.ts';
import { createRandomKey } from '../draft/idempotency-key.ts';

/** The delay in ms between typing and writing the draft. Leaving the page writes it at once. */
const writeDelayMs = 250;

/**
 * The entered values: the committed ones, from which the page is rendered, and a draft with every keystroke.
 */
export interface EnteredValues {
  readonly entered: Values;
  /** Adds values to those from which the page is rendered; it does not change the draft. */
  readonly show: (values: Values) => void;
  readonly draft: EnquiryDraft;
  /** True until the draft of an earlier visit is shown, which is before the first paint. */
  readonly isRestoring: boolean;
}

export interface DraftedForm {
  readonly form: Form;
  /** The id of the form on its page. */
  readonly section: string;
  readonly ticket: string | undefined;
  /** The values of an earlier post; empty if there was none. */
  readonly posted: Values;
}

/**
 * Returns the entered values of a section. The first render uses the posted values, like the server. Then the
 * draft of an earlier visit is added, and then the values that fields commit at hydration, because they were
 * typed before scripts ran. The draft is written at once when the page is hidden or left, or the section is
 * unmounted.
 */
export function useEnquiryDraft({ form, section, ticket, posted }: DraftedForm): EnteredValues {
  const [draft] = useState(() => createSessionDraft({ form, section, ticket }));
  const [entered, setEntered] = useState<Values>(posted);
  const [isRestoring, setIsRestoring] = useState(true);

  const show = useCallback((values: Values) => {
    setEntered((former) => {
      const isSame = Object.entries(values).every(([field, value]) => former[field] === value);
      return isSame ? former : { ...former, ...values };
    });
  }, []);

  useLayoutEffect(() => {
    show(draft.values());
    setIsRestoring(false);
  }, [draft, show]);

  useLayoutEffect(() => {
    addEventListener('pagehide', draft.flush);
    document.addEventListener('visibilitychange', draft.flush);
    return () => {
      removeEventListener('pagehide', draft.flush);
      document.removeEventListener('visibilitychange', draft.flush);
      draft.flush();
    };
  }, [draft]);

  return { entered, show, draft, isRestoring };
}

/** Creates a draft that is stored in the tab's session storage, by page path and section. */
function createSessionDraft({ form, section, ticket }: Omit<DraftedForm, 'posted'>): EnquiryDraft {
  const path = typeof location === 'undefined' ? '' : location.pathname;
  const store = createEnquiryDraftStore({
    storage: () => sessionStorage,
    key: toDraftKey(path, section),
    delayMs: writeDelayMs,
  });
  return createEnquiryDraft({ form, store, ticket, newKey: () => createRandomKey() });
}
