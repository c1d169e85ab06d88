import { ADDITIONAL_PROPERTY_FLAG, type FieldTemplateProps } from '@rjsf/utils';
import { type ReactNode, useContext, useLayoutEffect, useRef } from 'react';
import { asObject } from '#engine/json-schema/values.ts';
import { getEntryName, toEntryKey } from '#engine/texts/entry-names.ts';
import { getNamePointer, toPointer } from '../fields/pointer.ts';
import { useFields, useProblemAt } from '../fields/use-fields.ts';
import { Legend } from '../frame/legend.tsx';
import { AddedEntryContext } from './object-group.tsx';

/**
 * Returns the content of a field for RJSF: an entry with an input for its name, a choice of branches inside a
 * group with a legend, anything else unchanged. A choice that a select or a `ui:field` renders is unchanged,
 * too.
 */
export function renderFieldContent(props: FieldTemplateProps): ReactNode {
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
  if (ADDITIONAL_PROPERTY_FLAG in schema) return <NamedEntry {...props} />;
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

/**
 * Renders an entry (a property whose name the visitor enters) with the input for its name and a button that
 * removes it. Each keystroke renames the entry. A new entry is renamed at once, because RJSF names it
 * `newKey`.
 */
function NamedEntry({ fieldPathId, children, onKeyRename, onRemoveProperty }: FieldTemplateProps): ReactNode {
  const { text, store } = useFields();
  const { path } = fieldPathId;
  const key = String(path.at(-1) ?? '');
  const name = getEntryName(key);
  const problem = useProblemAt(getNamePointer(toPointer(path)));
  const id = `${fieldPathId.$id}--name`;
  /**
   * Commits pending text and renames the entry. Returns the name that it gets, which may be changed to differ
   * from the names of other entries.
   */
  const renameEntry = (next: string) => {
    const others = Object.keys(asObject(store.flushAndGetValue(path.slice(0, -1)))).filter(
      (other) => other !== key,
    );
    const chosen = toEntryKey(next, others);
    onKeyRename(chosen);
    return getEntryName(chosen);
  };
  const input = useRef<HTMLInputElement>(null);
  const keysBeforeAdding = useContext(AddedEntryContext);
  useLayoutEffect(() => {
    if (keysBeforeAdding?.current === undefined || keysBeforeAdding.current.has(key)) return;
    keysBeforeAdding.current = undefined;
    // RJSF names a new property "newKey".
    const initialName = renameEntry('');
    if (input.current) input.current.value = initialName;
  });
  return (
    <div className="sw-array-item">
      <div className="sw-field">
        <label className="sw-label" htmlFor={id}>
          {text('property-name')}
        </label>
        <input
          ref={input}
          id={id}
          type="text"
          className="sw-input"
          defaultValue={name}
          autoComplete="off"
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : `${id}--problem`}
          // Every keystroke renames the entry, so that the draft contains the name and problems disappear as
          // soon as they are fixed.
          onChange={({ target }) => renameEntry(target.value)}
          onBlur={({ target }) => {
            target.value = renameEntry(target.value);
          }}
        />
        {problem === undefined ? null : (
          <p className="sw-error" id={`${id}--problem`}>
            {problem}
          </p>
        )}
      </div>
      {children}
      <div className="sw-actions">
        <button type="button" className="sw-button sw-button--quiet" onClick={onRemoveProperty}>
          {text('remove-item', { label: name })}
        </button>
      </div>
    </div>
  );
}
