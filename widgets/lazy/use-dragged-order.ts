import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';

export interface DraggedOrderOptions {
  /** The order without a dragged item. Each item is the `data-index` of a child of the list. */
  readonly order: readonly number[];
  readonly isDisabled: boolean;
  /** Called when an item is dropped in another position. */
  readonly onDrop: (item: number, order: readonly number[]) => void;
}

export interface DraggedOrder {
  /** The order to show: while an item is dragged, that in which it would be dropped. */
  readonly order: readonly number[];
  readonly dragged: number | undefined;
  /** The event handlers of the list. */
  readonly handlers: Readonly<
    Record<
      'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
      (event: PointerEvent<HTMLElement>) => void
    >
  >;
}

/** A dragged item, and the order in which it would be dropped. */
interface Drag {
  readonly item: number;
  readonly order: readonly number[];
}

/**
 * Lets a pointer drag the items of a list: a mouse anywhere outside of controls, a finger or a pen by the grip,
 * so that a touch beside it scrolls the page. Escape and a cancelled touch leave the order as it was.
 */
export function useDraggedOrder({ order, isDisabled, onDrop }: DraggedOrderOptions): DraggedOrder {
  const [drag, setDrag] = useState<Drag>();
  // React renders a pointer's moves later: the next event may come before.
  const latest = useRef<Drag>(undefined);
  const update = useCallback((next: Drag | undefined) => {
    latest.current = next;
    setDrag(next);
  }, []);
  const isDragging = drag !== undefined;
  useEffect(() => {
    if (!isDragging) return;
    const cancelOnEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') update(undefined);
    };
    addEventListener('keydown', cancelOnEscape);
    return () => removeEventListener('keydown', cancelOnEscape);
  }, [isDragging, update]);

  return {
    order: drag?.order ?? order,
    dragged: drag?.item,
    handlers: {
      onPointerDown: (event) => {
        const item = isDisabled ? undefined : findDraggedItem(event);
        if (item === undefined) return;
        // The list receives all events: it stays in its place while its items move.
        event.currentTarget.setPointerCapture(event.pointerId);
        update({ item, order });
      },
      onPointerMove: (event) => {
        const current = latest.current;
        if (current === undefined) return;
        const others = [...event.currentTarget.children].filter((row) => getIndex(row) !== current.item);
        const to = others.filter((row) => getMiddle(row) < event.clientY).length;
        if (current.order.indexOf(current.item) !== to)
          update({ item: current.item, order: moveItem(current.order, current.item, to) });
      },
      onPointerUp: () => {
        const current = latest.current;
        if (current === undefined) return;
        if (current.order.join() !== order.join()) onDrop(current.item, current.order);
        update(undefined);
      },
      onPointerCancel: () => update(undefined),
    },
  };
}

/** Returns a copy of an order with an item at another index. */
export function moveItem(order: readonly number[], item: number, to: number): readonly number[] {
  return order.filter((other) => other !== item).toSpliced(to, 0, item);
}

/** Returns the item that a pressed pointer drags; undefined if it drags none. */
function findDraggedItem({ target, pointerType, button }: PointerEvent<HTMLElement>): number | undefined {
  if (!(target instanceof Element) || button !== 0 || target.closest('select, button')) return undefined;
  if (pointerType !== 'mouse' && !target.closest('.sw-ranking-grip')) return undefined;
  const row = target.closest('[data-index]');
  return row ? getIndex(row) : undefined;
}

/** Returns the item of a row. */
function getIndex(row: Element): number {
  return Number(row.getAttribute('data-index'));
}

/** Returns the distance of the middle of an element from the top of the window, in CSS pixels. */
function getMiddle(row: Element): number {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
}
