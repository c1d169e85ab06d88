import type { ReactNode } from 'react';
import { type FieldWidgetProps, toAttributeValue } from './widget-props.ts';

/**
 * Renders a hidden input, by which a form without scripts sends the value: objects as JSON, an empty text for
 * none.
 */
export function HiddenWidget({ id, htmlName, value }: FieldWidgetProps): ReactNode {
  return <input id={id} name={htmlName} type="hidden" value={toAttributeValue(value)} readOnly />;
}
