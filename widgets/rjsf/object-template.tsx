import type { ObjectFieldTemplateProps } from '@rjsf/utils';
import { type ReactNode, useContext } from 'react';
import { BlocksContext } from '../blocks/load-blocks.ts';
import { nestedFields } from '../nested/load-nested-fields.ts';

/** An object. The form's fields together are none: blocks stand among them. What any other is drawn by has come with its schema. */
export function ObjectTemplate(props: ObjectFieldTemplateProps): ReactNode {
  const { fieldPathId, properties } = props;
  const blocks = useContext(BlocksContext);
  const Group = nestedFields()?.ObjectGroup;
  if (fieldPathId.path.length > 0) return Group && <Group {...props} />;
  return blocks?.draw(properties, blocks) ?? properties.map(({ content }) => content);
}
