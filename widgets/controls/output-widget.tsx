import { type ReactNode, useEffect, useState } from 'react';
import { announcementDelayMs } from '../announcement-delay.ts';
import type { FieldWidgetProps } from './widget-props.ts';

/**
 * What is calculated of other answers. HTML's `output` is a polite live region (HTML-AAM, "output"): what it holds is said once it changes,
 * and it changes when typing pauses, so that of `120` nobody hears `1` and `12` first. It is no stop on the way through the form, but takes
 * the focus that a problem brings.
 */
export function OutputWidget({ id, htmlName, value, ...props }: FieldWidgetProps): ReactNode {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 3 * announcementDelayMs);
    return () => clearTimeout(timer);
  }, [value]);
  return (
    <output
      id={id}
      name={htmlName}
      className="sw-input"
      tabIndex={-1}
      aria-describedby={props['aria-describedby']}
    >
      {settled}
    </output>
  );
}
