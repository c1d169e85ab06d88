import type { ReactNode } from 'react';
import { ClearChoiceButton, canBeCleared } from './clear-choice-button.tsx';
import { type ElementState, useUncontrolled } from './use-uncontrolled.ts';
import { type FieldWidgetProps, getWidgetChoices, toAttributeValue } from './widget-props.ts';

/**
 * Renders radio buttons for one value. If something is chosen and the field is optional and has no default, a
 * button follows that clears the choice by committing `undefined`.
 */
export function RadioWidget(props: FieldWidgetProps): ReactNode {
  const { value, onChange } = props;
  return (
    <Choices
      {...props}
      type="radio"
      chosen={value === undefined ? [] : [toAttributeValue(value)]}
      onChosen={([chosen]) => onChange(chosen)}
      onCleared={canBeCleared(props) ? () => onChange(undefined) : undefined}
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
   * Clears the choice. Absent if it cannot be cleared, and for checkboxes, which are cleared one by one.
   */
  readonly onCleared?: (() => void) | undefined;
}

/** Renders a group of inputs, one for each choice of the widget, and the button for `onCleared`. */
function Choices(props: ChoicesProps): ReactNode {
  const { id, htmlName, type, chosen, disabled, readonly, onChosen, onCleared } = props;
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
      {onCleared && (
        <ClearChoiceButton
          onCleared={() => {
            ref.current?.querySelector('input')?.focus();
            onCleared();
          }}
        />
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
