import {
  type ObjectFieldTemplateProps,
  optionsList,
  type RJSFSchema,
  type StrictRJSFSchema,
  type UiSchema,
} from '@rjsf/utils';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { choiceGroupState } from '../controls/choices-widget.tsx';
import { useUncontrolled } from '../controls/use-uncontrolled.ts';
import { toAttributeValue, type WidgetChoice } from '../controls/widget-props.ts';
import { toControlName, toPointer, type ValuePath } from '../fields/pointer.ts';
import { useFields, useProblemAt } from '../fields/use-fields.ts';
import { getDescribedBy, RequiredMark } from '../frame/field-frame.tsx';

/**
 * Renders an object whose properties share their choices, as a table of radio buttons: a row per property, a
 * column per choice of the first property. If the table is too wide, CSS turns each row into a group, and the
 * ARIA roles change with it.
 */
export function Matrix(props: ObjectFieldTemplateProps): ReactNode {
  const { fieldPathId, schema, uiSchema, formData, properties, disabled, readonly, registry } = props;
  const { placeText } = useFields();
  const table = useRef<HTMLTableElement>(null);
  const isStacked = useIsStacked(table);
  const { $id: id, path } = fieldPathId;
  const rows = properties.map(({ name }) => {
    const propertySchema = schema.properties?.[name];
    const row = registry.schemaUtils.retrieveSchema(
      (typeof propertySchema === 'object' ? propertySchema : {}) as RJSFSchema,
    );
    const ui: UiSchema = uiSchema?.[name] ?? {};
    const rowPath = [...path, name];
    return { name, ui, row, path: rowPath, label: placeText(rowPath) ?? ui['ui:title'] ?? row.title ?? name };
  });
  const [first] = rows;
  const choices: readonly WidgetChoice[] =
    (first && optionsList(first.row as StrictRJSFSchema, first.ui)) ?? [];
  const columns = choices.map(({ value, label }) => ({
    value,
    label: rows.map((row) => placeText(row.path, value)).find(Boolean) ?? label,
  }));
  return (
    <table ref={table} className="sw-matrix" role={isStacked ? 'presentation' : undefined}>
      <thead>
        <tr>
          <td />
          {columns.map(({ value, label }, index) => (
            <th key={toAttributeValue(value)} scope="col" id={`${id}--column-${index}`}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, row, ui, path: rowPath, label }) => (
          <MatrixRow
            key={name}
            id={`${id}-${name}`}
            tableId={id}
            path={rowPath}
            label={label}
            hint={ui['ui:help'] ?? row.description}
            value={formData?.[name]}
            columns={columns}
            isRequired={schema.required?.includes(name) === true}
            isDisabled={Boolean(disabled || readonly || row.readOnly)}
            isStacked={isStacked}
          />
        ))}
      </tbody>
    </table>
  );
}

interface MatrixRowProps {
  /** The id of the property: the first radio button has it. */
  readonly id: string;
  /** The id of the object, from which the ids of the column heads are derived. */
  readonly tableId: string;
  readonly path: ValuePath;
  readonly label: string;
  readonly hint: string | undefined;
  readonly value: unknown;
  readonly columns: readonly WidgetChoice[];
  readonly isRequired: boolean;
  readonly isDisabled: boolean;
  /** True if CSS shows the row as a group of radio buttons, not as part of a table. */
  readonly isStacked: boolean;
}

/** Renders the label, hint, problem and radio buttons of one property. A radio button commits its value. */
function MatrixRow(props: MatrixRowProps): ReactNode {
  const { id, tableId, path, label, hint, value, columns, isRequired, isDisabled, isStacked } = props;
  const { store, text } = useFields();
  const problem = useProblemAt(toPointer(path));
  const isInvalid = problem === undefined ? undefined : true;
  const { ref, initial, commit } = useUncontrolled<HTMLTableRowElement>({
    shown: toAttributeValue(value),
    state: choiceGroupState,
    onCommit: (state) =>
      store.change(path, columns.find((column) => toAttributeValue(column.value) === state)?.value),
  });
  const labelId = `${id}--label`;
  const group = { role: 'radiogroup', 'aria-labelledby': labelId, 'aria-required': isRequired };
  return (
    <tr
      ref={ref}
      className={isInvalid ? 'sw-matrix-row sw-matrix-row--invalid' : 'sw-matrix-row'}
      {...(isStacked && { ...group, 'aria-invalid': isInvalid })}
    >
      <th scope="row" role={isStacked ? 'presentation' : undefined}>
        <span id={labelId}>{label}</span>
        {isRequired && <RequiredMark />}
        {isRequired && !isStacked && <span className="sw-visually-hidden"> {text('required')}</span>}
        {hint && (
          <p className="sw-hint" id={`${id}--hint`}>
            {hint}
          </p>
        )}
        {problem !== undefined && (
          <p className="sw-error" id={`${id}--problem`}>
            {problem}
          </p>
        )}
      </th>
      {columns.map((column, index) => {
        const attribute = toAttributeValue(column.value);
        const boxId = index === 0 ? id : `${id}--${index}`;
        return (
          <td key={attribute} role={isStacked ? 'presentation' : undefined}>
            <label className="sw-matrix-choice">
              <input
                id={boxId}
                name={toControlName(path)}
                type="radio"
                className="sw-radio"
                value={attribute}
                defaultChecked={initial === attribute}
                disabled={isDisabled}
                aria-labelledby={isStacked ? undefined : `${labelId} ${tableId}--column-${index}`}
                aria-describedby={getDescribedBy({ id, hint, problem })}
                aria-invalid={isInvalid}
                onChange={commit}
              />
              <span className="sw-matrix-column">{column.label}</span>
            </label>
          </td>
        );
      })}
    </tr>
  );
}

/**
 * Returns true if CSS shows the rows as groups, which it does by hiding the table head. Renders the component
 * again when a resize changes that. Returns false on a server.
 */
function useIsStacked(table: RefObject<HTMLTableElement | null>): boolean {
  const [isStacked, setIsStacked] = useState(false);
  useLayoutEffect(() => {
    const element = table.current;
    const head = element?.tHead;
    if (!element || !head) return;
    const updateIsStacked = () => setIsStacked(getComputedStyle(head).display === 'none');
    updateIsStacked();
    const observer = new ResizeObserver(updateIsStacked);
    observer.observe(element);
    return () => observer.disconnect();
  }, [table]);
  return isStacked;
}
