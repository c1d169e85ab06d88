import { canExpand, getUiOptions, type ObjectFieldTemplateProps } from '@rjsf/utils';
import { type ReactNode, useContext } from 'react';
import { BlocksContext } from '../blocks/load-blocks.ts';
import { useFields } from '../fields/use-fields.ts';
import { Legend } from '../frame/legend.tsx';

/** An object: a group with a legend. The form's fields together are none, and blocks stand among them. */
export function ObjectTemplate(props: ObjectFieldTemplateProps): ReactNode {
  const { fieldPathId, schema, uiSchema, formData, title, description, properties, required = false } = props;
  const { text } = useFields();
  const blocks = useContext(BlocksContext);
  const contents = properties.map(({ content }) => content);
  if (fieldPathId.path.length === 0) return blocks?.draw(properties, blocks) ?? contents;
  return (
    <Legend
      id={fieldPathId.$id}
      path={fieldPathId.path}
      title={title}
      hint={[getUiOptions(uiSchema).help, description].find((text) => typeof text === 'string')}
      isRequired={required}
      className="sw-fieldset"
    >
      {contents.length === 0 ? null : <div className="sw-fields">{contents}</div>}
      {canExpand(schema, uiSchema, formData) && (
        <div className="sw-actions">
          <button type="button" className="sw-button sw-button--quiet" onClick={props.onAddProperty}>
            {text('add-item', { label: title })}
          </button>
        </div>
      )}
    </Legend>
  );
}
