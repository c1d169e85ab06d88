import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useFields } from '../fields/use-fields.ts';
import type { ControlProps } from './control-props.ts';
import { shows, type TextFormat } from './text-formats.ts';
import { restore, typedBefore } from './typed-before.ts';

type TextElement = HTMLInputElement | HTMLTextAreaElement;

/** What a text control puts on its element. */
export interface PendingText<Element extends TextElement> {
  readonly ref: RefObject<Element | null>;
  readonly defaultValue: string;
  readonly onChange: () => void;
  readonly onBlur: () => void;
  readonly onKeyDown: (event: KeyboardEvent<Element>) => void;
  readonly onCompositionStart: () => void;
  readonly onCompositionEnd: () => void;
}

/**
 * A text that its element holds: React does not hear of a keystroke. It is handed on at blur, at Enter and when the fields
 * are flushed; at every input where the section asks for that, though never amid a composition (an input method's
 * unfinished word). What the element already holds when React takes it over was typed before, and is handed on at once.
 */
export function usePendingText<Element extends TextElement>(
  { id, path, value, entered, enter, input }: ControlProps,
  format: TextFormat,
): PendingText<Element> {
  const { store, hydration } = useFields();
  const ref = useRef<Element>(null);
  const [initial] = useState(() => initialText(format, value, entered));
  const [typed] = useState(() => (hydration.isUnderWay ? typedBefore(id) : undefined));
  /** As last handed on or shown: what differs from it is still held. */
  const settled = useRef(initial);
  const isComposing = useRef(false);

  const commit = () => {
    const text = ref.current?.value ?? settled.current;
    if (text === settled.current) return;
    settled.current = text;
    enter(format.read(text));
  };
  const latestCommit = useRef(commit);
  useLayoutEffect(() => {
    latestCommit.current = commit;
  });
  // Before what was typed earlier is handed on: it would be taken for what the former value had shown.
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null || element.value !== settled.current) return;
    if (shows(format, element.value, value)) return;
    element.value = format.write(value);
    settled.current = element.value;
  }, [format, value]);
  useLayoutEffect(() => {
    if (typed && ref.current) restore(ref.current, typed);
    latestCommit.current();
  }, [typed]);
  useEffect(() => store.registerPending(() => latestCommit.current()), [store]);

  const hear = () => {
    if (path !== undefined && ref.current) input(format.read(ref.current.value));
    if (store.commitOn() === 'input' && !isComposing.current) commit();
  };
  return {
    ref,
    defaultValue: initial,
    onChange: hear,
    onBlur: commit,
    onKeyDown: (event) => {
      if (event.key === 'Enter' && !event.nativeEvent.isComposing) commit();
    },
    onCompositionStart: () => {
      isComposing.current = true;
    },
    onCompositionEnd: () => {
      isComposing.current = false;
      hear();
    },
  };
}

function initialText(format: TextFormat, value: unknown, entered: unknown): string {
  return typeof entered === 'string' && shows(format, entered, value) ? entered : format.write(value);
}
