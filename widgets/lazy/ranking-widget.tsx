import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { type Positions, readPositions, sortByPosition, toPositionKey } from '#engine/model/ranking.ts';
import { usePosting } from '../controls/posting-context.ts';
import { type ElementState, useUncontrolled } from '../controls/use-uncontrolled.ts';
import { type FieldWidgetProps, getWidgetChoices, toAttributeValue } from '../controls/widget-props.ts';
import { useFields } from '../fields/use-fields.ts';
import { useAnnouncement } from '../use-announcement.ts';
import { moveItem, useDraggedOrder } from './use-dragged-order.ts';

/**
 * Renders the choices of a list in the visitor's order, each with a select for its position, which works
 * without scripts, buttons that move it, and a grip to drag it. The first move commits the list of all
 * choices. Until then there is no value, because the order of the form is no answer; a button keeps it.
 */
export function RankingWidget(props: FieldWidgetProps): ReactNode {
  const { value, schema, required, disabled, readonly, onChange } = props;
  const { text } = useFields();
  const hasTools = usePosting() === undefined;
  const isFixed = disabled || readonly;
  const choices = getWidgetChoices(props);
  const values = choices.map((choice) => choice.value);
  const positions = readPositions(value, values);
  /** Commits an order, which has the index of each choice. */
  const commitOrder = (order: readonly number[]) => onChange(order.map((index) => values[index]));
  const { announcement, announce } = useAnnouncement();
  const drag = useDraggedOrder({
    order: toOrder(positions),
    isDisabled: isFixed || !hasTools,
    onDrop: place,
  });
  const { order } = drag;
  const isDragging = drag.dragged !== undefined;
  const shown = isDragging ? values.map((_, index) => order.indexOf(index) + 1) : positions;
  const { ref, initial } = useUncontrolled<HTMLDivElement>({
    shown: formatPositions(shown),
    state: positionsState,
    // Before hydration positions may be shared or missing: then the visitor sees the order that they result in.
    onCommit: (state) => commitOrder(toOrder(parsePositions(state))),
  });
  const holdFocus = useHeldFocus(order.join());
  const isRanked = Array.isArray(value) && positions.every((position) => position !== undefined);
  const first = order[0];

  /** Commits an order in which a choice got its position from the visitor, and announces the position. */
  function place(index: number, next: readonly number[]): void {
    const { label = '' } = choices[index] ?? {};
    const position = next.indexOf(index) + 1;
    // Otherwise no element moves, and the focus would come back with a later order.
    if (next.join() !== order.join()) holdFocus();
    commitOrder(next);
    announce(text('widgets.ranking.moved', { label, position, count: next.length }));
  }
  /** Commits by a button that disappears, so the focus moves first. */
  const commitByButton = (commit: () => void) => {
    ref.current?.querySelector('select')?.focus();
    commit();
  };
  return (
    <div ref={ref} className="sw-ranking">
      <ol className="sw-ranking-items" {...drag.handlers}>
        {order.map((index, row) => (
          <RankingItem
            key={toAttributeValue(values[index])}
            {...props}
            id={index === first ? props.id : `${props.id}--${index}`}
            htmlName={`${props.htmlName}[${toPositionKey(values[index])}]`}
            itemLabel={choices[index]?.label ?? ''}
            index={index}
            row={row}
            count={order.length}
            initial={initial.split('\n')[index] ?? ''}
            hasEmpty={positions[index] === undefined || !hasTools}
            hasTools={hasTools}
            isDragged={drag.dragged === index}
            onMove={(to) => place(index, moveItem(order, index, to))}
          />
        ))}
      </ol>
      {hasTools && !isFixed && !isRanked && (
        <div className="sw-actions">
          <button
            type="button"
            className="sw-button"
            onClick={() => commitByButton(() => commitOrder(order))}
          >
            {text('widgets.ranking.keep')}
          </button>
        </div>
      )}
      {hasTools && !isFixed && isRanked && !required && schema.default === undefined && (
        <div className="sw-actions">
          <button
            type="button"
            className="sw-button sw-button--quiet"
            onClick={() => commitByButton(() => onChange(undefined))}
          >
            {text('clear-choice')}
          </button>
        </div>
      )}
      <p className="sw-visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  );
}

interface RankingItemProps extends FieldWidgetProps {
  readonly itemLabel: string;
  /** The index of the choice in the schema. */
  readonly index: number;
  /** The index of the row. */
  readonly row: number;
  readonly count: number;
  /** The position at the first rendering; empty if there was none. */
  readonly initial: string;
  /** True if the select has an empty option. */
  readonly hasEmpty: boolean;
  /** False before hydration of a form that can be posted: then only the select is rendered. */
  readonly hasTools: boolean;
  readonly isDragged: boolean;
  /** Moves the choice to another row. */
  readonly onMove: (row: number) => void;
}

/** Renders the position, the label, the buttons and the grip of one choice. */
function RankingItem(props: RankingItemProps): ReactNode {
  const { id, itemLabel, index, row, count, initial, hasEmpty, hasTools, isDragged, onMove } = props;
  const { text, numberText } = useFields();
  const isFixed = props.disabled || props.readonly;
  const element = useRef<HTMLLIElement>(null);
  // A list may be longer than the window, and a touch that drags does not scroll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is what may be out of sight
  useEffect(() => {
    if (isDragged) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isDragged, row]);
  const buttons = [
    { key: 'move-item-up', to: row - 1, path: 'm6 15 6-6 6 6' },
    { key: 'move-item-down', to: row + 1, path: 'm6 9 6 6 6-6' },
  ];
  return (
    <li
      ref={element}
      className={isDragged ? 'sw-ranking-item sw-ranking-item--dragged' : 'sw-ranking-item'}
      data-index={index}
    >
      <span className="sw-select-frame">
        <select
          id={id}
          name={props.htmlName}
          className="sw-select"
          data-position={index}
          defaultValue={initial}
          autoComplete="off"
          disabled={isFixed}
          aria-required={props.required || undefined}
          aria-invalid={props['aria-invalid']}
          aria-describedby={props['aria-describedby']}
          onChange={({ target }) => {
            if (hasTools && target.value !== '') onMove(Number(target.value) - 1);
          }}
        >
          {hasEmpty && <option value="">–</option>}
          {Array.from({ length: count }, (_, earlier) => earlier + 1).map((position) => (
            <option key={position} value={position}>
              {numberText(position)}
            </option>
          ))}
        </select>
      </span>
      <label className="sw-ranking-label" htmlFor={id}>
        {itemLabel}
      </label>
      {hasTools && (
        <span className="sw-ranking-tools">
          {buttons.map(({ key, to, path }) => {
            const isEnd = to < 0 || to >= count;
            return (
              <button
                key={key}
                type="button"
                className="sw-button sw-button--quiet sw-ranking-move"
                aria-label={text(key, { label: itemLabel })}
                disabled={isFixed}
                // At the end of the list it keeps the focus, so that nobody loses their place.
                aria-disabled={isEnd || undefined}
                onClick={() => {
                  if (!isEnd) onMove(to);
                }}
              >
                <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
                  <path d={path} />
                </svg>
              </button>
            );
          })}
          {!isFixed && (
            <span className="sw-ranking-grip" aria-hidden="true">
              <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
                <path d="M4 2h2v2H4zm6 0h2v2h-2zM4 7h2v2H4zm6 0h2v2h-2zM4 12h2v2H4zm6 0h2v2h-2z" />
              </svg>
            </span>
          )}
        </span>
      )}
    </li>
  );
}

/** Reads and writes the positions in the selects as lines, in the order of the choices. */
const positionsState: ElementState<HTMLElement> = {
  read: (group) => {
    const selects = [...group.querySelectorAll<HTMLSelectElement>('[data-position]')];
    selects.sort((one, other) => Number(one.dataset.position) - Number(other.dataset.position));
    return selects.map(({ value }) => value).join('\n');
  },
  write: (group, state) => {
    const positions = state.split('\n');
    for (const select of group.querySelectorAll<HTMLSelectElement>('[data-position]'))
      select.value = positions[Number(select.dataset.position)] ?? '';
  },
};

/** Returns positions as lines, empty ones for choices without a position. */
function formatPositions(positions: Positions): string {
  return positions.map((position) => position ?? '').join('\n');
}

/** Returns the positions in lines of `formatPositions`. */
function parsePositions(state: string): Positions {
  return state.split('\n').map((line) => (line === '' ? undefined : Number(line)));
}

/** Returns the indexes of the choices by their positions, those without one last. */
function toOrder(positions: Positions): readonly number[] {
  return sortByPosition(
    positions,
    positions.map((_, index) => index),
  );
}

/**
 * Returns a function that has the focused element focused again after the next change of the order: a browser
 * takes the focus from an element that is moved in the document.
 */
function useHeldFocus(order: string): () => void {
  const held = useRef<Element>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order is what moves elements
  useLayoutEffect(() => {
    const element = held.current;
    held.current = null;
    if (element instanceof HTMLElement && element !== document.activeElement) element.focus();
  }, [order]);
  return () => {
    held.current = document.activeElement;
  };
}
