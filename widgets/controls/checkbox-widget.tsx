import type { ReactNode } from 'react';
import { type ElementState, useUncontrolled } from './use-uncontrolled.ts';
import { type FieldWidgetProps, getControlAttributes } from './widget-props.ts';

/** Renders a checkbox. Only a preset can tick it in advance. It sends `true`, with and without scripts. */
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

const checkboxState: ElementState<HTMLInputElement> = {
  read: (box) => (box.checked ? 'true' : ''),
  write: (box, state) => {
    box.checked = state === 'true';
  },
};
