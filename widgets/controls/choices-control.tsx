import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { attributeOf } from './choice-values.ts';
import { type ControlProps, invalidity } from './control-props.ts';

/** One of several, each to be seen at once. */
export function RadioControl(props: ControlProps): ReactNode {
  const { value, enter, input } = props;
  return (
    <Ticks
      {...props}
      type="radio"
      chosen={value === undefined ? [] : [attributeOf(value)]}
      take={(attributes) => {
        const chosen = props.choices.find((choice) => attributes.includes(attributeOf(choice.value)))?.value;
        input(chosen);
        enter(chosen);
      }}
    />
  );
}

/** Any of several. */
export function CheckboxesControl(props: ControlProps): ReactNode {
  const { value, choices, enter, input } = props;
  return (
    <Ticks
      {...props}
      type="checkbox"
      chosen={Array.isArray(value) ? value.map(attributeOf) : []}
      take={(attributes) => {
        const chosen = choices.map((choice) => choice.value);
        const values = chosen.filter((choice) => attributes.includes(attributeOf(choice)));
        const list = values.length === 0 ? undefined : values;
        input(list);
        enter(list);
      }}
    />
  );
}

interface TicksProps extends ControlProps {
  readonly type: 'radio' | 'checkbox';
  readonly chosen: readonly string[];
  readonly take: (attributes: readonly string[]) => void;
}

function Ticks(props: TicksProps): ReactNode {
  const { id, name, type, choices, chosen, isRequired, isDisabled, describedBy, take } = props;
  const ref = useRef<HTMLDivElement>(null);
  const [initial] = useState(chosen);
  const inputs = () => [...(ref.current?.querySelectorAll('input') ?? [])];
  const ticked = () => inputs().flatMap((element) => (element.checked ? [element.value] : []));
  const latest = useRef({ take, ticked, inputs });
  useLayoutEffect(() => {
    latest.current = { take, ticked, inputs };
  });
  // Ticked before React took over.
  useLayoutEffect(() => {
    const now = latest.current.ticked();
    if (now.join('\n') !== initial.join('\n')) latest.current.take(now);
  }, [initial]);
  const shown = chosen.join('\n');
  useLayoutEffect(() => {
    const values = shown === '' ? [] : shown.split('\n');
    for (const element of latest.current.inputs()) element.checked = values.includes(element.value);
  }, [shown]);
  return (
    <div ref={ref} className="sw-radio-group">
      {choices.map(({ value, label }, index) => {
        const attribute = attributeOf(value);
        return (
          <div key={attribute} className="sw-choice">
            <input
              id={index === 0 ? id : `${id}--${index}`}
              name={name}
              type={type}
              className={type === 'radio' ? 'sw-radio' : 'sw-checkbox'}
              value={attribute}
              defaultChecked={initial.includes(attribute)}
              required={type === 'radio' && isRequired}
              disabled={isDisabled}
              aria-invalid={invalidity(props)}
              aria-describedby={describedBy}
              onChange={() => take(ticked())}
            />
            <label className="sw-label" htmlFor={index === 0 ? id : `${id}--${index}`}>
              {label}
            </label>
          </div>
        );
      })}
    </div>
  );
}
