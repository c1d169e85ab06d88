import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** How an element tells and takes its state, as one text. */
export interface ElementState<Element> {
  readonly read: (element: Element) => string;
  readonly write: (element: Element, state: string) => void;
  /** Returns whether the state that an element has when React takes it over can be the visitor's doing; absent: any can. */
  readonly isAdopted?: (element: Element, initial: string) => boolean;
}

/** A control whose element keeps its state itself. */
export interface Uncontrolled<Element> {
  readonly ref: RefObject<Element | null>;
  /** What the element is first drawn with. */
  readonly initial: string;
  /** Commits what the element shows. */
  readonly commit: () => void;
}

/** Calls back when a control is there: what its element then holds may have been entered before React took it over. */
export function useAdoption(adopt: () => void): void {
  const adopted = useEffectEvent(adopt);
  useLayoutEffect(() => adopted(), []);
}

/**
 * Leaves a control's state to its element: what is there when React takes it over is committed, and another value than the one shown
 * is written into it.
 */
export function useUncontrolled<Element>({
  shown,
  state: { read, write, isAdopted = () => true },
  onCommit,
  choices,
}: {
  /** The value, as the element would tell it. */
  readonly shown: string;
  /** The same for every drawing. */
  readonly state: ElementState<Element>;
  readonly onCommit: (state: string) => void;
  /** What the element offers: with others a browser shows whichever is left. */
  readonly choices?: unknown;
}): Uncontrolled<Element> {
  const ref = useRef<Element>(null);
  const [initial] = useState(shown);
  const commit = () => {
    if (ref.current) onCommit(read(ref.current));
  };
  useAdoption(() => {
    const element = ref.current;
    if (element && read(element) !== initial && isAdopted(element, initial)) commit();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other choices may change what the element shows
  useLayoutEffect(() => {
    if (ref.current && read(ref.current) !== shown) write(ref.current, shown);
  }, [shown, choices, read, write]);
  return { ref, initial, commit };
}
