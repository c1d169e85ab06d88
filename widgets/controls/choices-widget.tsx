import type { ReactNode } from 'react';
import { useFields } from '../fields/use-fields.ts';
import { usePosting } from './posting-context.ts';
import { type ElementState, useUncontrolled } from './use-uncontrolled.ts';
import { type FieldWidgetProps, getWidgetChoices, toAttributeValue } from './widget-props.ts';

/**
 * Renders radio buttons for one value. If something is chosen and the field is optional and has no default, a
 * button follows that clears the choice by committing `undefined`.
 */
export function RadioWidget(props: FieldWidgetProps): ReactNode {
  const { schema, value, onChange } = props;
  return (
    <Choices
      {...props}
      type="radio"
      chosen={value === undefined ? [] : [toAttributeValue(value)]}
      onChosen={([chosen]) => onChange(chosen)}
      // A field with a default cannot be left empty.
      onCleared={
        props.required || value === undefined || schema.default !== undefined
          ? undefined
          : () => onChange(undefined)
      }
    />
  );
}

/**
 * Renders checkboxes for a list of values. Commits the chosen values in the order of the choices, or
 * `undefined` if none is chosen.
 */
export function CheckboxesWidget(props: FieldWidgetProps): ReactNode {
  const { value, onChange } = props;
  return (
    <Choices
      {...props}
      type="checkbox"
      chosen={Array.isArray(value) ? value.map(toAttributeValue) : []}
      onChosen={(chosen) => onChange(chosen.length === 0 ? undefined : chosen)}
    />
  );
}

interface ChoicesProps extends FieldWidgetProps {
  readonly type: 'radio' | 'checkbox';
  /** The chosen values as `value` attributes. */
  readonly chosen: readonly string[];
  /** Receives the chosen values in the order of the choices. */
  readonly onChosen: (chosen: readonly unknown[]) => void;
  /**
   * Clears the choice. Absent if the field is required or has a default, if nothing is chosen, and for
   * checkboxes, which are cleared one by one.
   */
  readonly onCleared?: (() => void) | undefined;
}

/**
 * Renders a group of inputs, one for each choice of the widget. The button for `onCleared` is omitted if the
 * field is disabled or read-only, and before hydration of a form that can be posted.
 */
function Choices(props: ChoicesProps): ReactNode {
  const { id, htmlName, type, chosen, disabled, readonly, onChosen, onCleared } = props;
  const { text } = useFields();
  const isPosting = usePosting() !== undefined;
  const choices = getWidgetChoices(props);
  const { ref, initial, commit } = useUncontrolled<HTMLDivElement>({
    shown: chosen.join('\n'),
    state: choiceGroupState,
    onCommit: (state) => {
      const attributes = state.split('\n');
      const values = choices.map(({ value }) => value);
      onChosen(values.filter((value) => attributes.includes(toAttributeValue(value))));
    },
  });
  const initialAttributes = initial.split('\n');
  return (
    <div ref={ref} className="sw-radio-group">
      {choices.map(({ value, label, isDisabled }, index) => {
        const attribute = toAttributeValue(value);
        const boxId = index === 0 ? id : `${id}--${index}`;
        return (
          <div key={attribute} className="sw-choice">
            <input
              id={boxId}
              name={htmlName}
              type={type}
              className={type === 'radio' ? 'sw-radio' : 'sw-checkbox'}
              value={attribute}
              defaultChecked={initialAttributes.includes(attribute)}
              disabled={disabled || readonly || isDisabled}
              aria-invalid={props['aria-invalid']}
              aria-describedby={props['aria-describedby']}
              onChange={commit}
            />
            <label className="sw-label" htmlFor={boxId}>
              {label}
            </label>
          </div>
        );
      })}
      {onCleared && !isPosting && !disabled && !readonly && (
        <button
          type="button"
          className="sw-button sw-button--quiet"
          onClick={() => {
            // The button disappears with the choice, so the focus moves first.
            ref.current?.querySelector('input')?.focus();
            onCleared();
          }}
        >
          {text('clear-choice')}
        </button>
      )}
    </div>
  );
}

/** Reads and writes the chosen inputs of a group as one text, one `value` per line. */
export const choiceGroupState: ElementState<HTMLElement> = {
  read: (group) =>
    [...group.querySelectorAll('input')].flatMap(({ checked, value }) => (checked ? [value] : [])).join('\n'),
  write: (group, state) => {
    const attributes = state === '' ? [] : state.split('\n');
    for (const box of group.querySelectorAll('input')) box.checked = attributes.includes(box.value);
  },
};
