import { widgetNames } from '#engine';
import type { WidgetExamples } from './widget-examples.ts';

/** The examples of all widgets, in the order of `widgetNames`. */
export const allExamples: readonly WidgetExamples[] = Object.values(
  import.meta.glob<readonly WidgetExamples[]>('../**/*.examples.tsx', { eager: true, import: 'examples' }),
)
  .flat()
  .sort((one, other) => widgetNames.indexOf(one.widget) - widgetNames.indexOf(other.widget));
