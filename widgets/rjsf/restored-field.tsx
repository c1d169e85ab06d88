import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import type { FieldProps } from '@rjsf/utils';
import { createContext, type ReactNode, useContext } from 'react';

/** What comes to fields from elsewhere, as from a draft. */
export interface RestoredFields {
  /** How often the value of each nested field was replaced by one that was not entered in it. */
  readonly revisions: Readonly<Record<string, number>>;
  /** The branches that an earlier visit chose, by the enquiry type and the place of the value: `service drive/engine`. */
  readonly branches: Readonly<Record<string, number>> | undefined;
  /** The key of the enquiry type. */
  readonly typeKey: string;
}

export const RestoredContext = createContext<RestoredFields>({
  revisions: {},
  branches: undefined,
  typeKey: '',
});

/**
 * RJSF's field of a schema. RJSF chooses branches and counts items and entries when it first draws a field, so that one whose value was
 * replaced, as by a draft, is drawn anew.
 */
export function RestoredField(props: FieldProps): ReactNode {
  const { revisions } = useContext(RestoredContext);
  const { path } = props.fieldPathId;
  return <SchemaField key={path.length === 1 ? revisions[String(path[0])] : undefined} {...props} />;
}
