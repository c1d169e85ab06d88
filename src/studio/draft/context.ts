import { createContext, createElement, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Documents, Form } from '#engine';
import { createOutline, type OutlineType } from '#engine/editing/index.ts';
import { memoizeByObject } from '#engine/model/memoize.ts';
import { reuseEqualItems } from '#engine/resolve/reuse-equal.ts';
import type { Role, SignedInPerson } from '../../api/people.ts';
import type { ContentView } from '../../api/studio.ts';
import { type StudioLanguage, StudioLanguageContext } from '../ui/language.ts';
import type { DraftState } from './draft-state.ts';
import type { StudioDraftStore } from './draft-store.ts';

export interface StudioContextValue extends StudioLanguage {
  readonly store: StudioDraftStore;
  readonly content: ContentView;
  /** The form for the properties of a field. */
  readonly panel: Form;
  readonly me: SignedInPerson;
  /** Returns true if the signed-in person has this role or a higher one. */
  readonly may: (role: Role) => boolean;
  /**
   * Without a type, returns true if the person is an editor. With the key of an enquiry type, returns true if
   * they may also change the form of that type.
   */
  readonly mayChange: (type?: string) => boolean;
  /** Loads the signed-in person again. Never rejects; after a failure, `me` stays the same. */
  readonly refreshMe: () => Promise<void>;
  /** Navigates without moving the focus. */
  readonly go: (path: string) => void;
  /** Navigates as a link does: focus moves to the heading. */
  readonly visit: (path: string) => void;
  /** True while the stream of server events is connected. */
  readonly isConnected: boolean;
  /** Loads the draft again, because it may have been replaced. */
  readonly reopen: () => void;
}

const StudioContext = createContext<StudioContextValue | undefined>(undefined);

/** Provides the context of the studio, with its language, to its children. */
export function StudioProvider({
  value,
  children,
}: {
  readonly value: StudioContextValue;
  readonly children?: ReactNode;
}) {
  return createElement(StudioLanguageContext, { value }, createElement(StudioContext, { value }, children));
}

/**
 * Returns the context of the studio.
 * @throws Error outside of the studio
 */
export function useStudio(): StudioContextValue {
  const studio = useContext(StudioContext);
  if (studio === undefined) throw new Error('Cannot draw a part of the studio outside of it');
  return studio;
}

/** Returns the current state of the draft, and renders again at each change of it. */
export function useDraftState(): DraftState {
  const { store } = useStudio();
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
}

/** The outline that was created last. */
let lastOutline: readonly OutlineType[] = [];

/**
 * Returns the outline of documents. Cached per `documents` object. Types and fields that are equal to those of
 * the outline before stay the same objects, so that their rows need not be compared in depth.
 */
export const getOutline = memoizeByObject((documents: Documents) => {
  const types = createOutline(documents).map((type, at) => ({
    ...type,
    fields: reuseEqualItems(lastOutline[at]?.fields ?? [], type.fields),
  }));
  lastOutline = reuseEqualItems(lastOutline, types);
  return lastOutline;
});

/** Returns the enquiry types of the draft with their fields. Computed once per state of the documents. */
export function useOutline(): readonly OutlineType[] {
  const { documents } = useDraftState();
  return getOutline(documents);
}
