import type { WidgetProps } from '@rjsf/utils';
import type { FieldDefinition } from '#engine';
import { jsonText } from '#engine/write-json.ts';

/**
 * What our widgets are drawn from: RJSF's own props, as the plan or, for a nested value, the schema fills them in (`rjsf/field-widget.tsx`).
 * `onChange` commits a value; `aria-invalid` and `aria-describedby` go onto the control.
 */
export interface FieldWidgetProps extends WidgetProps {
  /** Says what is being typed, before it is committed. */
  readonly onPending: (value: unknown) => void;
}

/** One choice: `value` is what is committed, any JSON value. */
export interface Choice {
  readonly value: unknown;
  readonly label: string;
  readonly isDisabled?: boolean;
}

/** The attributes that every single control has. */
export function controlAttributes(props: FieldWidgetProps) {
  const { id, htmlName, required, disabled, readonly } = props;
  return {
    id,
    name: htmlName,
    // `required` has a browser call an untouched control invalid, or the form around it.
    'aria-required': required || undefined,
    disabled: disabled || readonly,
    'aria-invalid': props['aria-invalid'],
    'aria-describedby': props['aria-describedby'],
  };
}

/** The choices of a widget that has some. */
export function choicesOf({ options }: FieldWidgetProps): readonly Choice[] {
  const { enumOptions = none, enumDisabled } = options;
  if (!Array.isArray(enumDisabled)) return enumOptions;
  return enumOptions.map((choice) => ({ ...choice, isDisabled: enumDisabled.includes(choice.value) }));
}

const none: readonly Choice[] = [];

/** The `value` attribute of a choice: what is sent, so that a form without scripts sends the same. */
export function attributeOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? jsonText(value) : String(value);
}

/** The kind of value that a schema's `type` tells: the first that is not `null`. */
export function kindOf(type: unknown): FieldDefinition['kind'] {
  const [first] = (Array.isArray(type) ? type : [type]).filter((name) => name !== 'null');
  if (first === 'array' || first === 'object') return 'json';
  return first === 'integer' || first === 'number' || first === 'boolean' ? first : 'string';
}
