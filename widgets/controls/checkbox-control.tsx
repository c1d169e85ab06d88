import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { type ControlProps, controlAttributes } from './control-props.ts';

/** A box to tick; never ticked beforehand but by a preset. Sends `true`, which is also what a form without scripts sends. */
export function CheckboxControl(props: ControlProps): ReactNode {
  const { value, enter, input } = props;
  const ref = useRef<HTMLInputElement>(null);
  const isTicked = value === true;
  const [initial] = useState(isTicked);
  const commit = () => {
    const ticked = ref.current?.checked === true;
    input(ticked);
    enter(ticked);
  };
  const latestCommit = useRef(commit);
  useLayoutEffect(() => {
    latestCommit.current = commit;
  });
  // Ticked before React took over.
  useLayoutEffect(() => {
    if (ref.current && ref.current.checked !== initial) latestCommit.current();
  }, [initial]);
  useLayoutEffect(() => {
    if (ref.current) ref.current.checked = isTicked;
  }, [isTicked]);
  return (
    <input
      {...controlAttributes(props)}
      ref={ref}
      type="checkbox"
      className="sw-checkbox"
      value="true"
      defaultChecked={initial}
      onChange={commit}
    />
  );
}
