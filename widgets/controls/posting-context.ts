import { createContext, useContext } from 'react';
import { useIsHydrating } from '../use-is-hydrating.ts';

/** What is known of a form that is posted, because no script has taken it over. */
export interface Posting {
  /** The branch that was chosen, by the place of its value: what the answer to a post is drawn with. */
  readonly branches: Readonly<Record<string, number>>;
}

/** Undefined where scripts alone send the form. */
export const PostingContext = createContext<Posting | undefined>(undefined);

/** What is known of a form that is posted; undefined once scripts send it. The context stays as it is: what waits to be taken over was drawn by it. */
export function usePosting(): Posting | undefined {
  const posting = useContext(PostingContext);
  return useIsHydrating() ? posting : undefined;
}
