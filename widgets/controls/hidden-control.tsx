import type { ReactNode } from 'react';
import { attributeOf } from './choice-values.ts';
import type { ControlProps } from './control-props.ts';

/** A value that a form without scripts sends along, and nobody sees. */
export function HiddenControl({ id, name, value }: ControlProps): ReactNode {
  return <input id={id} name={name} type="hidden" value={attributeOf(value)} readOnly />;
}
