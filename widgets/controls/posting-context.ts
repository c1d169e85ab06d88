import { createContext, useContext } from 'react';
import { useIsHydrating } from '../use-is-hydrating.ts';

/** The state of a form that a browser posts without scripts. */
export interface Posting {
  /** The indices of the chosen branches by the pointers of their values, as in the answer to a post. */
  readonly branches: Readonly<Record<string, number>>;
}

/** Undefined if the form is sent by scripts only. */
export const PostingContext = createContext<Posting | undefined>(undefined);

/**
 * Returns the state of a form that a browser posts; undefined after hydration, and if scripts always send the
 * form. The context value itself does not change: fields that are not yet hydrated were rendered with it.
 */
export function usePosting(): Posting | undefined {
  const posting = useContext(PostingContext);
  return useIsHydrating() ? posting : undefined;
}
