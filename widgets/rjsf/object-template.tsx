import type { ObjectFieldTemplateProps } from '@rjsf/utils';
import { type ReactNode, useContext } from 'react';
import { BlocksContext } from '../blocks/load-blocks.ts';
import { FieldMarkupContext } from '../fields/field-markup-context.ts';
import { renderInChunks } from '../fields/render-in-chunks.tsx';
import { useFields } from '../fields/use-fields.ts';
import { getNestedFields } from '../nested/load-nested-fields.ts';

/**
 * Renders an object of RJSF. The form itself is a list of fields, with blocks between them if there are any,
 * and in chunks if it is long; any other object is a group. Renders nothing for a group until the module for
 * nested fields is loaded.
 */
export function ObjectTemplate(props: ObjectFieldTemplateProps): ReactNode {
  const { fieldPathId, properties } = props;
  const blocks = useContext(BlocksContext);
  const Group = getNestedFields()?.ObjectGroup;
  const shared = useFields();
  const cacheMarkup = useContext(FieldMarkupContext);
  if (fieldPathId.path.length > 0) return Group && <Group {...props} />;
  const fields = cacheMarkup
    ? properties.map((property) => {
        const view = shared.store.getView(property.name);
        return view ? { ...property, content: cacheMarkup(view, property.content) } : property;
      })
    : properties;
  return blocks?.draw(fields, blocks, shared) ?? renderInChunks(fields, shared.parts);
}
