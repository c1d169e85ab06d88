import type { Json, Situation, Text, WidgetName } from '#engine';
import type { Photos } from '../photos/photos.ts';

/** A text in the languages that examples are looked at in. */
export type Words = Readonly<Record<ExampleLocale, string>>;

/** The languages of examples: those of the forms. */
export type ExampleLocale = (typeof exampleLocales)[number];

/** The first is what a test reads, the last is written from right to left. */
export const exampleLocales = ['en', 'de', 'fr', 'ar'] as const;

/** What a widget can be seen in. */
export type StateName = (typeof stateNames)[number];

/**
 * In the order in which they are shown: those of every field, which `statesOf` makes of its description, then those that few have.
 * `disabled` is not even used, `locked` can be read and not changed.
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
  'loading',
  'failing',
] as const;

/** The states of every field. */
export const commonStates: readonly StateName[] = stateNames.slice(0, 7);

/**
 * The examples of one widget, in `*.examples.tsx` beside it: tests, axe, pictures and the gallery draw these and no others.
 * What is common to all widgets is made of it (`statesOf`).
 */
export interface WidgetExamples {
  readonly widget: WidgetName;
  /** When to take it: a sentence for whoever makes a form. */
  readonly about: string;
  /** The name of the field. */
  readonly field: string;
  readonly label: Words;
  /** JSON Schema of the field, without a title. */
  readonly schema: JsonObject;
  /** What the UI schema says of it besides its widget. */
  readonly ui?: JsonObject;
  /** What a visitor may have entered. */
  readonly filled: Json;
  /** What a visitor may have entered wrongly; absent: nothing at all, where something is required. */
  readonly wrong?: Json;
  /** Other texts, by their keys. */
  readonly texts?: Readonly<Record<string, Words>>;
  /** The photos that there are in each state that says nothing else. */
  readonly photos?: StateChange['photos'];
  /** Rules of the form. */
  readonly rules?: readonly JsonObject[];
  /** What is different in a state, and states that few have; `none`: it has no such state. */
  readonly states?: Readonly<Partial<Record<StateName, StateChange | 'none'>>>;
}

/** What is different in a state. */
export interface StateChange {
  readonly schema?: JsonObject;
  readonly ui?: JsonObject;
  readonly entered?: Json;
  readonly texts?: Readonly<Record<string, Words>>;
  readonly content?: Partial<Situation['content']>;
  /** The photos that there are: what stands in the place of a photo field. */
  readonly photos?: (text: Text, field: string) => Photos;
}

/** An object of a document. */
export type JsonObject = Readonly<Record<string, Json>>;
