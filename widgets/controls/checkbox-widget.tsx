import type { ReactNode } from 'react';
import { type ElementState, useUncontrolled } from './use-uncontrolled.ts';
import { type FieldWidgetProps, getControlAttributes } from './widget-props.ts';

/**
 * Renders a checkbox, which is ticked only for the value `true`. It commits `true` or `false`. Without
 * scripts it sends `true`, or nothing if it is not ticked.
 */
export function CheckboxWidget(props: FieldWidgetProps): ReactNode {
  const { value, onChange } = props;
  const { ref, initial, commit } = useUncontrolled<HTMLInputElement>({
    shown: value === true ? 'true' : '',
    state: checkboxState,
    onCommit: (state) => onChange(state === 'true'),
  });
  return (
    <input
      {...getControlAttributes(props)}
      ref={ref}
      type="checkbox"
      className="sw-checkbox"
      value="true"
      defaultChecked={initial === 'true'}
      onChange={commit}
    />
  );
}

/** Reads and writes the state of a checkbox as text: `true` if it is ticked, else empty. */
const checkboxState: ElementState<HTMLInputElement> = {
  read: (box) => (box.checked ? 'true' : ''),
  write: (box, state) => {
    box.checked = state === 'true';
  },
};
