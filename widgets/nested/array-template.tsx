import { type ArrayFieldItemTemplateProps, type ArrayFieldTemplateProps, getUiOptions } from '@rjsf/utils';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { postNames, type TextFormatter, toTextPath } from '#engine';
import { announcementDelayMs } from '../announcement-delay.ts';
import { usePosting } from '../controls/posting-context.ts';
import { isFieldPointer, toControlName, toPointer } from '../fields/pointer.ts';
import { useFields, useFieldView } from '../fields/use-fields.ts';
import { ListContext, useItemLabel } from '../frame/item-label.ts';
import { Legend } from '../frame/legend.tsx';

/**
 * Renders a list: its legend, its items and, if more are allowed, a button that adds one; without scripts,
 * the button posts the form. Announces added and removed items to screen readers, and moves the focus to an
 * added item or to the item after a removed one.
 */
export function ArrayTemplate(props: ArrayFieldTemplateProps): ReactNode {
  const { fieldPathId, schema, uiSchema, items, canAdd, required = false, onAddClick } = props;
  const isDisabled = props.disabled || props.readonly;
  const { path } = fieldPathId;
  const pointer = toPointer(path);
  const view = useFieldView(isFieldPointer(pointer) ? pointer : '');
  const { text, fieldText, placeText } = useFields();
  const label = view?.plan.label ?? placeText(path) ?? props.title;
  const itemTitle = fieldText(toTextPath(path), 'item') ?? getItemTitle(schema.items) ?? label;
  const isPosting = usePosting() !== undefined;
  const element = useRef<HTMLDivElement>(null);
  const { onChanging, announcement } = useListChanges(element, items.length, text);
  const list = useMemo(
    () => ({
      itemTitle,
      onRemoving: (index: number, label: string) => onChanging({ kind: 'removed', index, label }),
    }),
    [itemTitle, onChanging],
  );
  const { help, description } = getUiOptions(uiSchema);
  const hint: unknown = help ?? description ?? schema.description;
  return (
    <ListContext.Provider value={list}>
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
          {canAdd && isPosting && (
            <div className="sw-actions">
              <PostButton action="add" pointer={pointer} label={text('add-item', { label: itemTitle })} />
            </div>
          )}
          {canAdd && !isPosting && (
            <div className="sw-actions">
              <button
                type="button"
                className="sw-button"
                disabled={isDisabled}
                onClick={(event) => {
                  const number = items.length + 1;
                  onChanging({ kind: 'added', label: text('item-label', { label: itemTitle, number }) });
                  onAddClick(event);
                }}
              >
                {text('add-item', { label: itemTitle })}
              </button>
            </div>
          )}
        </div>
        <p className="sw-visually-hidden" role="status">
          {announcement}
        </p>
      </Legend>
    </ListContext.Provider>
  );
}

/**
 * Renders a list item with buttons that move and remove it; without scripts, with a button that removes it
 * only.
 */
