import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import type { FieldProps } from '@rjsf/utils';
import { type ReactNode, useContext } from 'react';
import { RestoredFieldsContext } from '../fields/restored-fields.ts';

/**
 * RJSF's schema field. RJSF chooses branches and counts items and entries in the first render of a field. So
 * a field whose value was replaced from outside, for example by a draft, is mounted again.
 */
export function RestoredField(props: FieldProps): ReactNode {
  const { revisions } = useContext(RestoredFieldsContext);
  const { path } = props.fieldPathId;
  return <SchemaField key={path.length === 1 ? revisions[String(path[0])] : undefined} {...props} />;
}
