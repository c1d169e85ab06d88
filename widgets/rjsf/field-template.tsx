import type { FieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { PathContext } from '../frame/path-context.ts';
import { getNestedFields } from '../nested/load-nested-fields.ts';

/**
 * Renders the content of RJSF's field template, without label or help: a widget has its frame, an object and
 * a list have their legend.
 */
export function FieldTemplate(props: FieldTemplateProps): ReactNode {
  return (
    <PathContext value={props.fieldPathId.path}>
      {getNestedFields()?.renderFieldContent(props) ?? props.children}
    </PathContext>
  );
}
