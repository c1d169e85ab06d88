import type { FieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { PathContext } from '../frame/path-context.ts';
import { getNestedFields } from '../nested/load-nested-fields.ts';

/**
 * Renders a value with what the module for nested fields adds around it, and provides the path of the value
 * to its content. Unlike RJSF’s template it renders no label and no help: a widget has them in its frame, an
 * object and a list in their legend.
 */
export function FieldTemplate(props: FieldTemplateProps): ReactNode {
  return (
    <PathContext value={props.fieldPathId.path}>
      {getNestedFields()?.renderFieldContent(props) ?? props.children}
    </PathContext>
  );
}
