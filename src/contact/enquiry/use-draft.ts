import { useCallback, useLayoutEffect, useState } from 'react';
import { type Form, pageQueries, type Values } from '#engine';
import { createDraft, type Draft } from '../draft/draft.ts';
import { createDraftStore, draftKey } from '../draft/draft-store.ts';
import { randomKey } from '../draft/idempotency-key.ts';
import type { PostAnswer } from '../section-data.ts';

/** How long typing pauses before the draft is written; leaving the page writes it at once. */
const writeDelayMs = 250;

/** What a visitor entered: what was committed, which the page is drawn from, and a draft of every keystroke. */
export interface Entered {
  readonly entered: Values;
  /** Draws the page from these values too; the draft is told apart. */
  readonly show: (values: Values) => void;
  readonly draft: Draft;
}

/**
 * What was entered in a section. The first drawing has what was posted, as the server's has; then comes what an earlier visit left
 * in the draft and, over it, what fields commit when they are hydrated, because it was typed before scripts arrived.
 */
export function useDraft(form: Form, section: string, answer: PostAnswer | undefined): Entered {
  const [draft] = useState(() => draftOf(form, section));
  const posted = answer?.entered ?? noValues;
  const [entered, setEntered] = useState<Values>(posted);
  const isResumed = answer?.outcome.kind === 'resumed';

  const show = useCallback((values: Values) => {
    setEntered((former) => {
      const isSame = Object.entries(values).every(([field, value]) => former[field] === value);
      return isSame ? former : { ...former, ...values };
    });
  }, []);

  useLayoutEffect(() => {
    if (isResumed) takeUp(posted, draft);
    show(draft.values());
  }, [draft, show, isResumed, posted]);

  useLayoutEffect(() => {
    addEventListener('pagehide', draft.flush);
    document.addEventListener('visibilitychange', draft.flush);
    return () => {
      removeEventListener('pagehide', draft.flush);
      document.removeEventListener('visibilitychange', draft.flush);
      draft.flush();
    };
  }, [draft]);

  return { entered, show, draft };
}

const noValues: Values = {};

/** Answers that a link brought are this device's from now on; the link goes from the address, which is sent along with the enquiry. */
function takeUp(answers: Values, draft: Draft): void {
  draft.change(answers);
  const url = new URL(location.href);
  url.searchParams.delete(pageQueries.resume);
  history.replaceState(history.state, '', url);
}

function draftOf(form: Form, section: string): Draft {
  const path = typeof location === 'undefined' ? '' : location.pathname;
  const store = createDraftStore({
    storage: () => sessionStorage,
    key: draftKey(path, section),
    delayMs: writeDelayMs,
  });
  return createDraft({ form, store, newKey: () => randomKey() });
}
