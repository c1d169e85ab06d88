import type { ReactNode } from 'react';
import { useFields } from '../fields/use-fields.ts';

/** The arrangement of label, hint and problem around a control. */
export type FrameKind =
  | 'label'
  /** A group of checkboxes, or of the controls for photos, labelled as a whole. */
  | 'group'
  /** As `group`, for radio buttons. */
  | 'radios'
  /** A `fieldset` with a legend, for several inputs that make up one value. */
  | 'fieldset'
  /** The label is after the checkbox. */
  | 'checkbox'
  /**
   * Like `checkbox`, with a disclaimer instead of a hint. The problem is only for screen readers
   * (docs/behaviour.md, "Messages").
   */
  | 'terms'
  /** The control renders its own label. */
  | 'none';

export interface FieldFrameProps {
  /** The control's id, from which the ids of label, hint and problem are derived. */
  readonly id: string;
  readonly kind: FrameKind;
  readonly label: string;
  /** True if the label has the mark of required fields. */
  readonly isMarked: boolean;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  /** The message of a failed send. */
  readonly failure?: string | undefined;
  readonly isRequired: boolean;
  readonly isWide: boolean;
  /** True if the field is visually hidden but present in the page. */
  readonly isConcealed: boolean;
  /** Renders the control, given the ids of its descriptions. */
  readonly children: (describedBy: string | undefined) => ReactNode;
}

/**
 * Renders a control with its label, then its hint, problem and failure, each if present. The label is before
 * the control; for `checkbox` and `terms` it is after it. With `none` only the control is rendered.
 */
export function FieldFrame(props: FieldFrameProps): ReactNode {
  const { id, kind, label, isMarked, hint, problem, failure, children } = props;
  const describedBy = getDescribedBy(props);
  if (kind === 'none') return children(describedBy);
  const mark = isMarked && <RequiredMark />;
  const [Frame, Name] = kind === 'fieldset' ? (['fieldset', 'legend'] as const) : (['div', 'span'] as const);
  const name = isGroupKind(kind) ? (
    <Name className="sw-legend" id={`${id}--label`}>
      {label}
      {mark}
    </Name>
  ) : (
    <label className="sw-label" htmlFor={id}>
      {label}
      {mark}
    </label>
  );
  const isCheckbox = kind === 'checkbox' || kind === 'terms';
  return (
    <Frame className={getFrameClasses(props)} {...getGroupAttributes(props)}>
      {isCheckbox ? null : name}
      {children(describedBy)}
      {isCheckbox ? name : null}
      {hint === undefined ? null : (
        <p className={kind === 'terms' ? 'sw-disclaimer' : 'sw-hint'} id={`${id}--hint`}>
          {hint}
        </p>
      )}
      {problem === undefined ? null : (
        <p className={kind === 'terms' ? 'sw-visually-hidden' : 'sw-error'} id={`${id}--problem`}>
          {problem}
        </p>
      )}
      {failure === undefined ? null : (
        <p className="sw-error" id={`${id}--failure`}>
          {failure}
        </p>
      )}
    </Frame>
  );
}

/**
 * Renders the mark of a required field, usually an asterisk. It is hidden from screen readers, because the
 * control itself has `aria-required`.
 */
export function RequiredMark(): ReactNode {
  const { text } = useFields();
  return (
    <span className="sw-required" aria-hidden="true">
      {` ${text('required-mark')}`}
    </span>
  );
}

/**
 * Returns the value of `aria-describedby`: the ids of problem, failure and hint, in this order; undefined if
 * there are none.
 */
export function getDescribedBy({
  id,
  hint,
  problem,
  failure,
}: Pick<FieldFrameProps, 'id' | 'hint' | 'problem' | 'failure'>): string | undefined {
  const ids = [
    problem === undefined ? '' : `${id}--problem`,
    failure === undefined ? '' : `${id}--failure`,
    hint === undefined ? '' : `${id}--hint`,
  ];
  return ids.filter(Boolean).join(' ') || undefined;
}

/** Returns the CSS classes of the frame, separated by spaces. */
function getFrameClasses({ kind, problem, isRequired, isWide, isConcealed }: FieldFrameProps): string {
  const classes = [
    'sw-field',
    isWide && 'sw-field--wide',
    problem !== undefined && 'sw-field--invalid',
    isRequired && 'sw-field--required',
    (kind === 'checkbox' || kind === 'terms') && 'sw-field--checkbox',
    isConcealed && 'sw-field--concealed',
  ];
  return classes.filter(Boolean).join(' ');
}

/** Returns true for `group`, `radios` and `fieldset`, whose label names several controls. */
function isGroupKind(kind: FrameKind): boolean {
  return kind === 'group' || kind === 'radios' || kind === 'fieldset';
}

/**
 * Returns the ARIA attributes of the kinds `group` and `radios`; empty for other kinds. Only a group of radio
 * buttons can itself be required or invalid: WAI-ARIA 1.2, "radiogroup".
 */
function getGroupAttributes({ id, kind, isRequired, problem }: FieldFrameProps) {
  if (!isGroupKind(kind) || kind === 'fieldset') return {};
  const named = { role: kind === 'radios' ? 'radiogroup' : 'group', 'aria-labelledby': `${id}--label` };
  return kind === 'radios'
    ? { ...named, 'aria-required': isRequired, 'aria-invalid': problem !== undefined }
    : named;
}
