import type { ReactNode, Ref } from 'react';
import type { Form, Plan, Problem, UploadLimits, Values } from '#engine';
import type { ValidatorModule } from './validators/validator-module.ts';

/** The fields of an enquiry as a plan wants them, `enquiry_type` included. */
export interface EnquiryFieldsProps {
  readonly form: Form;
  /** What to draw; where the type has conditional fields, as `settle` gives it. */
  readonly plan: Plan;
  /** What the visitor entered, untrimmed. */
  readonly entered: Values;
  /** Shown beside their fields. */
  readonly problems: readonly Problem[];
  readonly messageOf: (problem: Problem) => string;
  /** What is said when a send failed; stands under `settings.failureField` where that is shown. */
  readonly failure?: string | undefined;
  /** Keeps two sections on one page apart: ids are `${idPrefix}-${field}`. */
  readonly idPrefix: string;
  /** When a text leaves its widget. */
  readonly handOn: 'blur' | 'input';
  /** The type's validators, absent until they are loaded: what conditions inside a field need. */
  readonly check?: ValidatorModule | undefined;
  /** A value was handed on; `undefined` where it was emptied. */
  readonly onEnter: (field: string, value: unknown) => void;
  /** Hears every input, for the draft. */
  readonly onInput: (field: string, value: unknown) => void;
  /** Draws the photos; absent: the photos widget draws nothing. */
  readonly photos?: { readonly draw: (slot: PhotosSlot) => ReactNode } | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly ref?: Ref<EnquiryFieldsHandle> | undefined;
}

/** What a section asks of its fields. */
export interface EnquiryFieldsHandle {
  /** Hands on what text widgets still hold; gives the values of those fields, so that a submit can use them at once. */
  flush(): Readonly<Record<string, unknown>>;
  /** Moves focus to a field's first control, `guests/0/name` included; false where none can take it. */
  focusField(field: string): boolean;
}

/** The place in the form where photos are drawn. */
export interface PhotosSlot {
  readonly field: string;
  /** For the file input, so that the label and `focusField` lead to it. */
  readonly id: string;
  readonly label: string;
  readonly limits: UploadLimits;
  /** The ids of hint and error, for `aria-describedby`. */
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
  readonly isRequired: boolean;
  readonly isDisabled: boolean;
}

/** Draws the fields; hands values on by `onEnter`, says nothing about sending. */
export function EnquiryFields(_props: EnquiryFieldsProps): ReactNode {
  return null;
}
