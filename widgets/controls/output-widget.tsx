import { type ReactNode, useEffect, useState } from 'react';
import { announcementDelayMs } from '../announcement-delay.ts';
import type { FieldWidgetProps } from './widget-props.ts';

/**
 * Renders a calculated value in an `output`, which is a polite live region (HTML-AAM, "output"). A new value
 * appears only after a pause, so that for `120` a screen reader does not announce `1` and `12` first. The
 * element is not in the tab order, but can receive the focus when it has a problem.
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
