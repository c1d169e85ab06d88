import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Documents, Form } from '#engine';
import { type OutlineType, outlineOf } from '#engine/editing/index.ts';
import type { DraftState, DraftStore } from './draft/draft-store.ts';
import type { ContentView } from './protocol.ts';
import type { Me, Role } from './protocol-people.ts';
import type { Say } from './words.ts';

/** What every part of the studio works with. */
export interface Studio {
  readonly store: DraftStore;
  readonly content: ContentView;
  /** What the properties of a field are drawn from. */
  readonly panel: Form;
  /** Whoever is signed in, as they may be called and may do by now. */
  readonly me: Me;
  /** Whether they may do what takes at least a role. */
  readonly may: (role: Role) => boolean;
  /** Whether they may change the draft; given an enquiry type's key, that type's form. */
  readonly mayChange: (type?: string) => boolean;
  /** Asks the server again who they are and what they may. */
  readonly refreshMe: () => Promise<void>;
  readonly say: Say;
  readonly locale: string;
  /** Says something to whoever listens rather than looks. */
  readonly announce: (text: string) => void;
  readonly go: (path: string) => void;
  /** Goes there as by a link: whoever comes is brought to the heading. */
  readonly visit: (path: string) => void;
  /** Whether the server's events are heard: what arrives and what others do. */
  readonly isHeard: boolean;
  /** Loads the draft anew: it may be another one by now. */
  readonly reopen: () => void;
}

/** The studio that a part stands in. */
export const StudioContext = createContext<Studio | undefined>(undefined);

/** The studio. @throws outside of one. */
export function useStudio(): Studio {
  const studio = useContext(StudioContext);
  if (studio === undefined) throw new Error('Cannot draw a part of the studio outside of it');
  return studio;
}

/** The draft as it is now. */
export function useDraft(): DraftState {
  const { store } = useStudio();
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
}

const outlines = new WeakMap<Documents, readonly OutlineType[]>();

/** The enquiry types of the draft with their fields: read once for all parts that stand beside each other. */
export function useOutline(): readonly OutlineType[] {
  const { documents } = useDraft();
  const known = outlines.get(documents) ?? outlineOf(documents);
  outlines.set(documents, known);
  return known;
}
