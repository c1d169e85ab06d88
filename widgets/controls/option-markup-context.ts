import { createContext } from 'react';
import type { WidgetChoice } from './widget-props.ts';

/**
 * Returns a placeholder text for the options of a select, which a server replaces by cached markup; undefined
 * if the options must be rendered normally. The context is absent in browsers: all options are rendered.
 */
export const OptionMarkupContext = createContext<
  ((choices: readonly WidgetChoice[], chosen: string) => string | undefined) | undefined
>(undefined);
