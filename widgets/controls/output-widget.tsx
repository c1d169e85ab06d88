import type { ReactNode } from 'react';
import type { FieldWidgetProps } from './widget-props.ts';

/**
 * What is calculated of other answers. HTML's `output` is a polite live region (HTML-AAM, "output"): what it holds is said once it changes,
 * which is when an answer is committed and not while it is typed. It is no stop on the way through the form, but takes the focus that a
 * problem brings.
 */
export function OutputWidget({ id, htmlName, value, ...props }: FieldWidgetProps): ReactNode {
  return (
    <output
      id={id}
      name={htmlName}
      className="sw-input"
      tabIndex={-1}
      aria-describedby={props['aria-describedby']}
    >
      {value}
    </output>
  );
}
