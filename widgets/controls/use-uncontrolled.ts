import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

export interface ElementState<Element> {
  readonly read: (element: Element) => string;
  readonly write: (element: Element, state: string) => void;
  /** Returns true if the state of a hydrated element can come from the visitor. Absent: any state can. */
  readonly isAdopted?: (element: Element, initial: string) => boolean;
}

export interface UncontrolledControl<Element> {
  readonly ref: RefObject<Element | null>;
  readonly initial: string;
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
 * Manages a control whose element owns its state. If the visitor changed the state before hydration, it is
 * committed. When `shown` changes, it is written into the element.
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