export function ArrayItemTemplate(props: ArrayFieldItemTemplateProps): ReactNode {
  const { children, buttonsProps, index, schema } = props;
  const { hasMoveUp, hasMoveDown, hasRemove, fieldPathId, disabled, readonly } = buttonsProps;
  const { onMoveUpItem, onMoveDownItem, onRemoveItem } = buttonsProps;
  const { text } = useFields();
  const list = useContext(ListContext);
  const isPosting = usePosting() !== undefined;
  const label = useItemLabel(fieldPathId.path, schema.title) ?? '';
  /** Removes the item, after it has reported that to the list, for the announcement and the focus. */
  const removeItem: typeof onRemoveItem = (event) => {
    list?.onRemoving(index, label);
    onRemoveItem(event);
  };
  const buttons = [
    { key: 'move-item-up', isAvailable: hasMoveUp, onClick: onMoveUpItem },
    { key: 'move-item-down', isAvailable: hasMoveDown, onClick: onMoveDownItem },
    { key: 'remove-item', isAvailable: hasRemove, onClick: removeItem },
  ].filter(({ isAvailable }) => isAvailable);
  return (
    <li className="sw-array-item">
      {/* An item without entered values or with unticked checkboxes sends nothing else, so this input states that the item exists. It comes before the item's controls. */}
      {isPosting && (
        <input type="hidden" name={toControlName(fieldPathId.path)} value="" autoComplete="off" />
      )}
      {children}
      {hasRemove && isPosting && (
        <div className="sw-actions">
          <PostButton
            action="remove"
            pointer={toPointer(fieldPathId.path)}
            label={text('remove-item', { label })}
          />
        </div>
      )}
      {buttons.length > 0 && !isPosting && (
        <div className="sw-actions">
          {buttons.map(({ key, onClick }) => (
            <button
              key={key}
              type="button"
              className="sw-button sw-button--quiet"
              disabled={disabled || readonly}
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

/**
 * Renders a button that posts the form to get a longer or shorter list. `pointer` is that of the list to add
 * to, or of the item to remove. This is no `<button>`: code that looks for the submit button finds exactly
 * one.
 */
function PostButton(props: {
  readonly action: 'add' | 'remove';
  readonly pointer: string;
  readonly label: string;
}) {
  const { action, pointer, label } = props;
  return (
    <input
      type="submit"
      name={`${postNames.changeList} ${action} ${pointer}`}
      value={label}
      className="sw-button sw-button--quiet"
    />
  );
}

/** Returns the `title` of the schema of a list's items; undefined if it has none or is a list of schemas. */
function getItemTitle(items: unknown): string | undefined {
  const title = typeof items === 'object' && items !== null && 'title' in items ? items.title : undefined;
  return typeof title === 'string' ? title : undefined;
}

/**
 * A change of a list by the visitor. `label` names the item; `index` is its position before it was removed.
 */
type ItemChange =
  | { readonly kind: 'added'; readonly label: string }
  | { readonly kind: 'removed'; readonly label: string; readonly index: number };

interface ChangingList {
  /** Stores the change. Must be called before the list changes. */
  readonly onChanging: (change: ItemChange) => void;
  /** The announcement of the last change, a short time after the focus has moved; empty until then. */
  readonly announcement: string;
}

/**
 * Moves the focus inside `element` after the visitor has added or removed an item, and returns the
 * announcement of that. The change must be passed to `onChanging` first; it is finished when `count`, the
 * number of items, has changed. Other changes of `count` are ignored.
 */
function useListChanges(
  element: RefObject<HTMLElement | null>,
  count: number,
  text: TextFormatter,
): ChangingList {
  const pendingChange = useRef<ItemChange>(undefined);
  const former = useRef(count);
  const [change, setChange] = useState<ItemChange>();
  useLayoutEffect(() => {
    const finishedChange = pendingChange.current;
    if (former.current === count) return;
    former.current = count;
    pendingChange.current = undefined;
    if (finishedChange === undefined || element.current === null) return;
    findFocusTarget(finishedChange, element.current)?.focus();
    setChange(finishedChange);
  }, [element, count]);
  const onChanging = useCallback((next: ItemChange) => {
    pendingChange.current = next;
  }, []);
  return { onChanging, announcement: useItemAnnouncement(change, text) };
}

const controlSelector = 'input:not([type=hidden]), select, textarea';

/**
 * Returns the element that receives the focus: the first control of the last item after an addition, or the
 * first button of the item after a removed one, or else of the last item. If there is none, returns the
 * button that adds items, or null.
 */
function findFocusTarget(change: ItemChange, element: HTMLElement): HTMLElement | null {
  const rows = element.querySelectorAll<HTMLElement>(':scope > ol > li');
  const addButton = element.querySelector<HTMLElement>(':scope > .sw-actions button');
  const target =
    change.kind === 'added'
      ? rows[rows.length - 1]?.querySelector<HTMLElement>(controlSelector)
      : rows[Math.min(change.index, rows.length - 1)]?.querySelector<HTMLElement>(
          ':scope > .sw-actions button',
        );
  return target ?? addButton;
}

/**
 * Returns the announcement of a change after `announcementDelayMs`; empty before and without a change. The
 * announcement of the former change is removed at once, so that the same text can be announced again.
 */
function useItemAnnouncement(change: ItemChange | undefined, text: TextFormatter): string {
  const [announced, setAnnounced] = useState<ItemChange>();
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(change), announcementDelayMs);
    return () => clearTimeout(timer);
  }, [change]);
  if (change === undefined || announced !== change) return '';
  return text(change.kind === 'added' ? 'announce.item-added' : 'announce.item-removed', {
    label: change.label,
  });
}
