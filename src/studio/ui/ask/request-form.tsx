import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { FormatMessage } from '../messages.ts';
import { formatRequestFailure } from './format-request-failure.ts';
import type { RequestFailure } from './request.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface RequestField<Name extends string>
  extends Pick<TextFieldProps, 'label' | 'kind' | 'autoComplete' | 'hint' | 'maxLength'> {
  readonly name: Name;
  /** The message if the field is empty. Absent if the field is optional. */
  readonly missing?: string;
  /** The initial value. */
  readonly value?: string;
  /** True if the field is focused when the form appears. */
  readonly isFirst?: boolean;
  /** The failures that are shown beside this field. */
  readonly troubles?: readonly RequestFailure['error'][];
  /** The message for `wrong-password`, if another one fits this field better. */
  readonly wrong?: string;
}

export interface RequestFormProps<Name extends string> {
  readonly say: FormatMessage;
  readonly fields: readonly RequestField<Name>[];
  /** The label of the button. */
  readonly submit: string;
  /** Sends the request. Returns the failure to show; undefined if the request succeeded. */
  readonly onSubmit: (values: Readonly<Record<Name, string>>) => Promise<RequestFailure | undefined>;
  readonly className?: string;
  /** Shown between the fields and the button. */
  readonly children?: ReactNode;
  /** Shown after the button. */
  readonly beside?: ReactNode;
}

/**
 * Renders a form that sends a request. A failure is shown beside the field that it concerns, which gets the
 * focus, or else above the button. Entered values stay. After `too-many-requests`, the button shows a
 * countdown and sends nothing until it ends.
 */
export function RequestForm<Name extends string>({
  say,
  fields,
  submit,
  onSubmit,
  className = '',
  children,
  beside,
}: RequestFormProps<Name>): ReactNode {
  const inputs = useRef(new Map<Name, HTMLInputElement>());
  const [typed, setTyped] = useState<ReadonlyMap<Name, string>>(new Map());
  const [missing, setMissing] = useState<ReadonlySet<Name>>(new Set());
  const [trouble, setTrouble] = useState<RequestFailure>();
  const [isBusy, setIsBusy] = useState(false);
  const [until, setUntil] = useState<number>();
  const secondsLeft = useSecondsUntil(until);
  /** Returns the entered value of a field, or its initial value if nothing was entered. */
  const getFieldValue = ({ name, value = '' }: RequestField<Name>) => typed.get(name) ?? value;
  const failedField = trouble && fields.find((field) => concernsField(field, trouble))?.name;
  const isWaitOver = trouble?.error === 'too-many-requests' && secondsLeft === 0;

  /**
   * Submits the form. If a required field is empty, focuses it instead. Does nothing while a request is
   * running or its waiting time has not passed.
   */
  async function submitForm(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || secondsLeft > 0) return;
    const empty = fields.filter((field) => field.missing !== undefined && getFieldValue(field).trim() === '');
    setMissing(new Set(empty.map(({ name }) => name)));
    setTrouble(undefined);
    const [first] = empty;
    if (first) return inputs.current.get(first.name)?.focus();
    setIsBusy(true);
    const values = Object.fromEntries(fields.map((field) => [field.name, getFieldValue(field)]));
    const met = await onSubmit(values as Record<Name, string>);
    setIsBusy(false);
    setTrouble(met);
    if (met === undefined) return;
    if (met.error === 'too-many-requests') setUntil(Date.now() + met.retryAfterS * 1000);
    const about = fields.find((field) => concernsField(field, met));
    if (about) inputs.current.get(about.name)?.focus();
  }

  /**
   * Returns the message beside a field: that it is empty, or the failure that concerns it. Undefined if there
   * is neither.
   */
  function getProblemText(field: RequestField<Name>): string | undefined {
    if (missing.has(field.name)) return field.missing;
    if (trouble === undefined || failedField !== field.name) return undefined;
    return (trouble.error === 'wrong-password' && field.wrong) || formatRequestFailure(trouble, say);
  }

  return (
    <form className={`st-ask ${className}`} onSubmit={(event) => void submitForm(event)} noValidate>
      {fields.map((field) => (
        <TextField
          key={field.name}
          say={say}
          {...field}
          isRequired={field.missing !== undefined}
          value={getFieldValue(field)}
          problem={getProblemText(field)}
          ref={(element) => {
            if (element && field.isFirst && !inputs.current.has(field.name)) element.focus();
            if (element) inputs.current.set(field.name, element);
          }}
          onChange={(value) => {
            setTyped((before) => new Map(before).set(field.name, value));
            setMissing((before) => new Set([...before].filter((name) => name !== field.name)));
            if (failedField === field.name) setTrouble(undefined);
          }}
        />
      ))}
      {children}
      {trouble && failedField === undefined && (
        <p className={isWaitOver ? 'st-hint' : 'st-problem'} role="alert">
          {isWaitOver ? say('trouble.wait-over') : formatRequestFailure(trouble, say)}
        </p>
      )}
      <div className="st-ask-end">
        <button
          type="submit"
          className="st-button st-button--primary"
          aria-disabled={isBusy || secondsLeft > 0 || undefined}
        >
          {submit}
          {secondsLeft > 0 && <span aria-hidden="true"> · {formatClock(secondsLeft)}</span>}
        </button>
        {beside}
      </div>
    </form>
  );
}

/**
 * Returns true if a failure is shown beside a field: a `bad-request` names the field, any other failure is in
 * its `troubles`.
 */
function concernsField<Name extends string>(field: RequestField<Name>, trouble: RequestFailure): boolean {
  if (trouble.error === 'bad-request') return trouble.field === field.name;
  return field.troubles?.includes(trouble.error) ?? false;
}

/** Formats seconds as minutes and seconds: `formatClock(75) // '1:15'`. */
function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * Returns the seconds left until a time, rounded up and updated each second; 0 afterwards and without a time.
 * @param until Milliseconds since 1970.
 */
function useSecondsUntil(until: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  const isOver = until === undefined || now >= until;
  useEffect(() => {
    if (until === undefined) return;
    setNow(Date.now());
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until, isOver]);
  return isOver ? 0 : Math.ceil((until - now) / 1000);
}
