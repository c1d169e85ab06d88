import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useIsTakenOver } from '../fields/hydration.tsx';
import { useFields } from '../fields/use-fields.ts';
import { shows, type TextFormat } from './text-formats.ts';
import { useAdoption } from './use-uncontrolled.ts';
import type { FieldWidgetProps } from './widget-props.ts';

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
 * A text that its element holds: React does not hear of a keystroke. It is committed at blur, at Enter and when the fields
 * are flushed; at every input where the section asks for that, though never amid a composition (an input method's
 * unfinished word). What the element already holds when React takes it over was typed before, and is committed at once.
 */
export function usePendingText<Element extends TextElement>(
  { id, value, disabled, readonly, onChange, onPending }: FieldWidgetProps,
  format: TextFormat,
): PendingText<Element> {
  const { store } = useFields();
  const isTakenOver = useIsTakenOver();
  const ref = useRef<Element>(null);
  const [initial] = useState(() => format.write(value));
  const [typed] = useState(() => (isTakenOver ? typedBefore(id) : undefined));
  /** As last committed or shown: what differs from it is pending. */
  const committed = useRef(initial);
  const isComposing = useRef(false);

  const commit = () => {
    const text = ref.current?.value ?? committed.current;
    if (text === committed.current) return;
    committed.current = text;
    onChange(format.read(text));
  };
  // Before what was typed earlier is committed: it would be taken for what the former value had shown.
  const isFixed = disabled || readonly;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is pending is committed as it stands
  useLayoutEffect(() => {
    const element = ref.current;
    // What can no longer be answered shows what is sent; what was typed is kept for when it can.
    if (isFixed) commit();
    if (element === null || element.value !== committed.current) return;
    if (shows(format, element.value, value)) return;
    element.value = format.write(value);
    committed.current = element.value;
  }, [format, value, isFixed]);
  useAdoption(() => {
    // Whatever else it holds came since, while React was taking over other fields.
    if (typed && ref.current && [initial, typed.text].includes(ref.current.value))
      restore(ref.current, typed);
    commit();
  });
  const commitPending = useEffectEvent(commit);
  useEffect(() => store.registerPending(() => commitPending()), [store]);

  const hear = () => {
    if (ref.current) onPending(format.read(ref.current.value));
    if (!isComposing.current && store.commitsNow()) commit();
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

/** What a visitor did to a server-drawn text control before React took it over. */
interface TypedBefore {
  readonly text: string;
  readonly selection: readonly [start: number | null, end: number | null];
}

/**
 * Reads a text control that is there before React draws it, to be asked while hydrating: taking over,
 * React writes a textarea's initial text over what was typed into it.
 * Undefined on a server, and where nothing is there yet.
 */
function typedBefore(id: string): TypedBefore | undefined {
  if (typeof document === 'undefined') return undefined;
  const element = document.getElementById(id);
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return undefined;
  return { text: element.value, selection: [element.selectionStart, element.selectionEnd] };
}

/** Puts back what was there, text and caret. */
function restore(element: TextElement, { text, selection }: TypedBefore): void {
  if (element.value !== text) element.value = text;
  const [start, end] = selection;
  if (start === null || end === null || element.ownerDocument.activeElement !== element) return;
  if (element.selectionStart !== start || element.selectionEnd !== end) element.setSelectionRange(start, end);
}
