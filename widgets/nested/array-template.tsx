import type { ArrayFieldItemTemplateProps, ArrayFieldTemplateProps } from '@rjsf/utils';
import { type ReactNode, type RefObject, useContext, useLayoutEffect, useMemo, useRef } from 'react';
import { isField, toPointer } from '../fields/pointer.ts';
import { useFields, useFieldView } from '../fields/use-fields.ts';
import { ListContext, useItemLabel } from '../frame/item-label.ts';
import { Legend } from '../frame/legend.tsx';

/** A list: its items in order, each with buttons of its own. */
export function ArrayTemplate(props: ArrayFieldTemplateProps): ReactNode {
  const { fieldPathId, schema, uiSchema, items, canAdd, required = false, disabled, onAddClick } = props;
  const { path } = fieldPathId;
  const pointer = toPointer(path);
  const view = useFieldView(isField(pointer) ? pointer : '');
  const label = view?.plan.label ?? props.title;
  const itemTitle = titleOf(schema.items) ?? label;
  const { text } = useFields();
  const element = useRef<HTMLDivElement>(null);
  const changing = useFocusAfterChange(element, items.length);
  const list = useMemo(
    () => ({
      itemTitle,
      onRemoving: (index: number) => {
        changing.current = index;
      },
    }),
    [itemTitle, changing],
  );
  const hint: unknown = uiSchema?.['ui:description'] ?? schema.description;
  return (
    <ListContext value={list}>
      <Legend
        id={fieldPathId.$id}
        path={path}
        title={label}
        hint={typeof hint === 'string' ? hint : undefined}
        isRequired={required}
        className="sw-array"
      >
        <div ref={element}>
          {items.length === 0 ? null : <ol className="sw-array-items">{items}</ol>}
          {canAdd && (
            <div className="sw-actions">
              <button
                type="button"
                className="sw-button"
                disabled={disabled}
                onClick={(event) => {
                  changing.current = 'added';
                  onAddClick(event);
                }}
              >
                {text('add-item', { label: itemTitle })}
              </button>
            </div>
          )}
        </div>
      </Legend>
    </ListContext>
  );
}

/** An item and what can be done with it. */
export function ArrayItemTemplate(props: ArrayFieldItemTemplateProps): ReactNode {
  const { children, buttonsProps, index, schema } = props;
  const { hasMoveUp, hasMoveDown, hasRemove, fieldPathId, disabled } = buttonsProps;
  const { onMoveUpItem, onMoveDownItem, onRemoveItem } = buttonsProps;
  const { text } = useFields();
  const list = useContext(ListContext);
  const label = useItemLabel(fieldPathId.path, schema.title) ?? '';
  const remove: typeof onRemoveItem = (event) => {
    list?.onRemoving(index);
    onRemoveItem(event);
  };
  const buttons = [
    { key: 'move-item-up', isThere: hasMoveUp, onClick: onMoveUpItem },
    { key: 'move-item-down', isThere: hasMoveDown, onClick: onMoveDownItem },
    { key: 'remove-item', isThere: hasRemove, onClick: remove },
  ].filter(({ isThere }) => isThere);
  return (
    <li className="sw-array-item">
      {children}
      {buttons.length > 0 && (
        <div className="sw-actions">
          {buttons.map(({ key, onClick }) => (
            <button
              key={key}
              type="button"
              className="sw-button sw-button--quiet"
              disabled={disabled}
              onClick={onClick}
            >
              {text(key, { label })}
            </button>
          ))}
        </div>
      )}
    </li>
  );
}

function titleOf(items: unknown): string | undefined {
  const title = typeof items === 'object' && items !== null && 'title' in items ? items.title : undefined;
  return typeof title === 'string' ? title : undefined;
}

/**
 * Focus follows what the visitor did: into the item that was added, to the one that takes a removed one's place, and where
 * none is left to the button that adds. A list that changes from elsewhere moves no focus.
 */
function useFocusAfterChange(element: RefObject<HTMLDivElement | null>, count: number) {
  const changing = useRef<'added' | number | undefined>(undefined);
  const former = useRef(count);
  useLayoutEffect(() => {
    const done = changing.current;
    if (former.current === count) return;
    former.current = count;
    changing.current = undefined;
    if (done === undefined || element.current === null) return;
    const rows = element.current.querySelectorAll<HTMLElement>(':scope > ol > li');
    const target =
      done === 'added'
        ? rows[rows.length - 1]?.querySelector<HTMLElement>(controls)
        : rows[Math.min(done, rows.length - 1)]?.querySelector<HTMLElement>(':scope > .sw-actions button');
    const adding = element.current.querySelector<HTMLElement>(':scope > .sw-actions button');
    (target ?? adding)?.focus();
  }, [element, count]);
  return changing;
}

const controls = 'input:not([type=hidden]), select, textarea';
