import type { ReactNode } from 'react';
import { useFields } from '../fields/use-fields.ts';

/** How label, hint and problem stand around a control. */
export type FrameKind =
  /** A label above. */
  | 'label'
  /** A name for a group of controls. */
  | 'group'
  | 'radios'
  /** A name for several controls that make up one value. */
  | 'fieldset'
  /** A label behind the box. */
  | 'checkbox'
  /** As a checkbox, with a disclaimer in place of a hint, and a problem that is heard and not seen (docs/behaviour.md, "Messages"). */
  | 'terms'
  /** The control brings its own. */
  | 'none';

/** What stands around a control. */
export interface FieldFrameProps {
  /** The control's id; those of label, hint and problem are made from it. */
  readonly id: string;
  readonly kind: FrameKind;
  readonly label: string;
  /** Whether the label carries the mark of a required field. */
  readonly isMarked: boolean;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  /** That a send failed. */
  readonly failure?: string | undefined;
  readonly isRequired: boolean;
  readonly isWide: boolean;
  readonly isConcealed: boolean;
  /** Draws the control, given the ids that describe it. */
  readonly children: (describedBy: string | undefined) => ReactNode;
}

/** The frame of a field: its label with the mark of a required one, hint and problem, under ids that the control names. */
export function FieldFrame(props: FieldFrameProps): ReactNode {
  const { id, kind, label, isMarked, hint, problem, failure, children } = props;
  const describedBy = describedByOf(props);
  if (kind === 'none') return children(describedBy);
  const mark = isMarked && <RequiredMark />;
  const [Frame, Name] = kind === 'fieldset' ? (['fieldset', 'legend'] as const) : (['div', 'span'] as const);
  const name = isGroup(kind) ? (
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
    <Frame className={classesOf(props)} {...groupAttributes(props)}>
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

/** The asterisk, for the eye alone: the control itself says that it is required. */
export function RequiredMark(): ReactNode {
  const { text } = useFields();
  return (
    <span className="sw-required" aria-hidden="true">
      {` ${text('required-mark')}`}
    </span>
  );
}

/** The ids of what is there to describe a control, the problem first. */
export function describedByOf({
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

function classesOf({ kind, problem, isRequired, isWide, isConcealed }: FieldFrameProps): string {
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

function isGroup(kind: FrameKind): boolean {
  return kind === 'group' || kind === 'radios' || kind === 'fieldset';
}

/** Only a group of radio buttons can itself be required or invalid: WAI-ARIA 1.2, "radiogroup". */
function groupAttributes({ id, kind, isRequired, problem }: FieldFrameProps) {
  if (!isGroup(kind) || kind === 'fieldset') return {};
  const named = { role: kind === 'radios' ? 'radiogroup' : 'group', 'aria-labelledby': `${id}--label` };
  return kind === 'radios'
    ? { ...named, 'aria-required': isRequired, 'aria-invalid': problem !== undefined }
    : named;
}
