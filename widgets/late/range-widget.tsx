import { type ReactNode, useLayoutEffect, useState } from 'react';
import { writeNumber } from '#engine';
import { usePosting } from '../controls/posting-context.ts';
import { type ElementState, useUncontrolled } from '../controls/use-uncontrolled.ts';
import { controlAttributes, type FieldWidgetProps, kindOf } from '../controls/widget-props.ts';
import { useFields } from '../fields/use-fields.ts';

/**
 * A slider. Its element always shows a value, but no value is committed before the visitor chooses one, even
 * the one that is shown.
 */
export function RangeWidget(props: FieldWidgetProps): ReactNode {
  const { schema, onChange } = props;
  const { minimum = 0, maximum = 100 } = schema;
  return (
    <AlwaysShowing
      {...props}
      type="range"
      plainType="number"
      resting={String(Math.round((minimum + maximum) / 2))}
      attributes={{ min: minimum, max: maximum, step: kindOf(schema.type) === 'integer' ? 1 : 'any' }}
      onChosen={(state) => onChange(state === '' ? undefined : Number(state))}
    />
  );
}

export function ColorWidget(props: FieldWidgetProps): ReactNode {
  return (
    <AlwaysShowing
      {...props}
      type="color"
      plainType="text"
      resting="#000000"
      attributes={{}}
      onChosen={(state) => props.onChange(state === '' ? undefined : state)}
    />
  );
}

interface AlwaysShowingProps extends FieldWidgetProps {
  readonly type: 'range' | 'color';
  /** The type of the input for a form without scripts. It must allow an empty value. */
  readonly plainType: 'number' | 'text';
  /** The value that the element shows while the field is empty. */
  readonly resting: string;
  readonly attributes: { readonly min?: number; readonly max?: number; readonly step?: number | 'any' };
  readonly onChosen: (state: string) => void;
}

function AlwaysShowing(props: AlwaysShowingProps): ReactNode {
  const { type, plainType, resting, attributes, value, onChosen } = props;
  const { text, locale } = useFields();
  const isPosting = usePosting() !== undefined;
  const isChosen = value !== undefined && value !== null;
  const { ref, initial, commit } = useUncontrolled<HTMLInputElement>({
    shown: isChosen ? String(value) : isPosting ? '' : resting,
    state: valueState,
    onCommit: onChosen,
  });
  // The type changes after the shown value was written: a browser warns about an empty colour input.
  const wantedType = isPosting ? plainType : type;
  const [drawnType, setDrawnType] = useState(wantedType);
  useLayoutEffect(() => setDrawnType(wantedType), [wantedType]);
  const said = !isChosen
    ? text('not-chosen')
    : typeof value === 'number'
      ? writeNumber(value, locale)
      : value;
  return (
    <div className={isChosen || isPosting ? 'sw-shown' : 'sw-shown sw-shown--unchosen'}>
      <input
        {...controlAttributes(props)}
        {...attributes}
        ref={ref}
        type={drawnType}
        {...(!isChosen && !isPosting && notChosen(props, said))}
        className="sw-input"
        defaultValue={initial}
        onChange={commit}
        // A click or the space bar chooses the value that is already shown.
        onClick={type === 'range' && !isChosen ? commit : undefined}
        onKeyDown={type === 'range' && !isChosen ? (event) => event.key === ' ' && commit() : undefined}
      />
      {!isPosting && (
        <span id={valueId(props.id)} className="sw-shown-value" aria-hidden="true">
          {said}
        </span>
      )}
    </div>
  );
}

/** Returns the attributes by which a screen reader announces that the shown value was not chosen. */
function notChosen(
  { id, type, 'aria-describedby': description }: AlwaysShowingProps,
  said: string,
): Readonly<Record<string, string>> {
  if (type === 'range') return { 'aria-valuetext': said };
  return { 'aria-describedby': [description, valueId(id)].filter(Boolean).join(' ') };
}

function valueId(id: string): string {
  return `${id}--value`;
}

const valueState: ElementState<HTMLInputElement> = {
  read: ({ value }) => value,
  write: (input, state) => {
    input.value = state;
  },
};
