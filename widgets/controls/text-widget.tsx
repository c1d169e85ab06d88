import type { ComponentType, HTMLInputTypeAttribute, ReactNode } from 'react';
import type { FieldDefinition } from '#engine';
import { useFields } from '../fields/use-fields.ts';
import { getTextFormat, type TextFormat } from './text-formats.ts';
import { usePendingText } from './use-pending-text.ts';
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
