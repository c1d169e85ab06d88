import { createContext } from 'react';
import type { Choice } from './widget-props.ts';

/**
 * Has the options of a select drawn apart from the page around it: gives a text that stands in their place until they are; undefined where
 * they are to be drawn where they stand. Absent, as in every browser: all are.
 */
export const OptionsContext = createContext<
  ((choices: readonly Choice[], chosen: string) => string | undefined) | undefined
>(undefined);
