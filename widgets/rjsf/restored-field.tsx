import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import type { FieldProps } from '@rjsf/utils';
import { type ReactNode, useContext } from 'react';
import { RestoredFieldsContext } from '../fields/restored-fields.ts';

/**
 * Renders RJSF's schema field, and mounts a top-level one again after its value was replaced from outside,
 * for example by a draft: RJSF chooses branches and counts items only in a field's first render.
 */
export function RestoredField(props: FieldProps): ReactNode {
  const { revisions } = useContext(RestoredFieldsContext);
  const { path } = props.fieldPathId;
  return <SchemaField key={path.length === 1 ? revisions[String(path[0])] : undefined} {...props} />;
}
