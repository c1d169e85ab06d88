import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** The position at which a field is dropped: before or behind the field of a row, or inside it as a group. */
export type DropEdge = 'before' | 'behind' | 'inside';

export interface FieldDragOptions {
  /** The element of the row. */
  readonly element: RefObject<HTMLElement | null>;
  /** The name of the dragged field. Absent: it cannot be dragged. */
  readonly name?: string;
  /** Returns the edges at which the dragged field with this name may be dropped. */
  readonly edgesFor: (name: string) => readonly DropEdge[];
  /** Called with the name of the field that was dropped here and the edge at which it was dropped. */
  readonly onDrop: (name: string, edge: DropEdge) => void;
}

/** Makes an element draggable, if it has a name, and a target on which fields can be dropped. */
export function useFieldDrag({ element, name, edgesFor, onDrop }: FieldDragOptions): {
  /** The edge at which the current drag would be dropped. Undefined if it would not be dropped here. */
  readonly edge: DropEdge | undefined;
  /** True while this element is dragged. */
  readonly isDragged: boolean;
} {
  const [edge, setEdge] = useState<DropEdge>();
  const [isDragged, setIsDragged] = useState(false);
  const edges = useEffectEvent(edgesFor);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    const target = element.current;
    if (target === null) return;
    /** Returns the allowed edge for a dragged field at a vertical position. Undefined if none is allowed. */
    const findDropEdge = (dragged: Readonly<Record<string | symbol, unknown>>, y: number) => {
      const allowed = edges(String(dragged.field));
      return getNearestEdge(target.getBoundingClientRect(), y, allowed);
    };
    return combine(
      name === undefined
        ? () => undefined
        : draggable({
            element: target,
            getInitialData: () => ({ field: name }),
            onDragStart: () => setIsDragged(true),
            onDrop: () => setIsDragged(false),
          }),
      dropTargetForElements({
        element: target,
        canDrop: ({ source }) => source.data.field !== undefined,
        onDrag: ({ source, location, self }) => {
          const isInnermost = location.current.dropTargets[0]?.element === self.element;
          setEdge(isInnermost ? findDropEdge(source.data, location.current.input.clientY) : undefined);
        },
        onDragLeave: () => setEdge(undefined),
        onDrop: ({ source, location, self }) => {
          setEdge(undefined);
          if (location.current.dropTargets[0]?.element !== self.element) return;
          const to = findDropEdge(source.data, location.current.input.clientY);
          if (to) drop(String(source.data.field), to);
        },
      }),
    );
  }, [element, name]);
  return { edge, isDragged };
}

/** Returns true while any field is dragged. */
export function useIsFieldDragging(): boolean {
  const [isDragging, setIsDragging] = useState(false);
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => source.data.field !== undefined,
        onDragStart: () => setIsDragging(true),
        onDrop: () => setIsDragging(false),
      }),
    [],
  );
  return isDragging;
}

/**
 * Returns the edge at a vertical position: `before` in the upper part of a row, `behind` in the lower part,
 * `inside` in the middle if it is allowed. If this edge is not allowed, returns an allowed one; undefined if
 * none is.
 */
function getNearestEdge(
  { top, height }: DOMRect,
  y: number,
  allowed: readonly DropEdge[],
): DropEdge | undefined {
  const share = (y - top) / height;
  const hasInside = allowed.includes('inside');
  if (
    hasInside &&
    (share > 0.3 || !allowed.includes('before')) &&
    (share < 0.7 || !allowed.includes('behind'))
  )
    return 'inside';
  const near = share < 0.5 ? 'before' : 'behind';
  return allowed.includes(near) ? near : allowed[0];
}
