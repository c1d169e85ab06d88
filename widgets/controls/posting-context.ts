import { createContext } from 'react';

/** What is known of a form that is posted, because no script has taken it over. */
export interface Posting {
  /** The branch that was chosen, by the place of its value: what the answer to a post is drawn with. */
  readonly branches: Readonly<Record<string, number>>;
}

/** Undefined where scripts send the form. */
export const PostingContext = createContext<Posting | undefined>(undefined);
