import type { OptionSetName } from './option-sets.ts';

/** The type of a value on the wire. `id` is a string or a number, `json` an object or an array. */
export type ValueKind = 'string' | 'integer' | 'number' | 'boolean' | 'id' | 'json';

/** A built-in widget: the values that it can show, and the way in which they are posted and written. */
export interface WidgetDefinition {
  /** The kinds of values that it can show. None: no UI schema needs to name it. */
  readonly kinds: readonly ValueKind[];
  /** The formats of JSON Schema whose usual widget it is. */
  readonly formats?: readonly string[];
  /** Set if it shows choices: all of them, or those that a typed text finds. */
  readonly choices?: 'listed' | 'searched';
  /** The option set that it shows if the UI schema names none. */
  readonly optionSet?: OptionSetName;
  /**
   * The form in which its value is posted, if not as a text that the visitor typed: `data` in JSON notation in
   * every language, because the browser or the page writes it; a `tick`; `files`; or the time of a `clock`,
   * whose UTC offset needs scripts.
   */
  readonly posts?: 'data' | 'tick' | 'files' | 'clock';
  /**
   * The options of a UI schema that only this widget has, by their names without `ui:`, each with the JSON
   * Schema of its values. Compiled fields have them as `widgetProperties`.
   */
  readonly properties?: Readonly<
    Record<string, { readonly description: string; readonly [keyword: string]: unknown }>
  >;
  /** True if its text consists of digits, such as a phone number: those of any script become ASCII. */
  readonly isTypedInDigits?: true;
  /** True if its value is written from left to right in every language. */
  readonly isLeftToRight?: true;
  /** True if it uses the whole width of the form unless `ui:wide` is set. */
  readonly isWide?: true;
  /** True if few forms use it: its component is loaded only for forms that have it. */
  readonly isLazy?: true;
}

/**
 * Every widget that a UI schema can name, including RJSF's names, in the order of documents and the gallery.
 * Their components are in `widgets/rjsf/widget-table.ts`, their examples in `*.examples.tsx` files beside them, and
 * the schemas that some of them need in `engine/compile/fields/widget-misfit.ts`.
 */
export const widgets = {
  text: { kinds: ['string', 'id'] },
  textarea: {
    kinds: ['string'],
    properties: { rows: { description: 'The lines that a text area shows.', type: 'integer', minimum: 1 } },
    isWide: true,
  },
  email: { kinds: ['string'], formats: ['email'], isLeftToRight: true },
  tel: { kinds: ['string'], isTypedInDigits: true, isLeftToRight: true },
  uri: { kinds: ['string'], formats: ['uri'], isLeftToRight: true },
  password: { kinds: ['string'], formats: ['password'] },
  number: { kinds: ['integer', 'number'], isTypedInDigits: true, isLeftToRight: true },
  updown: { kinds: ['integer', 'number'], posts: 'data', isTypedInDigits: true, isLeftToRight: true },
  range: { kinds: ['integer', 'number'], posts: 'data', isLeftToRight: true, isLazy: true },
  date: { kinds: ['string'], formats: ['date'] },
  'date-parts': { kinds: ['string'], isLazy: true },
  'date-time': { kinds: ['string'], formats: ['date-time'], posts: 'clock', isLazy: true },
  time: { kinds: ['string'], formats: ['time'], posts: 'clock', isLazy: true },
  color: { kinds: ['string'], formats: ['color'], isLazy: true },
  hidden: { kinds: ['string', 'integer', 'number', 'boolean', 'id', 'json'], posts: 'data' },
  output: { kinds: ['string', 'integer', 'number'] },
  checkbox: { kinds: ['boolean'], posts: 'tick' },
  checkboxes: { kinds: ['json'], choices: 'listed', isWide: true },
  radio: { kinds: ['string', 'integer', 'number', 'boolean', 'id'], choices: 'listed', posts: 'data' },
  select: {
    kinds: ['string', 'integer', 'number', 'boolean', 'id', 'json'],
    choices: 'listed',
    posts: 'data',
  },
  autocomplete: {
    kinds: ['string', 'integer', 'number', 'id'],
    choices: 'searched',
    posts: 'data',
    isLazy: true,
  },
  'type-select': { kinds: [] },
  'office-select': {
    kinds: ['id', 'string', 'integer'],
    optionSet: 'offeredOffices',
    posts: 'data',
    isWide: true,
  },
  'event-select': { kinds: ['string'] },
  scale: { kinds: ['integer', 'number', 'string'], choices: 'listed', posts: 'data' },
  terms: { kinds: ['boolean'], posts: 'tick', isWide: true },
  photos: { kinds: ['json'], posts: 'files', isWide: true },
  files: { kinds: ['json'], posts: 'files', isWide: true },
  matrix: { kinds: ['json'], isWide: true, isLazy: true },
  object: { kinds: ['json'], isWide: true },
  array: { kinds: ['json'], isWide: true },
  any: { kinds: ['string', 'integer', 'number', 'boolean', 'id', 'json'], isWide: true },
} as const satisfies Readonly<Record<string, WidgetDefinition>>;

export type WidgetName = keyof typeof widgets;

/** The names of all widgets, in the order of `widgets`. */
export const widgetNames = Object.keys(widgets) as readonly WidgetName[];

/** Returns the definition of a widget. */
export function getWidgetDefinition(name: WidgetName): WidgetDefinition {
  return widgets[name];
}

/** Returns the definition of the widget that a UI schema names; undefined if it is not one of ours. */
export function findWidgetDefinition(name: unknown): WidgetDefinition | undefined {
  return isWidgetName(name) ? widgets[name] : undefined;
}

/** Returns the names of the widgets that have a property: `listWidgetsWithProperty('rows') // ['textarea']`. */
export function listWidgetsWithProperty(property: string): readonly WidgetName[] {
  return widgetNames.filter((name) => getWidgetDefinition(name).properties?.[property] !== undefined);
}

/** Returns true for the name of a built-in widget. */
export function isWidgetName(name: unknown): name is WidgetName {
  return typeof name === 'string' && Object.hasOwn(widgets, name);
}
