import { type WidgetName, widgetNames } from '#engine';
import type { JsonObject, StateName } from '#widgets/testing/widget-examples.ts';
import { exampleLocales, stateNames } from '#widgets/testing/widget-examples.ts';

/** The looks that examples are drawn in: the form's own, and those of the demonstration's sites. */
export const themes = ['default', 'lantern', 'solent'] as const;

/** Of the page that an example stands on, in CSS pixels. */
export const widths = ['375', '768', '1280'] as const;

/** What one frame draws. */
export interface Shown {
  readonly widget: WidgetName;
  /** The state that is looked at more closely. */
  readonly state: StateName;
  readonly locale: string;
  readonly theme: string;
  /** Its chosen state is brought into sight; other frames stay where they are. */
  readonly isFirst?: boolean;
  /** What stands in place of that state's own documents. */
  readonly edited?: EditedDocuments;
}

/** The two documents that can be edited. */
export interface EditedDocuments {
  readonly schema: JsonObject;
  readonly ui: JsonObject;
}

/** Reads what is shown from the query of an address; what it does not name, or names wrongly, is the first there is. */
export function shownBy(search: URLSearchParams): Shown {
  const among = <Name extends string>(key: string, names: readonly Name[]) =>
    names.find((name) => name === search.get(key)) ?? (names[0] as Name);
  return {
    widget: among('widget', widgetNames),
    state: among('state', stateNames),
    locale: among('locale', exampleLocales),
    theme: among('theme', themes),
  };
}
