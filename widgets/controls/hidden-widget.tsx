import type { ReactNode } from 'react';
import { type FieldWidgetProps, toAttributeValue } from './widget-props.ts';

/** Renders an invisible value, for forms that are sent without scripts. */
export function HiddenWidget({ id, htmlName, value }: FieldWidgetProps): ReactNode {
  return <input id={id} name={htmlName} type="hidden" value={toAttributeValue(value)} readOnly />;
}
