import StringField from '@rjsf/core/lib/components/fields/StringField.js';
import type { FallbackFieldProps } from '@rjsf/utils';
import type { ReactNode } from 'react';

/** Renders nothing: a value that can only be `null` needs no input. */
export function NullField(): ReactNode {
  return null;
}

/** Renders a value without a type as RJSF renders a text, so that the text widget is used. */
export function UntypedField(props: FallbackFieldProps): ReactNode {
  return <StringField {...props} schema={{ ...props.schema, type: 'string' }} />;
}
