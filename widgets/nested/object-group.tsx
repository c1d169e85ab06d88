import { canExpand, getUiOptions, type ObjectFieldTemplateProps } from '@rjsf/utils';
import { createContext, type ReactNode, type RefObject, useRef } from 'react';
import { asObject } from '#engine/json-schema/values.ts';
import { useFields } from '../fields/use-fields.ts';
import { Legend } from '../frame/legend.tsx';
import { useLazyWidgets } from '../lazy/load-lazy-widgets.ts';

/** The keys of an object before an entry was added; undefined after the new entry was rendered. */
export const AddedEntryContext = createContext<RefObject<ReadonlySet<string> | undefined> | undefined>(
  undefined,
);

/**
 * Renders an object as a group with a legend: its properties, or a matrix if its UI schema has this widget,
 * and a button that adds an entry if the schema allows it.
 */
export function ObjectGroup(props: ObjectFieldTemplateProps): ReactNode {
  const { fieldPathId, schema, uiSchema, formData, title, description, properties, required = false } = props;
  const { text } = useFields();
  const contents = properties.map(({ content }) => content);
  const keysBeforeAdding = useRef<ReadonlySet<string>>(undefined);
  const isMatrix = getUiOptions(uiSchema).widget === 'matrix';
  return (
    <Legend
      id={fieldPathId.$id}
      path={fieldPathId.path}
      title={title}
      hint={[getUiOptions(uiSchema).help, description].find((text) => typeof text === 'string')}
      isRequired={required}
      className="sw-fieldset"
    >
      {isMatrix ? <LazyMatrix {...props} /> : null}
      {isMatrix || contents.length === 0 ? null : (
        <AddedEntryContext.Provider value={keysBeforeAdding}>
          <div className="sw-fields">{contents}</div>
        </AddedEntryContext.Provider>
      )}
      {canExpand(schema, uiSchema, formData) && (
        <div className="sw-actions">
          <button
            type="button"
            className="sw-button sw-button--quiet"
            onClick={() => {
              keysBeforeAdding.current = new Set(Object.keys(asObject(formData)));
              props.onAddProperty();
            }}
          >
            {text('add-item', { label: title })}
          </button>
        </div>
      )}
    </Legend>
  );
}

/** Renders a matrix of questions. Loads its module if needed, and renders nothing until then. */
function LazyMatrix(props: ObjectFieldTemplateProps): ReactNode {
  const Matrix = useLazyWidgets()?.Matrix;
  return Matrix && <Matrix {...props} />;
}
