import { useCallback, useLayoutEffect, useState } from 'react';
import type { Form, Values } from '#engine';
import { randomKey } from './draft/attempt.ts';
import { createDraftKeeper, type DraftKeeper } from './draft/draft-keeper.ts';
import { createDraftStore, draftKey } from './draft/draft-store.ts';

/** How long typing pauses before the draft is written; leaving the page writes it at once. */
const writeDelayMs = 250;

/** What a visitor entered: what was handed on, which the page is drawn from, and a keeper of every keystroke. */
export interface Entered {
  readonly entered: Values;
  /** Draws the page from these values too; the keeper is told apart. */
  readonly show: (values: Values) => void;
  readonly keeper: DraftKeeper;
}

/**
 * What was entered in a section. The first drawing has what was posted, as the server's has; then comes what an earlier visit left
 * in the draft and, over it, what fields hand on when they are taken over, because it was typed before scripts arrived.
 */
export function useEntered(form: Form, section: string, posted: Values): Entered {
  const [keeper] = useState(() => keeperOf(form, section));
  const [entered, setEntered] = useState<Values>(posted);

  const show = useCallback((values: Values) => {
    setEntered((former) => {
      const isSame = Object.entries(values).every(([field, value]) => former[field] === value);
      return isSame ? former : { ...former, ...values };
    });
  }, []);

  useLayoutEffect(() => show(keeper.values()), [keeper, show]);

  useLayoutEffect(() => {
    addEventListener('pagehide', keeper.flush);
    document.addEventListener('visibilitychange', keeper.flush);
    return () => {
      removeEventListener('pagehide', keeper.flush);
      document.removeEventListener('visibilitychange', keeper.flush);
      keeper.flush();
    };
  }, [keeper]);

  return { entered, show, keeper };
}

function keeperOf(form: Form, section: string): DraftKeeper {
  const path = typeof location === 'undefined' ? '' : location.pathname;
  const store = createDraftStore({
    storage: () => sessionStorage,
    key: draftKey(path, section),
    delayMs: writeDelayMs,
  });
  return createDraftKeeper({ form, store, newKey: () => randomKey() });
}
