import type { FieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { PathContext } from '../frame/path-context.ts';
import { nestedFields } from '../nested/load-nested-fields.ts';

/** Around a value RJSF draws nothing of its own: a widget brings its frame, an object and a list their legend. */
export function FieldTemplate(props: FieldTemplateProps): ReactNode {
  return (
    <PathContext value={props.fieldPathId.path}>
      {nestedFields()?.fieldContent(props) ?? props.children}
    </PathContext>
  );
}
