import { presetWidgetBehaviours, presetWidgetUses } from '../preset/model.ts';
import type { OptionSetName } from './option-sets.ts';

/** The type of a value on the wire. `id` is a string or a number, `json` an object or an array. */
export type ValueKind = 'string' | 'integer' | 'number' | 'boolean' | 'id' | 'json';

/** The fields that a built-in widget is for. Only compiling and checking need it, so pages do not load it. */
export interface WidgetUse {
  /** The kinds of values that it can show. None: no UI schema needs to name it. */
  readonly kinds: readonly ValueKind[];
  /** The formats of JSON Schema whose usual widget it is. */
  readonly formats?: readonly string[];
  /** The field whose usual widget it is. */
  readonly field?: string;
  /** The option set that it shows if the UI schema names none. */
  readonly optionSet?: OptionSetName;
  /**
   * The options of a UI schema that only this widget has, by their names without `ui:`, each with the JSON
   * Schema of its values. Compiled fields have them as `widgetProperties`.
   */
  readonly properties?: Readonly<
    Record<string, { readonly description: string; readonly [keyword: string]: unknown }>
  >;
  /** True if it uses the whole width of the form unless `ui:wide` is set. */
  readonly isWide?: true;
  /** True if few forms use it: its component is loaded only for forms that have it. */
  readonly isLazy?: true;
}

/** The property of the widgets that can offer the choice "Other". */
const otherProperty = {
  other: {
    description:
      'True: "Other…" follows the choices, which are the `examples` of the schema, and opens a text input. Its text is the value.',
    type: 'boolean',
  },
} as const;

/** The properties of the widgets that show all choices, which can have pictures. */
const listedProperties = {
  ...otherProperty,
  images: {
    description:
      'The picture of each choice, by its value: a path on the site. Its alternative text is "options.<field>.<value>.alt"; without one the label says what it shows.',
    type: 'object',
    additionalProperties: { type: 'string', pattern: '^/(?![/\\\\])' },
  },
} as const;

/**
 * Every widget that a UI schema can name, including RJSF's names, in the order of documents and the gallery.
 * A widget is described here and, if it is not a plain input, in `widgetBehaviours`. The schemas that some of
 * them need are in `engine/compile/fields/widget-misfit.ts`. Its component is in
 * `widgets/rjsf/widget-table.ts`, and its examples are in an `*.examples.tsx` file beside the component. It is
 * the result of a call, which pages drop, because bundlers do not drop an object that spreads another one.
 */
const uses = /* @__PURE__ */ (() =>
  ({
    text: { kinds: ['string', 'id'] },
    textarea: {
      kinds: ['string'],
      properties: { rows: { description: 'The lines that a text area shows.', type: 'integer', minimum: 1 } },
      isWide: true,
    },
    email: { kinds: ['string'], formats: ['email'] },
    tel: { kinds: ['string'] },
    uri: { kinds: ['string'], formats: ['uri'] },
    password: { kinds: ['string'], formats: ['password'] },
    number: { kinds: ['integer', 'number'] },
    updown: { kinds: ['integer', 'number'] },
    range: { kinds: ['integer', 'number'], isLazy: true },
    date: { kinds: ['string'], formats: ['date'] },
    'date-parts': { kinds: ['string'], isLazy: true },
    'date-time': { kinds: ['string'], formats: ['date-time'], isLazy: true },
    time: { kinds: ['string'], formats: ['time'], isLazy: true },
    color: { kinds: ['string'], formats: ['color'], isLazy: true },
    hidden: { kinds: ['string', 'integer', 'number', 'boolean', 'id', 'json'] },
    output: { kinds: ['string', 'integer', 'number'] },
    checkbox: { kinds: ['boolean'] },
    checkboxes: { kinds: ['json'], properties: listedProperties, isWide: true },
    radio: { kinds: ['string', 'integer', 'number', 'boolean', 'id'], properties: listedProperties },
    select: { kinds: ['string', 'integer', 'number', 'boolean', 'id', 'json'], properties: otherProperty },
    autocomplete: { kinds: ['string', 'integer', 'number', 'id'], isLazy: true },
    'type-select': { kinds: [] },
    ...presetWidgetUses,
    scale: { kinds: ['integer', 'number', 'string'] },
    rating: {
      kinds: ['integer', 'number'],
      properties: {
        symbols: {
          description:
            'The look of a rating: `stars`, which count from 1, or `numbers`. Absent: up to ten stars, else numbers.',
          enum: ['stars', 'numbers'],
        },
      },
      isWide: true,
      isLazy: true,
    },
    terms: { kinds: ['boolean'], isWide: true },
    photos: { kinds: ['json'], isWide: true },
    files: { kinds: ['json'], isWide: true },
    signature: { kinds: ['json'], isWide: true, isLazy: true },
    matrix: { kinds: ['json'], isWide: true, isLazy: true },
    ranking: { kinds: ['json'], isWide: true, isLazy: true },
    object: { kinds: ['json'], isWide: true },
    array: { kinds: ['json'], isWide: true },
    any: { kinds: ['string', 'integer', 'number', 'boolean', 'id', 'json'], isWide: true },
  }) as const satisfies Readonly<Record<string, WidgetUse>>)();

