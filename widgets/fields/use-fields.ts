import { createContext, type ReactNode, useCallback, useContext, useSyncExternalStore } from 'react';
import type { FieldPlan } from '#engine';
import type { FieldChunks } from './field-chunks.ts';
import { type FieldView, isFixedByRule } from './field-view.ts';
import type { FieldsSnapshot, FieldsStore } from './fields-store.ts';
import type { PhotosSlot } from './photos-slot.ts';
import { getPointerField, type ValuePath } from './pointer.ts';

/**
 * The functions and data that all fields share. The object stays the same as long as the same fields are
 * rendered.
 */
export interface SharedFields {
  readonly store: FieldsStore;
  /** The first part of the id of each control, as in `toControlId`. */
  readonly idPrefix: string;
  /** The locale of the page, BCP 47. */
  readonly locale: string;
  /** Returns the text of a key in the plan's language; the key itself if there is none. */
  readonly text: (key: string, values?: Readonly<Record<string, string | number>>) => string;
  /**
   * Returns a text of a field, such as its `disclaimer`: the text for the type, else for the field; undefined
   * if there is none.
   */
  readonly fieldText: (field: string, part: string) => string | undefined;
  /** Returns the label of a nested value, or of one of its choices; undefined if there is none. */
  readonly placeText: (path: ValuePath, choice?: unknown) => string | undefined;
  /** Returns the value of a field as text in the plan's language. */
  readonly valueText: (field: FieldPlan) => string;
  /** Returns a number as text in the plan's language, with its digits. */
  readonly numberText: (number: number) => string;
  /** The chunks of a long form; empty for a short one. */
  readonly parts: FieldChunks;
  /** Renders the photos of a field. Undefined if the section has no photos. */
  readonly drawPhotos: ((slot: PhotosSlot) => ReactNode) | undefined;
}

export const SharedFieldsContext = createContext<SharedFields | undefined>(undefined);

/** Returns the functions and data that all fields share. Throws outside of `EnquiryFields`. */
export function useFields(): SharedFields {
  const fields = useContext(SharedFieldsContext);
  if (fields === undefined) throw new Error('Cannot draw a field: it stands outside of EnquiryFields');
  return fields;
}

/**
 * Returns the current view of a field; undefined for an unknown name. Renders the component again when the
 * view changes.
 */
export function useFieldView(field: string): FieldView | undefined {
  return useFieldSelector(field, ({ getView }) => getView(field));
}

/**
 * Returns the message of the problem at a pointer; undefined if there is none. Renders the component again
 * only when the message changes.
 */
export function useProblemAt(pointer: string): string | undefined {
  return useFieldSelector(getPointerField(pointer), ({ problemAt }) => problemAt(pointer));
}

/**
 * Returns true if the section disables the field, or if a rule makes it read-only or disabled. Returns false
 * for an unknown name.
 */
export function useIsDisabled(field: string): boolean {
  return useFieldSelector(field, ({ getView }) => {
    const view = getView(field);
    return view !== undefined && (view.isDisabled || isFixedByRule(view.plan));
  });
}

/**
 * Returns the data that `read` selects of a field, and renders the component again when they change. While
 * React hydrates, `read` gets the data that the server rendered.
 */
function useFieldSelector<Found>(field: string, read: (shown: FieldsSnapshot) => Found): Found {
  const { store } = useFields();
  const subscribe = useCallback((listener: () => void) => store.subscribe(field, listener), [store, field]);
  return useSyncExternalStore(
    subscribe,
    () => read(store),
    () => read(store.drawn),
  );
}
