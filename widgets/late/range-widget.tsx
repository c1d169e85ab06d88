import type { ReactNode } from 'react';
import { type ElementState, useUncontrolled } from '../controls/use-uncontrolled.ts';
import { controlAttributes, type FieldWidgetProps, kindOf } from '../controls/widget-props.ts';

/** A slider. Its element always shows some value; none is committed before the visitor moves it. */
export function RangeWidget(props: FieldWidgetProps): ReactNode {
  const { schema, onChange } = props;
  const { minimum = 0, maximum = 100 } = schema;
  return (
    <AlwaysShowing
      {...props}
      type="range"
      resting={String(Math.round((minimum + maximum) / 2))}
      attributes={{ min: minimum, max: maximum, step: kindOf(schema.type) === 'integer' ? 1 : 'any' }}
      onChosen={(state) => onChange(Number(state))}
    />
  );
}

/** A colour, by the browser's own picker. */
export function ColorWidget(props: FieldWidgetProps): ReactNode {
  return (
    <AlwaysShowing
      {...props}
      type="color"
      resting="#000000"
      attributes={{}}
      onChosen={(state) => props.onChange(state)}
    />
  );
}

interface AlwaysShowingProps extends FieldWidgetProps {
  readonly type: 'range' | 'color';
  /** What is shown while there is no value. */
  readonly resting: string;
  readonly attributes: { readonly min?: number; readonly max?: number; readonly step?: number | 'any' };
  readonly onChosen: (state: string) => void;
}

function AlwaysShowing(props: AlwaysShowingProps): ReactNode {
  const { type, resting, attributes, value, onChosen } = props;
  const { ref, initial, commit } = useUncontrolled<HTMLInputElement>({
    shown: value === undefined || value === null ? resting : String(value),
    state: valueState,
    onCommit: onChosen,
  });
  return (
    <input
      {...controlAttributes(props)}
      {...attributes}
      ref={ref}
      type={type}
      className="sw-input"
      defaultValue={initial}
      onChange={commit}
    />
  );
}

const valueState: ElementState<HTMLInputElement> = {
  read: ({ value }) => value,
  write: (input, state) => {
    input.value = state;
  },
};
