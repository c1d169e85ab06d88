import { createContext, useContext } from 'react';
import type { FormatMessage } from './messages.ts';

/** The language of the studio, and the way to its screen reader's users. */
export interface StudioLanguage {
  readonly say: FormatMessage;
  readonly locale: string;
  /** Announces a text to screen readers. */
  readonly announce: (text: string) => void;
}

export const StudioLanguageContext = createContext<StudioLanguage | undefined>(undefined);

/**
 * Returns the language of the studio.
 * @throws Error outside of the studio
 */
export function useStudioLanguage(): StudioLanguage {
  const language = useContext(StudioLanguageContext);
  if (language === undefined) throw new Error('Cannot draw a part of the studio outside of it');
  return language;
}
