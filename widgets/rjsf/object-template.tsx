import type { ObjectFieldTemplateProps } from '@rjsf/utils';
import { type ReactNode, useContext } from 'react';
import { BlocksContext } from '../blocks/load-blocks.ts';
import { FieldsApartContext } from '../fields/fields-apart.ts';
import { inParts } from '../fields/in-parts.tsx';
import { useFields } from '../fields/use-fields.ts';
import { nestedFields } from '../nested/load-nested-fields.ts';

/**
 * RJSF's object template. The form itself is a list of fields with blocks between them. Other objects are
 * groups, whose module is loaded with the nested fields.
 */
export function ObjectTemplate(props: ObjectFieldTemplateProps): ReactNode {
  const { fieldPathId, properties } = props;
  const blocks = useContext(BlocksContext);
  const Group = nestedFields()?.ObjectGroup;
  const { store, parts } = useFields();
  const apart = useContext(FieldsApartContext);
  if (fieldPathId.path.length > 0) return Group && <Group {...props} />;
  const fields = apart
    ? properties.map((property) => {
        const view = store.viewOf(property.name);
        return view ? { ...property, content: apart(view, property.content) } : property;
      })
    : properties;
  return blocks?.draw(fields, blocks) ?? inParts(fields, parts);
}
