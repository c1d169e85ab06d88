import StringField from '@rjsf/core/lib/components/fields/StringField.js';
import type { FallbackFieldProps } from '@rjsf/utils';
import type { ReactNode } from 'react';

/** A value that can only be `null` asks nothing. */
export function NullField(): ReactNode {
  return null;
}

/** A value of any type is typed as text. */
export function UntypedField(props: FallbackFieldProps): ReactNode {
  return <StringField {...props} schema={{ ...props.schema, type: 'string' }} />;
}
