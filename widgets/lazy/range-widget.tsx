import { type ReactNode, useLayoutEffect, useState } from 'react';
import { writeNumber } from '#engine';
import { usePosting } from '../controls/posting-context.ts';
import { type ElementState, useUncontrolled } from '../controls/use-uncontrolled.ts';
import { type FieldWidgetProps, getControlAttributes, getValueKind } from '../controls/widget-props.ts';
import { useFields } from '../fields/use-fields.ts';

/**
 * Renders a slider, from 0 to 100 unless the schema says otherwise; without scripts, a number input. No value
 * is committed before the visitor chooses one, not even the one that the slider shows.
 */
export function RangeWidget(props: FieldWidgetProps): ReactNode {
  const { schema, onChange } = props;
  const { minimum = 0, maximum = 100 } = schema;
  return (
    <NeverEmptyInput
      {...props}
      type="range"
      plainType="number"
      resting={String(Math.round((minimum + maximum) / 2))}
      attributes={{ min: minimum, max: maximum, step: getValueKind(schema.type) === 'integer' ? 1 : 'any' }}
      onChosen={(state) => onChange(state === '' ? undefined : Number(state))}
    />
  );
}

/**
 * Renders a colour picker; without scripts, a text input. No value is committed before the visitor chooses
 * one.
 */
export function ColorWidget(props: FieldWidgetProps): ReactNode {
  return (
    <NeverEmptyInput
      {...props}
      type="color"
      plainType="text"
      resting="#000000"
      attributes={{}}
      onChosen={(state) => props.onChange(state === '' ? undefined : state)}
    />
  );
}

interface NeverEmptyInputProps extends FieldWidgetProps {
  readonly type: 'range' | 'color';
  /** The type of the input for a form without scripts. It must allow an empty value. */
  readonly plainType: 'number' | 'text';
  /** The value that the element shows while the field is empty. */
  readonly resting: string;
  /** Additional attributes of the element. */
  readonly attributes: { readonly min?: number; readonly max?: number; readonly step?: number | 'any' };
  /** Called with the value of the element when the visitor chooses one. */
  readonly onChosen: (state: string) => void;
}

/**
 * Renders an input that always shows a value, and beside it the value as text, or that none was chosen.
 * Without scripts it renders only an input of `plainType`, which may be empty.
 */
function NeverEmptyInput(props: NeverEmptyInputProps): ReactNode {
  const { type, plainType, resting, attributes, value, onChosen } = props;
  const { text, locale } = useFields();
  const isPosting = usePosting() !== undefined;
  const isChosen = value !== undefined && value !== null;
  const { ref, initial, commit } = useUncontrolled<HTMLInputElement>({
    shown: isChosen ? String(value) : isPosting ? '' : resting,
    state: inputValueState,
    onCommit: onChosen,
  });
  // The type changes after the shown value was written: a browser warns about an empty colour input.
  const wantedType = isPosting ? plainType : type;
  const [renderedType, setRenderedType] = useState(wantedType);
  useLayoutEffect(() => setRenderedType(wantedType), [wantedType]);
  const displayText = !isChosen
    ? text('not-chosen')
    : typeof value === 'number'
      ? writeNumber(value, locale)
      : value;
  return (
    <div className={isChosen || isPosting ? 'sw-shown' : 'sw-shown sw-shown--unchosen'}>
      <input
        {...getControlAttributes(props)}
        {...attributes}
        ref={ref}
        type={renderedType}
        {...(!isChosen && !isPosting && getUnchosenAttributes(props, displayText))}
        className="sw-input"
        defaultValue={initial}
        onChange={commit}
        // A click or the space bar chooses the value that is already shown.
        onClick={type === 'range' && !isChosen ? commit : undefined}
        onKeyDown={type === 'range' && !isChosen ? (event) => event.key === ' ' && commit() : undefined}
      />
      {!isPosting && (
        <span id={getValueTextId(props.id)} className="sw-shown-value" aria-hidden="true">
          {displayText}
        </span>
      )}
    </div>
  );
}

/**
 * Returns ARIA attributes with which a screen reader announces `displayText`, the sentence that no value was
 * chosen: `aria-valuetext` for a slider, a longer `aria-describedby` for a colour picker.
 */
function getUnchosenAttributes(
  { id, type, 'aria-describedby': description }: NeverEmptyInputProps,
  displayText: string,
): Readonly<Record<string, string>> {
  if (type === 'range') return { 'aria-valuetext': displayText };
  return { 'aria-describedby': [description, getValueTextId(id)].filter(Boolean).join(' ') };
}

/** Returns the id of the text beside the control with the id `id`. */
function getValueTextId(id: string): string {
  return `${id}--value`;
}

/** Reads and writes the `value` of an input. */
const inputValueState: ElementState<HTMLInputElement> = {
  read: ({ value }) => value,
  write: (input, state) => {
    input.value = state;
  },
};
