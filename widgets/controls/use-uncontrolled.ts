import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** Reads and writes the state of an element as text. */
export interface ElementState<Element> {
  /** Returns the state of the element as text. Changes nothing. */
  readonly read: (element: Element) => string;
  /** Sets the state of the element to a text that `read` returns. */
  readonly write: (element: Element, state: string) => void;
  /**
   * Returns true if the state of a hydrated element, which differs from `initial`, can come from the visitor.
   * Absent: any state can.
   */
  readonly isAdopted?: (element: Element, initial: string) => boolean;
}

export interface UncontrolledControl<Element> {
  readonly ref: RefObject<Element | null>;
  /**
   * The value of `shown` at the first rendering, which never changes. For `defaultValue` and similar props.
   */
  readonly initial: string;
  /** Passes the current state of the element to `onCommit`. Does nothing if it is not mounted. */
  readonly commit: () => void;
}

/**
 * Calls `adopt` once, after the control is mounted: the visitor may have changed its element before React
 * hydrated it.
 */
export function useAdoption(adopt: () => void): void {
  const onMounted = useEffectEvent(adopt);
  useLayoutEffect(() => onMounted(), []);
}

/**
 * Manages a control whose element owns its state. If the state differs from the initial one when the control
 * is mounted, the visitor changed it before hydration, and it is committed. When `shown` or `choices` change
 * and the element has another state, `shown` is written into it.
 */
export function useUncontrolled<Element>({
  shown,
  state: { read, write, isAdopted = () => true },
  onCommit,
  choices,
}: {
  /** The value as the text that `state.read` returns. */
  readonly shown: string;
  /** The same object in every render. */
  readonly state: ElementState<Element>;
  readonly onCommit: (state: string) => void;
  /** The choices that the element offers. If they change, a browser may show another choice. */
  readonly choices?: unknown;
}): UncontrolledControl<Element> {
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
