import { type WidgetName, widgetNames } from '#engine';
import type { JsonObject, StateName } from '#widgets/testing/widget-examples.ts';
import { exampleLocales, stateNames } from '#widgets/testing/widget-examples.ts';

/** The themes of the examples: the form's own and those of the demonstration sites. */
export const themes = ['default', 'lantern', 'solent'] as const;

/** The widths of the example's page, in CSS pixels. */
export const frameWidths = ['375', '768', '1280'] as const;

export interface ShownExample {
  readonly widget: WidgetName;
  readonly state: StateName;
  readonly locale: string;
  readonly theme: string;
  /** True for the first frame, which scrolls its selected state into view. Other frames do not scroll. */
  readonly isFirst?: boolean;
  /** The documents to show instead of the state's own. */
  readonly edited?: EditedDocuments;
}

export interface EditedDocuments {
  readonly schema: JsonObject;
  readonly ui: JsonObject;
}

/**
 * Reads widget, state, locale and theme from the query of an address. A missing or unknown value becomes the
 * first possible one.
 */
export function parseShownExample(search: URLSearchParams): ShownExample {
  const readParameter = <Name extends string>(key: string, names: readonly Name[]) =>
    names.find((name) => name === search.get(key)) ?? (names[0] as Name);
  return {
    widget: readParameter('widget', widgetNames),
    state: readParameter('state', stateNames),
    locale: readParameter('locale', exampleLocales),
    theme: readParameter('theme', themes),
  };
}
