import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Documents, Form } from '#engine';
import { type OutlineType, outlineOf } from '#engine/editing/index.ts';
import type { DraftState, DraftStore } from './draft/draft-store.ts';
import type { ContentView } from './protocol.ts';
import type { Me, Role } from './protocol-people.ts';
import type { Say } from './words.ts';

/** The services and data that all parts of the studio share. */
export interface Studio {
  readonly store: DraftStore;
  readonly content: ContentView;
  /** The form that draws the properties of a field. */
  readonly panel: Form;
  /** The signed-in person, with their current name and permissions. */
  readonly me: Me;
  /** True if the signed-in person has at least this role. */
  readonly may: (role: Role) => boolean;
  /** True if they may change the draft; given the key of an enquiry type, the form of that type. */
  readonly mayChange: (type?: string) => boolean;
  readonly refreshMe: () => Promise<void>;
  readonly say: Say;
  readonly locale: string;
  /** Announces a text to screen readers. */
  readonly announce: (text: string) => void;
  readonly go: (path: string) => void;
  /** Navigates as a link does: focus moves to the heading. */
  readonly visit: (path: string) => void;
  /** True while the stream of server events is connected. */
  readonly isHeard: boolean;
  /** Loads the draft again, because it may have been replaced. */
  readonly reopen: () => void;
}

export const StudioContext = createContext<Studio | undefined>(undefined);

/**
 * Returns the studio.
 * @throws Error outside of the studio
 */
export function useStudio(): Studio {
  const studio = useContext(StudioContext);
  if (studio === undefined) throw new Error('Cannot draw a part of the studio outside of it');
  return studio;
}

export function useDraft(): DraftState {
  const { store } = useStudio();
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
}

const outlines = new WeakMap<Documents, readonly OutlineType[]>();

/** Returns the enquiry types of the draft with their fields. Computed once per state of the documents. */
export function useOutline(): readonly OutlineType[] {
  const { documents } = useDraft();
  const known = outlines.get(documents) ?? outlineOf(documents);
  outlines.set(documents, known);
  return known;
}
