import { ADDITIONAL_PROPERTY_FLAG, type FieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { useFields } from '../fields/use-fields.ts';
import { Legend } from '../frame/legend.tsx';

/** What stands at a place that a schema draws: a choice between branches is one group, and a property that the visitor may name stands with its name. */
export function fieldContent(props: FieldTemplateProps): ReactNode {
  const {
    id,
    fieldPathId,
    schema,
    uiSchema,
    registry,
    label,
    rawDescription,
    required = false,
    children,
  } = props;
  if (ADDITIONAL_PROPERTY_FLAG in schema) return <NamedProperty {...props} />;
  const isChoice =
    (schema.oneOf ?? schema.anyOf) !== undefined &&
    uiSchema?.['ui:field'] === undefined &&
    !registry.schemaUtils.isSelect(schema);
  if (!isChoice) return children;
  return (
    <Legend
      id={id}
      path={fieldPathId.path}
      title={label}
      hint={rawDescription || undefined}
      isRequired={required}
      className="sw-fieldset"
      isChoice
    >
      <div className="sw-fields">{children}</div>
    </Legend>
  );
}

function NamedProperty({
  id,
  label,
  children,
  onKeyRenameBlur,
  onRemoveProperty,
}: FieldTemplateProps): ReactNode {
  const { text } = useFields();
  return (
    <div className="sw-array-item">
      <div className="sw-field">
        <label className="sw-label" htmlFor={`${id}--name`}>
          {text('property-name')}
        </label>
        <input
          id={`${id}--name`}
          type="text"
          className="sw-input"
          defaultValue={label}
          onBlur={onKeyRenameBlur}
        />
      </div>
      {children}
      <div className="sw-actions">
        <button type="button" className="sw-button sw-button--quiet" onClick={onRemoveProperty}>
          {text('remove-item', { label })}
        </button>
      </div>
    </div>
  );
}
