import { useCallback, useLayoutEffect, useState } from 'react';
import type { Form, Values } from '#engine';
import { createDraft, type Draft } from '../draft/draft.ts';
import { createDraftStore, draftKey } from '../draft/draft-store.ts';
import { randomKey } from '../draft/idempotency-key.ts';

/** How long typing pauses before the draft is written; leaving the page writes it at once. */
const writeDelayMs = 250;

/** What a visitor entered: what was committed, which the page is drawn from, and a draft of every keystroke. */
export interface Entered {
  readonly entered: Values;
  /** Draws the page from these values too; the draft is told apart. */
  readonly show: (values: Values) => void;
  readonly draft: Draft;
  /** True until the draft is read. */
  readonly isRestoring: boolean;
}

/** A form as it is drawn in a section. */
export interface DraftedForm {
  readonly form: Form;
  /** The section's id. */
  readonly section: string;
  /** The ticket of the page. */
  readonly ticket: string | undefined;
  /** The values of a former post from it. */
  readonly posted: Values;
}

/**
 * What was entered in a section. The first drawing has what was posted, as the server's has; then comes what an earlier visit left
 * in the draft and, over it, what fields commit when they are hydrated, because it was typed before scripts arrived.
 */
export function useDraft({ form, section, ticket, posted }: DraftedForm): Entered {
  const [draft] = useState(() => draftOf({ form, section, ticket }));
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

function draftOf({ form, section, ticket }: Omit<DraftedForm, 'posted'>): Draft {
  const path = typeof location === 'undefined' ? '' : location.pathname;
  const store = createDraftStore({
    storage: () => sessionStorage,
    key: draftKey(path, section),
    delayMs: writeDelayMs,
  });
  return createDraft({ form, store, ticket, newKey: () => randomKey() });
}
