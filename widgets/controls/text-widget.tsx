import {
  type ComponentType,
  type HTMLInputTypeAttribute,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { FieldDefinition } from '#engine';
import { useIsServerRendered } from '../fields/hydration.tsx';
import { useFields } from '../fields/use-fields.ts';
import { getTextFormat, showsValue, type TextFormat } from './text-formats.ts';
import { useAdoption } from './use-uncontrolled.ts';
import { type FieldWidgetProps, getControlAttributes, getValueKind } from './widget-props.ts';

interface InputProps extends FieldWidgetProps {
  readonly type: HTMLInputTypeAttribute;
  /** Absent if the format follows from the kind of value. */
  readonly format?: TextFormat;
  /** The attribute `min`. The types `number` and `date` have the `minimum` of the schema instead. */
  readonly min?: string | undefined;
  /** The attribute `max`. The types `number` and `date` have the `maximum` of the schema instead. */
  readonly max?: string | undefined;
}

/**
 * Renders one line of text with any HTML input type. The input has no `maxlength`: validation reports a text
 * that is too long. Only `updown` uses the type `number`; the widget `number` is a text input, because a
 * number input hides text that it cannot parse.
 */
export function Input(props: InputProps): ReactNode {
  const { type, schema, placeholder, options } = props;
  const kind = getValueKind(schema.type);
  const hasSteps = type === 'number';
  const hasLimits = hasSteps || type === 'date';
  const { locale } = useFields();
  const pending = usePendingText<HTMLInputElement>(
    props,
    props.format ?? getTextFormat(kind, hasSteps ? undefined : locale),
  );
  return (
    <input
      {...getControlAttributes(props)}
      {...pending}
      disabled={props.disabled}
      readOnly={props.readonly}
      type={type}
      className="sw-input"
      placeholder={placeholder || ' '}
      autoComplete={options.autocomplete}
      inputMode={parseInputMode(options.inputMode) ?? getNumericInputMode(kind)}
      list={typeof options.list === 'string' ? options.list : undefined}
      min={hasLimits ? schema.minimum : props.min}
      max={hasLimits ? schema.maximum : props.max}
      step={hasSteps && kind === 'number' ? 'any' : undefined}
      // A browser changes a focused number input when a person scrolls the page with the wheel over it.
      onWheel={hasSteps ? (event) => event.currentTarget.blur() : undefined}
    />
  );
}

/** Returns a widget that renders `Input` with this HTML type. */
export function createInputWidget(type: HTMLInputTypeAttribute): ComponentType<FieldWidgetProps> {
  return (props) => <Input {...props} type={type} />;
}

export const TextWidget = createInputWidget('text');

/** Renders several lines of text. Unlike in an `Input`, Enter does not commit the text. */
export function TextareaWidget(props: FieldWidgetProps): ReactNode {
  const { schema, placeholder, options } = props;
  const { locale } = useFields();
  const { onKeyDown: _enterStartsALine, ...pending } = usePendingText<HTMLTextAreaElement>(
    props,
    getTextFormat(getValueKind(schema.type), locale),
  );
  return (
    <textarea
      {...getControlAttributes(props)}
      {...pending}
      disabled={props.disabled}
      readOnly={props.readonly}
      className="sw-textarea"
      rows={typeof options.rows === 'number' ? options.rows : undefined}
      placeholder={placeholder || ' '}
      autoComplete={options.autocomplete}
    />
  );
}

const inputModes = ['none', 'text', 'tel', 'url', 'email', 'numeric', 'decimal', 'search'] as const;

/** Returns `named` if HTML has an input mode of this name, else undefined. */
function parseInputMode(named: unknown) {
  return inputModes.find((mode) => mode === named);
}

/** Returns the input mode `numeric` for an integer and `decimal` for another number, else undefined. */
function getNumericInputMode(kind: FieldDefinition['kind']) {
  if (kind === 'integer') return 'numeric';
  return kind === 'number' ? 'decimal' : undefined;
}

type TextElement = HTMLInputElement | HTMLTextAreaElement;

/** The props of a text control that `usePendingText` manages, to be spread onto its element. */
interface PendingText<Element extends TextElement> {
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
function usePendingText<Element extends TextElement>(
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
