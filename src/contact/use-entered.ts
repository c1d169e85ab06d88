import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import type { Form, Values } from '#engine';
import { randomKey } from './draft/attempt.ts';
import { createDraftKeeper, type DraftKeeper } from './draft/draft-keeper.ts';
import { createDraftStore, draftKey } from './draft/draft-store.ts';
import { typedBefore } from './draft/typed-before.ts';
import { useIsTakeover } from './use-hydration.ts';

/** How long typing pauses before the draft is written; leaving the page writes it at once. */
const writeDelayMs = 250;

/** What a visitor entered: what was handed on, which the page is drawn from, and a keeper of every keystroke. */
export interface Entered {
  readonly entered: Values;
  readonly enter: (values: Values) => void;
  readonly keeper: DraftKeeper;
}

/**
 * What was entered in a section. The first drawing has nothing, as the server's has; then comes what an earlier visit left
 * in the draft and, over it, what was typed before scripts arrived.
 */
export function useEntered({
  form,
  section,
  formElement,
}: {
  readonly form: Form;
  /** The id of the form; it tells the sections of one page apart. */
  readonly section: string;
  readonly formElement: RefObject<HTMLFormElement | null>;
}): Entered {
  const isTakeover = useIsTakeover();
  const [keeper] = useState(() => keeperOf(form, section));
  // Read while React has not touched the server's controls yet; read again below for what was typed since.
  const [typed] = useState(() => (isTakeover ? typedBefore(drawnForm(section)) : {}));
  const [entered, setEntered] = useState<Values>({});

  const enter = useCallback(
    (values: Values) => {
      keeper.note(values);
      setEntered((former) => {
        const isSame = Object.entries(values).every(([field, value]) => former[field] === value);
        return isSame ? former : { ...former, ...values };
      });
    },
    [keeper],
  );

  useLayoutEffect(() => {
    const before = isTakeover ? { ...typed, ...typedBefore(formElement.current) } : {};
    enter({ ...keeper.values(), ...before });
  }, [isTakeover, typed, formElement, keeper, enter]);

  useLayoutEffect(() => {
    addEventListener('pagehide', keeper.flush);
    document.addEventListener('visibilitychange', keeper.flush);
    return () => {
      removeEventListener('pagehide', keeper.flush);
      document.removeEventListener('visibilitychange', keeper.flush);
      keeper.flush();
    };
  }, [keeper]);

  return { entered, enter, keeper };
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

/** The form that the server drew for this section; none on the server itself. */
function drawnForm(section: string): HTMLFormElement | null {
  if (typeof document === 'undefined') return null;
  const drawn = document.getElementById(section);
  return drawn instanceof HTMLFormElement ? drawn : null;
}
