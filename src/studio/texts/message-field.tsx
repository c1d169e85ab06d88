import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { textDirection } from '#engine';
import { type EditableMessage, readEditableMessage, writeMessageBoxes } from '#engine/editing/index.ts';
import { useStudioLanguage } from '../ui/language.ts';
import { formatCases, getCaseName } from './message-cases.ts';
import { SentenceWithChips } from './message-text.tsx';

export interface MessageFieldProps {
  /** The name of the text. Each input has it in its label. */
  readonly name: string;
  /** The language of the text. */
  readonly locale: string;
  readonly text: string;
  /** The text that it translates. */
  readonly original?: string | undefined;
  /** Ids of elements that describe the inputs. */
  readonly describedBy?: string | undefined;
  readonly isInvalid?: boolean;
  readonly isReadOnly?: boolean;
  /** True if the first input gets the focus when the field appears. */
  readonly takesFocus?: boolean;
  readonly onChange: (text: string) => void;
  /** Called for a key in an input. Enter is called in the last one only: it leads from box to box. */
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/**
 * Edits a text: a sentence, or one complete sentence per case (one, other), with values as chips that can be
 * inserted. Whoever prefers ICU MessageFormat switches to it by "As code". A text that boxes cannot show is
 * edited as code.
 */
export function MessageField(props: MessageFieldProps): ReactNode {
  const { text, original, isReadOnly = false } = props;
  const { say, locale: studioLocale } = useStudioLanguage();
  const [isCode, setIsCode] = useState(false);
  const { message, sentences, writeSentence } = useSentences(props);
  const caret = useRef<Caret>(undefined);
  const field = useRef<HTMLDivElement>(null);
  const note = useId();
  const isBoxes = message.kind === 'boxes' && !isCode;
  const inputs: readonly InputProps[] = isBoxes
    ? message.boxes.map((box, at) => ({
        label: formatCases(box, { say, locale: studioLocale }),
        value: sentences[at] ?? '',
        onChange: (value) => writeSentence(at, value),
        ...(box.cases.some(({ name }) => name !== 'other') &&
          sentences.at(-1) !== undefined && {
            placeholder: say('message.like-other', { case: getCaseName('other', say) }),
          }),
      }))
    : [{ value: text, onChange: props.onChange }];
  const sources = message.kind === 'code' || (isCode && message.kind === 'boxes') ? {} : message.sources;
  const isOtherMissing = isBoxes && sentences.at(-1) === undefined && sentences.some(Boolean);

  // The caret can be set only after the new value was rendered.
  useLayoutEffect(() => {
    const { current } = caret;
    if (current?.goal === undefined) return;
    const input = field.current?.querySelectorAll('textarea')[current.input];
    input?.focus();
    input?.setSelectionRange(current.goal, current.goal);
    caret.current = { input: current.input };
  });

  /** Inserts a value into the input that had the focus last, at its caret. */
  function insertValue(name: string): void {
    const at = caret.current?.input ?? 0;
    const input = field.current?.querySelectorAll('textarea')[at];
    if (!input) return;
    const { value, selectionStart, selectionEnd } = input;
    const inserted = isBoxes ? `{${name}}` : (sources[name] ?? `{${name}}`);
    caret.current = { input: at, goal: selectionStart + inserted.length };
    inputs[at]?.onChange(value.slice(0, selectionStart) + inserted + value.slice(selectionEnd));
  }

  /** Moves from box to box with Enter; leaves all other keys, and Enter in the last box, to the caller. */
  function handleKey(event: KeyboardEvent, at: number): void {
    const next = field.current?.querySelectorAll('textarea')[at + 1];
    const isNext = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!isNext || !next) {
      props.onKeyDown?.(event);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  }

  return (
    <div
      ref={field}
      className="st-message st-stack-2"
      {...(isBoxes && { role: 'group', 'aria-label': props.name })}
    >
      {isBoxes && (
        <p className="st-quiet st-small" lang={studioLocale} dir={textDirection(studioLocale)}>
          {say('message.by', {
            values: new Intl.ListFormat(studioLocale).format(message.choices.map(({ argument }) => argument)),
          })}
        </p>
      )}
      {inputs.map((input, at) => (
        <SentenceInput
          // biome-ignore lint/suspicious/noArrayIndexKey: the boxes of a text have a fixed order.
          key={at}
          {...input}
          field={props}
          sources={sources}
          describedBy={[props.describedBy, isOtherMissing ? note : ''].filter(Boolean).join(' ')}
          takesFocus={props.takesFocus === true && at === 0}
          onFocus={() => {
            caret.current = { input: at };
          }}
          onKeyDown={(event) => handleKey(event, at)}
        />
      ))}
      <div className="st-stack-1 st-small" lang={studioLocale} dir={textDirection(studioLocale)}>
        {isOtherMissing && (
          <p id={note} className="st-warning">
            {say('message.other-missing', { case: getCaseName('other', say) })}
          </p>
        )}
        {message.kind === 'code' && text.includes('{') && (
          <p className="st-quiet">{say('message.code-only')}</p>
        )}
        <div className="st-wrap st-center st-message-tools">
          {!isReadOnly && <ValueChips names={Object.keys(sources)} onInsert={insertValue} />}
          {(message.kind === 'boxes' || (original ?? '').includes(', plural')) && (
            <button
              type="button"
              className="st-chip"
              aria-pressed={isCode || message.kind !== 'boxes'}
              disabled={message.kind !== 'boxes'}
              onClick={() => setIsCode(!isCode)}
            >
              {say('message.as-code')}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}

/** Renders a button for each value that can be inserted. Renders nothing without values. */
function ValueChips({
  names,
  onInsert,
}: {
  readonly names: readonly string[];
  readonly onInsert: (name: string) => void;
}): ReactNode {
  const { say } = useStudioLanguage();
  if (names.length === 0) return null;
  return (
    <>
      <span className="st-quiet" aria-hidden="true">
        {say('message.insert')}
      </span>
      <ul className="st-wrap st-center" aria-label={say('message.insert')}>
        {names.map((name) => (
          <li key={name}>
            <button
              type="button"
              className="st-chip st-value-chip"
              aria-label={say('message.insert-one', { value: name })}
              // The input keeps the focus and its selection.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onInsert(name)}
            >
              <bdi>{name}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The input that had the focus last, and the position to which its caret shall move after an insertion. */
interface Caret {
  readonly input: number;
  readonly goal?: number;
}

interface InputProps {
  /** The case of the sentence. Absent for a text without cases. */
  readonly label?: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}

/** Renders the input for a sentence over a copy that draws its values as chips and gives it its height. */
function SentenceInput({
  label,
  value,
  placeholder,
  onChange,
  field: { name, locale, isInvalid, isReadOnly },
  sources,
  describedBy,
  takesFocus,
  onFocus,
  onKeyDown,
}: InputProps & {
  readonly field: MessageFieldProps;
  readonly sources: Readonly<Record<string, string>>;
  readonly describedBy: string;
  readonly takesFocus: boolean;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}): ReactNode {
  const { locale: studioLocale } = useStudioLanguage();
  const input = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the field appears.
  useLayoutEffect(() => {
    if (takesFocus) input.current?.focus();
  }, []);
  return (
    <div className="st-sentence">
      {label !== undefined && (
        <span
          className="st-case-name"
          aria-hidden="true"
          lang={studioLocale}
          dir={textDirection(studioLocale)}
        >
          {label}
        </span>
      )}
      <div className="st-sentence-input" lang={locale} dir={textDirection(locale)}>
        <div aria-hidden="true" className="st-sentence-copy">
          <SentenceWithChips sentence={value} sources={sources} />
          {'\u200B'}
        </div>
        <textarea
          ref={input}
          className="st-input"
          rows={1}
          aria-label={label === undefined ? name : `${label}: ${name}`}
          aria-describedby={describedBy || undefined}
          aria-invalid={isInvalid || undefined}
          readOnly={isReadOnly}
          placeholder={placeholder}
          value={value}
          onFocus={onFocus}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
    </div>
  );
}

/** The sentences that were typed, and the text that they made. */
interface Typed {
  readonly text: string;
  readonly message: EditableMessage;
  readonly sentences: readonly (string | undefined)[];
}

/**
 * Returns the sentences of a text and a function that changes one of them. What was typed stays as long as
 * the text is the one that it made, because a text need not show how it was written.
 */
function useSentences({ text, locale, original, onChange }: MessageFieldProps) {
  const [typed, setTyped] = useState<Typed>();
  const read = useMemo<Typed>(() => {
    const message = readEditableMessage(text, { locale, original });
    return { text, message, sentences: message.kind === 'boxes' ? message.boxes.map((box) => box.text) : [] };
  }, [text, locale, original]);
  const { message, sentences } = typed?.text === text ? typed : read;
  return {
    message,
    sentences,
    writeSentence(at: number, sentence: string): void {
      if (message.kind !== 'boxes') return;
      const isExact = message.boxes[at]?.cases.some(({ name }) => name.startsWith('=')) === true;
      const next = sentences.map((each, index) =>
        index === at ? (sentence === '' && !isExact ? undefined : sentence) : each,
      );
      const made = writeMessageBoxes(message, next);
      setTyped({ text: made, message, sentences: next });
      onChange(made);
    },
  };
}
