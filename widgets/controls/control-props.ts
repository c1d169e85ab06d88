import type { ReactNode } from 'react';
import type { FieldDefinition, UploadLimits, WidgetName } from '#engine';
import type { Path } from '../fields/pointer.ts';

/** One choice: `value` is what is handed on, any JSON value inside a field. */
export interface Choice {
  readonly value: unknown;
  readonly label: string;
}

/** What a control is drawn from, whether it is a field's own or stands inside one. */
export interface ControlProps {
  readonly id: string;
  /** Absent where what is chosen is no value of the form, as the branch of a `oneOf`. */
  readonly path: Path | undefined;
  readonly name: string | undefined;
  readonly widget: WidgetName;
  readonly kind: FieldDefinition['kind'];
  readonly label: string;
  readonly value: unknown;
  /** As the visitor entered it, untidied; drawn in place of `value` where it says the same. */
  readonly entered: unknown;
  readonly choices: readonly Choice[];
  readonly isLoading: boolean;
  readonly placeholder: string | undefined;
  readonly autocomplete: string | undefined;
  readonly inputMode: string | undefined;
  readonly bounds: { readonly minimum?: number | undefined; readonly maximum?: number | undefined };
  readonly limits: UploadLimits;
  readonly isRequired: boolean;
  readonly isInvalid: boolean;
  readonly isDisabled: boolean;
  /** Ids of problem and hint, where there are any. */
  readonly describedBy: string | undefined;
  /** Hands a value on. */
  readonly enter: (value: unknown) => void;
  /** Says that a value is being entered. */
  readonly input: (value: unknown) => void;
}

/** Draws a control: what a visitor types in, picks from or ticks; label, hint and problem are its frame's. */
export type Control = (props: ControlProps) => ReactNode;

/** The attributes that every single control has. */
export function controlAttributes(props: ControlProps) {
  const { id, name, isRequired, isDisabled, describedBy } = props;
  return {
    id,
    name,
    required: isRequired,
    disabled: isDisabled,
    'aria-invalid': invalidity(props),
    'aria-describedby': describedBy,
  };
}

/**
 * Whether a control is said to be wrong. A required one is said not to be until it was judged: else a browser calls an empty choice
 * and an unticked box invalid by itself, before anything was sent.
 */
export function invalidity({ isInvalid, isRequired }: Pick<ControlProps, 'isInvalid' | 'isRequired'>) {
  return isInvalid || (isRequired ? false : undefined);
}
