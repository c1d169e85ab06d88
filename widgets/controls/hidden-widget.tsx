import type { ReactNode } from 'react';
import { attributeOf, type FieldWidgetProps } from './widget-props.ts';

/** A value that a form without scripts sends along, and nobody sees. */
export function HiddenWidget({ id, htmlName, value }: FieldWidgetProps): ReactNode {
  return <input id={id} name={htmlName} type="hidden" value={attributeOf(value)} readOnly />;
}
