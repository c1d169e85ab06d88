import type { Json, Situation, TextFormatter, WidgetName } from '#engine';
import type { PhotosController } from '../photos/photos.ts';

export type LocalizedText = Readonly<Record<ExampleLocale, string>>;

export type ExampleLocale = (typeof exampleLocales)[number];

/** The languages of the forms. Tests read the first one; the last one is written from right to left. */
export const exampleLocales = ['en', 'de', 'fr', 'ar'] as const;

export type StateName = (typeof stateNames)[number];

/**
 * The states in the order in which they are shown. The states of all fields come first; `listExampleStates`
 * derives them from the description of a widget. A `disabled` field cannot be used; a `locked` one can be
 * read but not changed.
 */
export const stateNames = [
  'untouched',
  'filled',
  'required',
  'problem',
  'disabled',
  'locked',
  'long',
  'empty',
  'many',
  'other',
  'loading',
  'failing',
] as const;

export const commonStates: readonly StateName[] = stateNames.slice(0, 7);

/**
 * The examples of one widget, from the `*.examples.tsx` file beside it. Tests, axe, screenshots and the
 * gallery use only these. `listExampleStates` adds the states that all widgets have.
 */
export interface WidgetExamples {
  readonly widget: WidgetName;
  /** The advice for authors of forms when to use the widget, in one sentence. */
  readonly about: string;
  readonly field: string;
  readonly label: LocalizedText;
  /** The JSON Schema of the field, without a title. */
  readonly schema: JsonObject;
  /** The UI schema of the field without its widget. */
  readonly ui?: JsonObject;
  readonly filled: Json;
  /** An invalid entered value. Absent: an empty value of a required field. */
  readonly wrong?: Json;
  readonly texts?: Readonly<Record<string, LocalizedText>>;
  /** The photos in all states that do not define their own. */
  readonly photos?: StateChange['photos'];
  readonly rules?: readonly JsonObject[];
  /** Changes of the common states, and additional states; `none` removes a state. */
  readonly states?: Readonly<Partial<Record<StateName, StateChange | 'none'>>>;
}

export interface StateChange {
  readonly schema?: JsonObject;
  /** The schema in place of the widget's own. */
  readonly ownSchema?: JsonObject;
  readonly ui?: JsonObject;
  readonly entered?: Json;
  readonly texts?: Readonly<Record<string, LocalizedText>>;
  readonly content?: Partial<Situation['content']>;
  readonly photos?: (text: TextFormatter, field: string) => PhotosController;
}

export type JsonObject = Readonly<Record<string, Json>>;
