import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import type { FieldProps } from '@rjsf/utils';
import { type ReactNode, useContext } from 'react';
import { RestoredFieldsContext } from '../fields/restored-fields.ts';

/**
 * Renders RJSF's schema field, and mounts it again after its value was replaced from outside, for example by
 * a draft: RJSF chooses branches and counts items and entries only in the first render of a field.
 */
export function RestoredField(props: FieldProps): ReactNode {
  const { revisions } = useContext(RestoredFieldsContext);
  const { path } = props.fieldPathId;
  return <SchemaField key={path.length === 1 ? revisions[String(path[0])] : undefined} {...props} />;
}
