import type { ReactNode } from 'react';
import { otherChoice } from '#engine';
import { ChoicePicture, useChoicePictures } from './choice-picture.tsx';
import { ClearChoiceButton, canBeCleared } from './clear-choice-button.tsx';
import {
  OtherText,
  parseOtherState,
  readOtherText,
  toChosenAttribute,
  toOtherState,
  useOtherChoice,
} from './other-text.tsx';
import { type ElementState, useUncontrolled } from './use-uncontrolled.ts';
import {
  type FieldWidgetProps,
  getWidgetChoices,
  toAttributeValue,
  type WidgetChoice,
} from './widget-props.ts';

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
      answers={value === undefined ? [] : [value]}
      toValue={([chosen]) => chosen}
      onCleared={canBeCleared(props) ? () => onChange(undefined) : undefined}
    />
  );
}

/**
 * Renders checkboxes for a list of values. Commits the chosen values in the order of the choices, or
 * `undefined` if none is chosen.
 */
export function CheckboxesWidget(props: FieldWidgetProps): ReactNode {
  const { value } = props;
  return (
    <Choices
      {...props}
      type="checkbox"
      answers={Array.isArray(value) ? value : []}
      toValue={(chosen) => (chosen.length === 0 ? undefined : chosen)}
    />
  );
}

interface ChoicesProps extends FieldWidgetProps {
  readonly type: 'radio' | 'checkbox';
  /** The chosen values. */
  readonly answers: readonly unknown[];
  /** Returns the value of the field for the chosen values, which are in the order of the choices. */
  readonly toValue: (chosen: readonly unknown[]) => unknown;
  /**
   * Clears the choice. Absent if it cannot be cleared, and for checkboxes, which are cleared one by one.
   */
  readonly onCleared?: (() => void) | undefined;
}

/**
 * Renders a group of inputs, one for each choice of the widget, and the button for `onCleared`. With
 * `ui:other` a further input is the choice "Other", and its text follows.
 */
function Choices(props: ChoicesProps): ReactNode {
  const { id, htmlName, type, answers, disabled, readonly, toValue, onCleared, onChange, onPending } = props;
  const choices = getWidgetChoices(props);
  const other = useOtherChoice(props, choices);
  /** Returns the value of the field for a state of the group. */
  const toFieldValue = (state: string) => {
    const lines = state.split('\n');
    const values = choices.map(({ value }) => value);
    const chosen = values.filter((value) => lines.includes(toAttributeValue(value)));
    // A typed text that is chosen already would be there twice, of which the boxes show one.
    const typed = lines
      .flatMap((line) => parseOtherState(line) ?? [])
      .filter((text) => !chosen.includes(text.trim()));
    return toValue([...chosen, ...typed]);
  };
  const known = choices.map(({ value }) => toAttributeValue(value));
  const chosen = answers.map(toAttributeValue).filter((attribute) => known.includes(attribute));
  const { ref, initial, commit } = useUncontrolled<HTMLDivElement>({
    shown: [...chosen, ...(other?.typed === undefined ? [] : [toOtherState(other.typed)])].join('\n'),
    state: choiceGroupState,
    onCommit: (state) => onChange(toFieldValue(state)),
  });
  const initialAttributes = initial.split('\n').map(toChosenAttribute);
  const findPicture = useChoicePictures(props);
  const classes = ['sw-radio-group', other && 'sw-with-other', findPicture && 'sw-radio-group--pictures'];
  const shownChoices = other ? [...choices, { value: otherChoice, label: other.label }] : choices;
  return (
    <div ref={ref} className={classes.filter(Boolean).join(' ')}>
      {shownChoices.map(({ value, label, isDisabled }: WidgetChoice, index) => {
        const attribute = toAttributeValue(value);
        const boxId = index === 0 ? id : `${id}--${index}`;
        const picture = findPicture?.(value);
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
            {picture && <ChoicePicture {...picture} inputId={boxId} />}
          </div>
        );
      })}
      {other && (
        <OtherText
          {...props}
          typed={other.typed}
          onCommit={commit}
          onTyping={() => ref.current && onPending(toFieldValue(choiceGroupState.read(ref.current)))}
        />
      )}
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

/**
 * Reads and writes the chosen inputs of a group as one text, one `value` per line. The line of "Other" has its
 * text, which is only read: its input shows it by itself.
 */
export const choiceGroupState: ElementState<HTMLElement> = {
  read: (group) =>
    listBoxes(group)
      .flatMap(({ checked, value }) => {
        if (!checked) return [];
        return value === otherChoice ? toOtherState(readOtherText(group)) : value;
      })
      .join('\n'),
  write: (group, state) => {
    const attributes = state === '' ? [] : state.split('\n').map(toChosenAttribute);
    for (const box of listBoxes(group)) box.checked = attributes.includes(box.value);
  },
};

/** Returns the radio buttons or checkboxes of a group. */
function listBoxes(group: HTMLElement): readonly HTMLInputElement[] {
  return [...group.querySelectorAll<HTMLInputElement>('input:is([type=radio], [type=checkbox])')];
}
