import { createContext, type ReactNode, useCallback, useContext, useSyncExternalStore } from 'react';
import type { FieldPlan } from '#engine';
import { type FieldView, isFixedByRule } from './field-view.ts';
import type { FieldsStore, Shown } from './fields-store.ts';
import type { Parts } from './parts.ts';
import type { PhotosSlot } from './photos-slot.ts';
import { fieldOf, type Path } from './pointer.ts';

/** What every part of the drawn fields can reach. The same object as long as the same fields are drawn. */
export interface Fields {
  readonly store: FieldsStore;
  readonly idPrefix: string;
  /** The page's, BCP 47. */
  readonly locale: string;
  /** The text of a key, in the plan's language. */
  readonly text: (key: string, values?: Readonly<Record<string, string | number>>) => string;
  /** A field's own text, as `disclaimer`: for the type, else for the field; undefined where there is none. */
  readonly fieldText: (field: string, part: string) => string | undefined;
  /** What the texts call a place inside a field, or a choice there; undefined where they say nothing. */
  readonly placeText: (path: Path, choice?: unknown) => string | undefined;
  /** What a field holds, as it is read in the plan's language. */
  readonly valueText: (field: FieldPlan) => string;
  /** The parts that a long form is drawn in. */
  readonly parts: Parts;
  readonly drawPhotos: ((slot: PhotosSlot) => ReactNode) | undefined;
}

/** Gives the drawn fields what they share; `EnquiryFields` fills it. */
export const FieldsContext = createContext<Fields | undefined>(undefined);

/** What the drawn fields share. */
export function useFields(): Fields {
  const fields = useContext(FieldsContext);
  if (fields === undefined) throw new Error('Cannot draw a field: it stands outside of EnquiryFields');
  return fields;
}

/** A field as it is now; undefined for a name that no field has. Draws again when something about the field changes. */
export function useFieldView(field: string): FieldView | undefined {
  return useShown(field, ({ viewOf }) => viewOf(field));
}

/** What is wrong at a place inside a field, in words. Draws again only when that changes. */
export function useProblemAt(pointer: string): string | undefined {
  return useShown(fieldOf(pointer), ({ problemAt }) => problemAt(pointer));
}

/** Whether a field can be used now. */
export function useIsDisabled(field: string): boolean {
  return useShown(field, ({ viewOf }) => {
    const view = viewOf(field);
    return view !== undefined && (view.isDisabled || isFixedByRule(view.plan));
  });
}

/** Something about a field, by which it is drawn again when it is another; taken over as it was drawn first. */
function useShown<Found>(field: string, read: (shown: Shown) => Found): Found {
  const { store } = useFields();
  const subscribe = useCallback((listener: () => void) => store.subscribe(field, listener), [store, field]);
  return useSyncExternalStore(
    subscribe,
    () => read(store),
    () => read(store.drawn),
  );
}
