import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import type { FieldProps } from '@rjsf/utils';
import { type ReactNode, useContext } from 'react';
import { RestoredContext } from '../fields/restored-fields.ts';

/**
 * RJSF's field of a schema. RJSF chooses branches and counts items and entries when it first draws a field, so that one whose value was
 * replaced, as by a draft, is drawn anew.
 */
export function RestoredField(props: FieldProps): ReactNode {
  const { revisions } = useContext(RestoredContext);
  const { path } = props.fieldPathId;
  return <SchemaField key={path.length === 1 ? revisions[String(path[0])] : undefined} {...props} />;
}
