import type {
  Bounds,
  EnquiryType,
  Json,
  ListItem,
  ProblemCode,
  SchemaCheck,
  UploadLimits,
  Values,
} from '../../model/types.ts';
import type { PresetExpectations } from '../../preset/check.ts';
import type { PresetDocument, PresetScenario } from '../../preset/scenarios.ts';

/**
 * `scenarios.json`: the expectations of a form set, in terms that a product owner reads and extends
 * (described in `meta/scenarios.schema.json`).
 */
export interface ScenarioDocument extends PresetDocument {
  /** The situation of a scenario that specifies nothing else. */
  readonly usual: ScenarioSituation;
  readonly scenarios: readonly Scenario[];
}

export interface Scenario {
  readonly name: string;
  readonly on: ScenarioSituation;
  readonly expect: Expectations;
}

/** A situation in the terms of scenarios; absent values are the usual ones. */
export interface ScenarioSituation extends PresetScenario {
  /** The page's enquiry types in order: keys, or entries as in the content. */
  readonly types?: readonly (string | EnquiryType)[];
  /** The items of the lists that `lists.json` declares, by the list's name: names, or whole items. */
  readonly lists?: Readonly<Record<string, readonly (string | ListItem)[]>>;
  readonly locale?: string;
  readonly today?: string;
  /** Key of the type that the visitor chose. */
  readonly type?: string;
  /** True if the visitor filled in the first example of the type. */
  readonly filledIn?: boolean;
  /**
   * The values that the visitor entered, merged over those of `filledIn`. Null empties a field, also
   * one with a preset.
   */
  readonly entered?: Values;
  /** Values that a program sends without the page: they are validated as they are. */
  readonly sends?: Values;
}

/** The expectations of a scenario. Anything that is absent may have any value. */
export interface Expectations extends PresetExpectations {
  readonly section?: 'shown' | 'hidden';
  /** The offered types, in order. */
  readonly types?: readonly string[];
  /** The current type; null if none is offered. */
  readonly type?: string | null;
  readonly unknownTypes?: readonly (string | number)[];
  /** All fields that are not hidden, except `enquiry_type`, in order. */
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
  /** The values offered for a field; null if any value is allowed. */
  readonly options?: Readonly<Record<string, readonly (string | number)[] | null>>;
  readonly optionLabels?: Readonly<Record<string, readonly string[]>>;
  readonly loading?: Readonly<Record<string, 'ready' | 'loading' | 'failed'>>;
  readonly presets?: Readonly<Record<string, Json>>;
  /** Limits of photo fields; null for none. */
  readonly limits?: Readonly<Record<string, UploadLimits | null>>;
  readonly bounds?: Readonly<Record<string, Bounds | null>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly hints?: Readonly<Record<string, string | null>>;
  readonly placeholders?: Readonly<Record<string, string | null>>;
  /** The text that contains the asterisk of a required field. */
  readonly marks?: Readonly<Record<string, 'label' | 'placeholder'>>;
  readonly widgets?: Readonly<Record<string, string>>;
  /** True if a field spans the whole width of the form. */
  readonly wide?: Readonly<Record<string, boolean>>;
  /** Autofill detail tokens; null for none. */
  readonly autocomplete?: Readonly<Record<string, string | null>>;
  /** The keyboard of a phone; null for the usual one. */
  readonly inputModes?: Readonly<Record<string, string | null>>;
  /** True if a link may fill a field. */
  readonly prefill?: Readonly<Record<string, boolean>>;
  readonly submit?: string;
  /** The id of the recipient who gets the mail instead of the usual one; null for none. */
  readonly recipient?: string | null;
  /** The ids of the destinations besides the mail, sorted. */
  readonly destinations?: readonly string[];
  /** The values of the fields that contain the visitor's name and address. */
  readonly visitor?: Readonly<Record<'name' | 'email', Json>>;
  /** Addresses of the links. */
  readonly links?: readonly string[];
  /** Effective values; null for an empty one. */
  readonly sent?: Readonly<Record<string, Json>>;
  /** Every problem by field; `{}` if the enquiry can be sent. */
  readonly problems?: Readonly<Record<string, ProblemCode>>;
  /** The messages of problems that the visitor reads, by field. */
  readonly messages?: Readonly<Record<string, string>>;
  readonly texts?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, Json>>;
}

export type SchemaCheckLookup = (typeKey: string) => SchemaCheck;
