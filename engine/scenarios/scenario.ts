import type {
  Bounds,
  EnquiryType,
  Json,
  ListItem,
  Office,
  ProblemCode,
  SchemaCheck,
  UploadLimits,
  Values,
} from '../types.ts';

/** `scenarios.json`: what must hold, in words that a product owner reads and extends (described in `meta/scenarios.schema.json`). */
export interface ScenarioDocument {
  /** Offices by the names that scenarios call them. */
  readonly offices: Readonly<Record<string, Office>>;
  /** What holds where a scenario says nothing else. */
  readonly usual: ScenarioSituation;
  readonly scenarios: readonly Scenario[];
}

/** One scenario: on such a page, that is expected. */
export interface Scenario {
  readonly name: string;
  readonly on: ScenarioSituation;
  readonly expect: Expectations;
}

/** A situation in words; what is absent is as usual. */
export interface ScenarioSituation {
  /** The site's id. */
  readonly site?: string | number;
  readonly international?: boolean;
  readonly placement?: 'inline' | 'modal' | 'landing';
  /** The page's enquiry types in order: keys, or entries as content has them. */
  readonly types?: readonly (string | EnquiryType)[];
  /** Names of the page's offices; null where the page has no such list. */
  readonly offices?: readonly string[] | null;
  /** Names of every site's offices, the page's where nothing is said. */
  readonly allOffices?: readonly string[] | null;
  readonly selectedOffice?: string | null;
  readonly eventTitle?: string | null;
  /** Future event titles, or how their loading stands. */
  readonly eventTitles?: readonly string[] | 'loading' | 'failed';
  readonly yachtModels?: readonly string[];
  /** Items of the lists that `lists.json` declares, by the list's name: a name, or all that an item says. */
  readonly lists?: Readonly<Record<string, readonly (string | ListItem)[]>>;
  readonly locale?: string;
  readonly today?: string;
  /** Key of the type that the visitor chose. */
  readonly type?: string;
  /** Name of the office that the visitor chose. */
  readonly office?: string;
  /** The visitor filled in what the example of the type fills in. */
  readonly filledIn?: boolean;
  /** What the visitor entered, over what is filled in; null empties a field. */
  readonly entered?: Values;
  /** Sent past the page, as by a program: judged as it is. */
  readonly sends?: Values;
}

/** What a scenario expects; what it does not name may be anything. */
export interface Expectations {
  readonly section?: 'shown' | 'hidden';
  /** The offered types, in order. */
  readonly types?: readonly string[];
  /** The current type; null where none is offered. */
  readonly type?: string | null;
  readonly unknownTypes?: readonly (string | number)[];
  /** Names of the eligible offices, in order. */
  readonly eligible?: readonly string[];
  /** Names of the offered offices, in the order of the select. */
  readonly offices?: readonly string[];
  /** Name of the office that is sent; null for none. */
  readonly office?: string | null;
  /** All fields that are there, `enquiry_type` apart, in order. */
  readonly fields?: readonly string[];
  readonly shown?: readonly string[];
  readonly concealed?: readonly string[];
  readonly hidden?: readonly string[];
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
  /** Fields that can be answered. */
  readonly enabled?: readonly string[];
  readonly disabled?: readonly string[];
  readonly readonly?: readonly string[];
  /** The values offered for a field; null where any value is. */
  readonly options?: Readonly<Record<string, readonly (string | number)[] | null>>;
  /** The labels of what is offered for a field. */
  readonly optionLabels?: Readonly<Record<string, readonly string[]>>;
  /** How far the loading of a field's options is. */
  readonly loading?: Readonly<Record<string, 'ready' | 'loading' | 'failed'>>;
  readonly presets?: Readonly<Record<string, Json>>;
  /** Limits of photo fields; null for none. */
  readonly limits?: Readonly<Record<string, UploadLimits | null>>;
  readonly bounds?: Readonly<Record<string, Bounds | null>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly hints?: Readonly<Record<string, string | null>>;
  readonly placeholders?: Readonly<Record<string, string | null>>;
  /** Where a field that is required carries its asterisk. */
  readonly marks?: Readonly<Record<string, 'label' | 'placeholder'>>;
  readonly widgets?: Readonly<Record<string, string>>;
  /** Whether a field spans the form's whole width. */
  readonly wide?: Readonly<Record<string, boolean>>;
  /** Autofill detail tokens; null for none. */
  readonly autocomplete?: Readonly<Record<string, string | null>>;
  /** Which keyboard a phone shows; null for the usual one. */
  readonly inputModes?: Readonly<Record<string, string | null>>;
  readonly submit?: string;
  /** The id of the recipient who gets the mail before the office; null for none. */
  readonly recipient?: string | null;
  /** Where the enquiry goes besides the mail, by ids, sorted. */
  readonly destinations?: readonly string[];
  /** Who the visitor is, to the one who gets the mail: the values of the fields that say so. */
  readonly visitor?: Readonly<Record<'name' | 'email', Json>>;
  /** Addresses of the links. */
  readonly links?: readonly string[];
  /** Effective values; null for an empty one. */
  readonly sent?: Readonly<Record<string, Json>>;
  /** Every problem by field; `{}` where the enquiry can be sent. */
  readonly problems?: Readonly<Record<string, ProblemCode>>;
  /** What the visitor reads of problems, by field. */
  readonly messages?: Readonly<Record<string, string>>;
  /** Texts by key. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Settings by name. */
  readonly settings?: Readonly<Record<string, Json>>;
}

/** The compiled schema of an enquiry type, by its key. */
export type CheckOf = (typeKey: string) => SchemaCheck;
