import type { WidgetProps } from '@rjsf/utils';
import type { FieldDefinition } from '#engine';
import { writeJson } from '#engine/model/wire/write-json.ts';

/**
 * The props of our widgets: RJSF's own, filled in from the plan or, for a nested value, from the schema
 * (`rjsf/field-widget.tsx`). `onChange` commits a value. `aria-invalid` and `aria-describedby` go onto the
 * control.
 */
export interface FieldWidgetProps extends WidgetProps {
  /** Reports a value while it is being typed, before it is committed. */
  readonly onPending: (value: unknown) => void;
}

/** One choice. `value` is committed and can be any JSON value. */
export interface WidgetChoice {
  readonly value: unknown;
  readonly label: string;
  readonly isDisabled?: boolean;
}

/**
 * Returns the HTML attributes of a control that is a single element: id, name, `disabled` and ARIA. The
 * control is disabled if it is read-only: only text inputs have a read-only state, and they set their own.
 */
export function getControlAttributes(props: FieldWidgetProps) {
  const { id, htmlName, required, disabled, readonly } = props;
  return {
    id,
    name: htmlName,
    // With `required` a browser reports an untouched control, or the form around it, as invalid.
    'aria-required': required || undefined,
    disabled: disabled || readonly,
    'aria-invalid': props['aria-invalid'],
    'aria-describedby': props['aria-describedby'],
  };
}

/** Returns the choices of a widget from RJSF's `enumOptions`, disabled as in `enumDisabled`; else none. */
export function getWidgetChoices({ options }: FieldWidgetProps): readonly WidgetChoice[] {
  const { enumOptions = noChoices, enumDisabled } = options;
  if (!Array.isArray(enumDisabled)) return enumOptions;
  return enumOptions.map((choice) => ({ ...choice, isDisabled: enumDisabled.includes(choice.value) }));
}

const noChoices: readonly WidgetChoice[] = [];

/**
 * Returns the `value` attribute of a choice, which a form without scripts sends: objects as JSON, an empty
 * text for undefined and null.
 */
export function toAttributeValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? writeJson(value) : String(value);
}

/**
 * Returns the kind of value for the first `type` of a schema that is not `null`: `json` for objects and
 * lists, `string` without a type.
 */
export function getValueKind(type: unknown): FieldDefinition['kind'] {
  const [first] = (Array.isArray(type) ? type : [type]).filter((name) => name !== 'null');
  if (first === 'array' || first === 'object') return 'json';
  return first === 'integer' || first === 'number' || first === 'boolean' ? first : 'string';
}
