import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useIsServerRendered } from '../fields/hydration.tsx';
import { useFields } from '../fields/use-fields.ts';
import { showsValue, type TextFormat } from './text-formats.ts';
import { useAdoption } from './use-uncontrolled.ts';
import type { FieldWidgetProps } from './widget-props.ts';

type TextElement = HTMLInputElement | HTMLTextAreaElement;

/** The props of a text control that `usePendingText` manages, to be spread onto its element. */
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
 * Manages a text control whose element owns the text, so React does not render at a keystroke. The text is
 * committed on blur, on Enter, when the fields are flushed, when the control becomes disabled or read-only,
 * and, if the form's `commitOn` requires it, at each input outside a composition (an unfinished word of an
 * input method). Text that was typed before hydration is committed at once. A new `value` replaces the text,
 * unless other text is pending.
 * @param format Converts the value to the text and back. The same object in every render.
 */
export function usePendingText<Element extends TextElement>(
  { id, value, disabled, readonly, onChange, onPending }: FieldWidgetProps,
  format: TextFormat,
): PendingText<Element> {
  const { store } = useFields();
  const isServerRendered = useIsServerRendered();
  const ref = useRef<Element>(null);
  const [initial] = useState(() => format.write(value));
  const [typed] = useState(() => (isServerRendered ? readTypedText(id) : undefined));
  /** The text as last committed or shown. A different text in the element is pending. */
  const committed = useRef(initial);
  const isComposing = useRef(false);

  /** Commits the element's text by `onChange`, if it is pending. */
  const commit = () => {
    const text = ref.current?.value ?? committed.current;
    if (text === committed.current) return;
    committed.current = text;
    onChange(format.read(text));
  };
  // This effect runs before the earlier typed text is committed. Otherwise that text would count as the text
  // of the former value.
  const isFixed = disabled || readonly;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pending text is committed whatever has changed
  useLayoutEffect(() => {
    const element = ref.current;
    // A control that can no longer be changed shows the value that is sent. The typed text is committed, for
    // the time at which it can be changed again.
    if (isFixed) commit();
    if (element === null || element.value !== committed.current) return;
    if (showsValue(format, element.value, value)) return;
    element.value = format.write(value);
    committed.current = element.value;
  }, [format, value, isFixed]);
  useAdoption(() => {
    // Any other text was typed later, while React was hydrating other fields.
    if (typed && ref.current && [initial, typed.text].includes(ref.current.value))
      restoreTypedText(ref.current, typed);
    commit();
  });
  const commitPending = useEffectEvent(commit);
  useEffect(() => store.registerPending(() => commitPending()), [store]);

  /** Reports the element's text by `onPending`, and commits it if the form commits at each input. */
  const handleInput = () => {
    if (ref.current) onPending(format.read(ref.current.value));
    if (!isComposing.current && store.shouldCommitNow()) commit();
  };
  return {
    ref,
    defaultValue: initial,
    onChange: handleInput,
    onBlur: commit,
    /** Commits the text on Enter, except inside a composition. */
    onKeyDown: (event) => {
      if (event.key === 'Enter' && !event.nativeEvent.isComposing) commit();
    },
    onCompositionStart: () => {
      isComposing.current = true;
    },
    /** Handles the input of the whole composition. */
    onCompositionEnd: () => {
      isComposing.current = false;
      handleInput();
    },
  };
}

interface TypedText {
  readonly text: string;
  readonly selection: readonly [start: number | null, end: number | null];
}

/**
 * Returns the text and selection of the control with this id before React hydrates it, because React writes
 * the initial text of a textarea over them. Returns undefined on a server, and if no such text control exists
 * yet.
 */
function readTypedText(id: string): TypedText | undefined {
  if (typeof document === 'undefined') return undefined;
  const element = document.getElementById(id);
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return undefined;
  return { text: element.value, selection: [element.selectionStart, element.selectionEnd] };
}

/**
 * Restores the text and the selection that hydration may have overwritten. The selection is restored only if
 * the element has the focus. Does not move the focus or commit.
 */
function restoreTypedText(element: TextElement, { text, selection }: TypedText): void {
  if (element.value !== text) element.value = text;
  const [start, end] = selection;
  if (start === null || end === null || element.ownerDocument.activeElement !== element) return;
  if (element.selectionStart !== start || element.selectionEnd !== end) element.setSelectionRange(start, end);
}
