import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { type ControlProps, controlAttributes } from './control-props.ts';

/** A slider. Its element always shows some value; none is handed on before the visitor moves it. */
export function RangeControl(props: ControlProps): ReactNode {
  const { bounds, kind } = props;
  const { minimum = 0, maximum = 100 } = bounds;
  return (
    <AlwaysShowing
      {...props}
      type="range"
      resting={String(Math.round((minimum + maximum) / 2))}
      attributes={{ min: minimum, max: maximum, step: kind === 'integer' ? 1 : 'any' }}
      read={Number}
    />
  );
}

/** A colour, by the browser's own picker. */
export function ColorControl(props: ControlProps): ReactNode {
  return <AlwaysShowing {...props} type="color" resting="#000000" attributes={{}} read={(text) => text} />;
}

interface AlwaysShowingProps extends ControlProps {
  readonly type: 'range' | 'color';
  /** What is shown while there is no value. */
  readonly resting: string;
  readonly attributes: { readonly min?: number; readonly max?: number; readonly step?: number | 'any' };
  readonly read: (text: string) => unknown;
}

function AlwaysShowing(props: AlwaysShowingProps): ReactNode {
  const { type, resting, attributes, read, value, enter, input } = props;
  const ref = useRef<HTMLInputElement>(null);
  const shown = value === undefined || value === null ? resting : String(value);
  const [initial] = useState(shown);
  const commit = () => {
    const chosen = read(ref.current?.value ?? shown);
    input(chosen);
    enter(chosen);
  };
  const latestCommit = useRef(commit);
  useLayoutEffect(() => {
    latestCommit.current = commit;
  });
  // Moved before React took over.
  useLayoutEffect(() => {
    if (ref.current && ref.current.value !== initial) latestCommit.current();
  }, [initial]);
  useLayoutEffect(() => {
    if (ref.current && ref.current.value !== shown) ref.current.value = shown;
  }, [shown]);
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
