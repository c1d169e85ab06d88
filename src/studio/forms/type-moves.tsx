import type { ReactNode } from 'react';
import { moveType } from '#engine/editing/index.ts';
import { useDraftState, useOutline, useStudio } from '../draft/context.ts';
import { moveListedType } from '../draft/listed-types.ts';
import type { VisibleType } from '../draft/visitors-order.ts';

/** Renders the buttons that move a type to the position before or after, as visitors see them. */
export function TypeMoves({
  known: { type, name, isListed, earlier, later },
}: {
  readonly known: VisibleType;
}): ReactNode {
  const { store, content, say, announce } = useStudio();
  const { documents } = useDraftState();
  const count = useOutline().length;

  /**
   * Moves the type in its list to the index `to`, and announces its new index for visitors (`place`).
   * Both start at 0; the announcement counts from 1.
   */
  function moveAndAnnounce({ to, place }: { readonly to: number; readonly place: number }): void {
    const patches = isListed
      ? moveListedType({ documents, listed: content.enquiryTypes }, { id: type.id, to })
      : moveType(documents, type.key, to);
    store.perform({ title: { key: 'type-moved', values: { type: name } }, patches });
    announce(say('fields.moved', { field: name, place: place + 1, count }));
  }

  return (
    <>
      <button
        type="button"
        className="st-button st-button--plain"
        aria-label={say('fields.up', { field: name })}
        disabled={earlier === undefined}
        onClick={() => earlier && moveAndAnnounce(earlier)}
      >
        <span aria-hidden="true">↑</span>
      </button>
      <button
        type="button"
        className="st-button st-button--plain"
        aria-label={say('fields.down', { field: name })}
        disabled={later === undefined}
        onClick={() => later && moveAndAnnounce(later)}
      >
        <span aria-hidden="true">↓</span>
      </button>
    </>
  );
}