export type WidgetName = keyof typeof uses;

/** The use of each widget by its name: `widgetUses.terms.kinds // ['boolean']`. */
export const widgetUses: Readonly<Record<WidgetName, WidgetUse>> = uses;

/** The way in which a built-in widget shows a value and a browser posts it. Pages load it. */
export interface WidgetBehaviour {
  /** Set if it shows choices: all of them, or those that a typed text finds. */
  readonly choices?: 'listed' | 'searched';
  /**
   * The form in which its value is posted, if not as a text that the visitor typed: `data` in JSON notation in
   * every language, because the browser or the page writes it; a `tick`; `files`; or the time of a `clock`,
   * whose UTC offset needs scripts.
   */
  readonly posts?: 'data' | 'tick' | 'files' | 'clock';
  /** True if its text consists of digits, such as a phone number: those of any script become ASCII. */
  readonly isTypedInDigits?: true;
  /** True if its value is written from left to right in every language. */
  readonly isLeftToRight?: true;
}

/** The behaviour of the widgets that are not plain inputs of text. */
const widgetBehaviours: Readonly<Partial<Record<WidgetName, WidgetBehaviour>>> = {
  email: { isLeftToRight: true },
  uri: { isLeftToRight: true },
  tel: { isLeftToRight: true, isTypedInDigits: true },
  number: { isLeftToRight: true, isTypedInDigits: true },
  updown: { isLeftToRight: true, isTypedInDigits: true, posts: 'data' },
  range: { isLeftToRight: true, posts: 'data' },
  hidden: { posts: 'data' },
  ...presetWidgetBehaviours,
  autocomplete: { choices: 'searched', posts: 'data' },
  radio: { choices: 'listed', posts: 'data' },
  scale: { choices: 'listed', posts: 'data' },
  rating: { choices: 'listed', posts: 'data' },
  select: { choices: 'listed', posts: 'data' },
  checkboxes: { choices: 'listed' },
  ranking: { choices: 'listed' },
  checkbox: { posts: 'tick' },
  terms: { posts: 'tick' },
  photos: { posts: 'files' },
  files: { posts: 'files' },
  signature: { posts: 'files' },
  'date-time': { posts: 'clock' },
  time: { posts: 'clock' },
};

const plainInput: WidgetBehaviour = {};

/** The names of all widgets, in the order of `widgetUses`. */
export const widgetNames = /* @__PURE__ */ Object.keys(uses) as readonly WidgetName[];

/** Returns the behaviour of a widget; that of a plain input for an unknown name. */
export function getWidgetBehaviour(name: string): WidgetBehaviour {
  return widgetBehaviours[name as WidgetName] ?? plainInput;
}

/** Returns the usual widget of a field that has a widget of its own; undefined for any other field. */
export function findWidgetOfField(field: string): WidgetName | undefined {
  return widgetNames.find((name) => widgetUses[name].field === field);
}

/** Returns the names of the widgets that have a property: `listWidgetsWithProperty('rows') // ['textarea']`. */
export function listWidgetsWithProperty(property: string): readonly WidgetName[] {
  return widgetNames.filter((name) => widgetUses[name].properties?.[property] !== undefined);
}

/** Returns true for the name of a built-in widget. */
export function isWidgetName(name: unknown): name is WidgetName {
  return typeof name === 'string' && Object.hasOwn(uses, name);
}
