/**
 * The vocabulary of the engine: what a form is made of, what a situation holds, what a plan says.
 * Everything here is plain JSON, so that a form and a situation travel from server to browser as they are.
 */

import type { BlockKind, BlockPart } from './blocks.ts';

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** An id as content gives it. Ids are compared as strings and sent as given: `isSameId(119, '119') // true`. */
export type Id = string | number;

/** A JSON Schema (draft 2020-12 or 07) as an object; `true` and `false` occur only inside one. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** An RJSF UI schema. */
export type UiSchema = { readonly [key: string]: unknown };

/**
 * A condition, written as JsonLogic is: `var`, `and`, `or`, `!`, `==`, `!=`, `in`, `<`, `<=`, `>`, `>=` (docs/reference.md, "Conditions").
 */
export type Condition = { readonly [operator: string]: unknown };

/** The documents under `schemas/`, parsed, by their path there: `{'rules.json': {...}, 'forms/sales/ui.json': {...}}`. */
export type Documents = Readonly<Record<string, unknown>>;

/** What is wrong with a document; `compile` reports every one it finds. */
export interface DocumentProblem {
  /** Path below `schemas/`: `rules.json`. */
  readonly file: string;
  /** JSON Pointer (RFC 6901) to the place: `/rules/3/when`. */
  readonly pointer: string;
  /** Stable code: see `documentProblems`. */
  readonly code: string;
  /** One sentence: what is wrong and what to do. */
  readonly reason: string;
  /** The nearest known name, where the problem is an unknown one. */
  readonly nearest?: string;
}

/** A checked, frozen bundle of everything under `schemas/`, known by a content hash. Made by `compile`. */
export interface Form {
  /** SHA-256 of the documents' canonical JSON, hex. */
  readonly hash: string;
  /** In the order of `enquiry-types.json`. */
  readonly types: readonly FormType[];
  /** In an order that `resolve` may rely on: by stratum, then by id. Their conditions are complete (`insteadOf` is folded in). */
  readonly rules: readonly Rule[];
  readonly settings: Settings;
  /** The lists that content gives, by name; absent where the form declares none. */
  readonly lists?: Readonly<Record<string, ListDeclaration>>;
  /** Messages by locale, then key. A message with arguments is an ICU syntax tree, one without is its text. */
  readonly texts: Readonly<Record<string, Texts>>;
  /**
   * By locale and key the messages that name answers (`{values.boat_model}`), whole: `texts` has each as it reads without an answer. Absent
   * where there are none.
   */
  readonly pipes?: Readonly<Record<string, Texts>>;
  /** What travels of every type's fields; only on a form that lacks some of its types (see `clientForm`). */
  readonly wire?: readonly WireField[];
  /** The ten digits as its one language writes them; only on a form that travels: a page need not ask its browser. */
  readonly digits?: string;
}

/** One argument of `sendContactUs` that carries a form value (docs/contract.md, "GraphQL"). */
export interface WireField {
  readonly name: string;
  readonly kind: ValueKind;
  /** An integer that may be beyond 32 bits, which GraphQL's `Int` does not hold. */
  readonly isLong?: boolean;
  /** True where the field may begin with a preset, so that `null` states that it was emptied. */
  readonly hasPreset?: boolean;
  /** What travels in place of an empty value. */
  readonly empty: null | false | readonly [];
}

/** The messages of one locale by key; `JSON` trees are those of the ICU message parser. */
export type Texts = Readonly<Record<string, Message>>;

/** A text, or the syntax tree of one that has arguments (ICU MessageFormat). */
export type Message = string | readonly unknown[];

/** One enquiry type: its id and key, its schema, and what is drawn. */
export interface FormType {
  readonly id: Id;
  /** The folder's name and the word in rules: `service`. */
  readonly key: string;
  /** Self-contained: references to `fields.json` are resolved, its `$id` is `slipway:<key>`. */
  readonly schema: JsonSchema;
  /** The shared `ui.json` with the type's own laid over it. */
  readonly uiSchema: UiSchema;
  /** Top-level fields in display order, without `enquiry_type`. */
  readonly fields: readonly FieldDefinition[];
  /** Text and pictures among the fields, in display order; absent where there are none. */
  readonly blocks?: readonly BlockDefinition[];
  /** The steps that it is divided into where a page shows it in steps; absent where it has none. */
  readonly steps?: readonly StepDefinition[];
  /** Text key of the submit button's label (docs/behaviour.md, "Layout"). */
  readonly submitLabel: string;
  /** Something of it, at whatever depth, may be drawn by a widget of `lateWidgets`; absent where nothing is. */
  readonly hasLateWidgets?: true;
  /** Some answers decide about others: by conditions, branches or dependencies of the schema, or by rules. */
  readonly isDeciding?: boolean;
  /** The fields that hold the visitor's name and mail address; only where mails are written. */
  readonly visitor?: VisitorFields;
  /** Kept, and offered nowhere; only on a server. */
  readonly isRetired?: true;
  /** What it is chosen by, in each language, where the content does not list it; only on a server. */
  readonly names?: Readonly<Record<string, string>>;
  /** Links that stand above the submit button, e.g. the privacy policy. */
  readonly links: readonly FormLink[];
  /** Answers may be saved, and gone on with by a link that works so many days; absent where they may not. */
  readonly resume?: { readonly days: number };
  /** Whoever sends it gets a copy of the answers by mail, at the address of `visitor`; only where mails are written. */
  readonly receipt?: true;
}

/** Which fields say who the visitor is. */
export interface VisitorFields {
  readonly name?: string;
  /** Who replies to a mail writes there. */
  readonly email?: string;
}

/** Text or a picture among the fields: drawn, never sent. Its words stand in the texts, `blocks.<name>.<part>`. */
export interface BlockDefinition {
  /** No field's: it has a hyphen, or no field of the type is called so. */
  readonly name: string;
  readonly kind: BlockKind;
  /** The field before which it stands, whether that is shown or not; absent behind the last. */
  readonly before?: string;
  /** Of a heading: 2 under another one. */
  readonly level?: 1 | 2;
  /** Of a notice. */
  readonly tone?: 'information' | 'warning';
  /** Of a picture: a path on the site, its size in pixels. */
  readonly image?: { readonly src: string; readonly width: number; readonly height: number };
  /** A picture that says nothing, and has no words. */
  readonly isDecorative?: boolean;
}

/** One step of a form that is shown in steps. Its words stand in the texts, `steps.<name>.title` and `.text`. */
export interface StepDefinition {
  /** Stands in the step's address; no field's and no block's. */
  readonly name: string;
  /** In display order; every field of the type stands on one step. */
  readonly fields: readonly string[];
}

/** A link of a form: opens in a new tab. `label` is a text key. */
export interface FormLink {
  readonly href: string;
  readonly label: string;
}

/** How a value travels: `id` is a string or a number, `json` an object or an array. */
export type ValueKind = 'string' | 'integer' | 'number' | 'boolean' | 'id' | 'json';

/** One top-level field of an enquiry type, as schema and UI schema define it. */
export interface FieldDefinition {
  readonly name: string;
  readonly kind: ValueKind;
  /** Name of the widget that draws it: see `widgetNames`. */
  readonly widget: WidgetName;
  /** What a text means by the schema's `format`, if that is a day or a time. */
  readonly temporal?: 'date' | 'time' | 'date-time';
  /** The schema's `format` of a text, where no `pattern` asks for more. */
  readonly format?: string;
  /** Of a time or a slider, between which values of the schema its control moves. */
  readonly ends?: { readonly minimum?: number | string; readonly maximum?: number | string };
  /** The widget that draws it instead, by a name of the program's own (`settings.json`, "widgets"). */
  readonly ownWidget?: string;
  /** The field that draws it instead, by a name of the program's own (`settings.json`, "fields"). */
  readonly ownField?: string;
  /** In the schema's `required`. */
  readonly isRequired: boolean;
  /** Present only under a condition of the schema (`if/then`, `oneOf`, `dependentSchemas`): the schema decides. */
  readonly isConditional: boolean;
  /** The values of the schema's `enum`, or of its `oneOf` or `anyOf` of constants, in order. */
  readonly choices?: readonly (string | number)[];
  /**
   * The values that conditions of the schema offer where the field itself offers none, of all of them together: which of them
   * are offered the schema decides (`applyConditions`).
   */
  readonly branchChoices?: readonly (string | number)[];
  /** What the widget "autocomplete" suggests where any text does: the schema's `examples`. */
  readonly suggestions?: readonly string[];
  /** What a `oneOf` or `anyOf` of constants calls its values, where the texts have no word for them. */
  readonly choiceTitles?: Readonly<Record<string, string>>;
  /** The schema's `default`: the preset where no rule gives one. */
  readonly default?: Json;
  /** A set of options that content gives; a rule may set another. */
  readonly optionSet?: OptionSetName;
  /** Where a required field carries its asterisk (docs/behaviour.md, "Fields"). */
  readonly requiredMark: 'label' | 'placeholder';
  /** Why it cannot be posted without scripts: the program's own, or a time by the visitor's clock. */
  readonly needsScripts?: 'own' | 'clock';
  /** An integer that the schema does not keep within 32 bits. */
  readonly isLong?: boolean;
  /** `ui:title`, else `title` of the schema: the label where the texts have none. */
  readonly title?: string;
  /** `ui:help`, else `ui:description`: the hint where the texts have none. */
  readonly hint?: string;
  /** `ui:placeholder`: where the texts have none. */
  readonly placeholder?: string;
  /** The lines that a text area shows. */
  readonly rows?: number;
  /** Choices that are shown and cannot be chosen. */
  readonly disabledChoices?: readonly (string | number)[];
  /** What is there cannot be changed, so that what is entered counts for nothing: `readOnly` of the schema, `ui:readonly`; or not even used: `ui:disabled`. */
  readonly fixed?: 'readonly' | 'disabled';
  /** It is no question: a rule calculates what it holds. */
  readonly isCalculated?: true;
  /** Of a number, from the schema: what it is a multiple of. */
  readonly multipleOf?: number;
  /** Longest text in code points, from the schema. */
  readonly maxLength?: number;
  /** HTML's autofill detail tokens: `email`, `tel`. */
  readonly autocomplete?: string;
  readonly inputMode?: string;
  /** Spans the form's whole width. */
  readonly isWide: boolean;
}

/** What draws a field. `widgets/` has a component for each; an unknown one does not compile. */
export type WidgetName = (typeof widgetNames)[number];

/** Every widget that a UI schema can name, RJSF's own names included. */
export const widgetNames = [
  'text',
  'textarea',
  'email',
  'tel',
  'uri',
  'password',
  'number',
  'updown',
  'range',
  'date',
  'date-parts',
  'date-time',
  'time',
  'color',
  'hidden',
  'output',
  'checkbox',
  'checkboxes',
  'radio',
  'select',
  'autocomplete',
  'type-select',
  'office-select',
  'event-select',
  'scale',
  'terms',
  'photos',
  'files',
  'matrix',
  'object',
  'array',
  'any',
] as const;

/** Widgets that few forms have: what draws them is loaded where a form has one. */
export const lateWidgets: readonly WidgetName[] = [
  'autocomplete',
  'color',
  'date-parts',
  'date-time',
  'matrix',
  'range',
  'time',
];

/** Options that come from content or from the page: a set of `optionSetNames`, or a list that `lists.json` declares. */
export type OptionSetName = (typeof optionSetNames)[number] | (string & {});

/** The option sets that every form has (docs/reference.md, "Names in schemas and UI schemas"); static lists are `enum`s of the schema. */
export const optionSetNames = ['offeredOffices', 'yachtModels', 'futureEvents', 'pageEvent'] as const;

/** A rule, checked (docs/architecture.md, "Rules"). */
export interface Rule {
  readonly id: string;
  readonly description: string;
  readonly when?: Condition;
  readonly then: Effects;
}

/** The closed set of effects. */
export interface Effects {
  /** Keys of types that are not offered. */
  readonly excludeTypes?: readonly string[];
  /** The types that a preselected office prefers: a condition on `candidate.*`. */
  readonly preferTypes?: Condition;
  /** What an office must satisfy at all: a condition on `office.*`. */
  readonly eligible?: Condition;
  /** What an office must satisfy for the current type: a condition on `office.*`. */
  readonly offer?: Condition;
  readonly hideSection?: true;
  /** Fields and blocks that are not there. */
  readonly hide?: readonly string[];
  /** Fields that are there only where a rule that shows them holds. */
  readonly show?: readonly string[];
  /** Fields that are there, but visually hidden. */
  readonly conceal?: readonly string[];
  /** Fields that are required where they are shown. */
  readonly require?: readonly string[];
  /** Fields that are seen and cannot be used. */
  readonly disable?: readonly string[];
  /** Fields that can be used only where a rule that enables them holds. */
  readonly enable?: readonly string[];
  /** Fields that can be read, not changed. */
  readonly readonly?: readonly string[];
  /** The option set of a field. */
  readonly options?: Readonly<Record<string, OptionSetName>>;
  /** What an option of a field must satisfy to be offered: a condition on `item.*`; several combine. */
  readonly filter?: Readonly<Record<string, Condition>>;
  /** The preset of a field: a constant, `{var: fact}` or a shifted date. */
  readonly preset?: Readonly<Record<string, Json>>;
  /** What a field holds, calculated from answers and other facts. */
  readonly calculate?: Readonly<Record<string, Json>>;
  /** Limits of a photo field; several combine by minimum, types by intersection. */
  readonly limit?: Readonly<Record<string, UploadLimits>>;
  /** Minimum and maximum of a field, or what it has to be the same as; each a constant, `{var: fact}` or a shifted date. */
  readonly bound?: Readonly<
    Record<string, { readonly minimum?: Json; readonly maximum?: Json; readonly equals?: Json }>
  >;
  /** Who of the content's recipients gets the mail, before the office: an id, or `{var: fact}` that gives one. */
  readonly recipient?: Json;
  /** Where the enquiry goes besides the mail: ids of the content's destinations; those of several rules add up. */
  readonly destinations?: readonly string[];
  /** The text that labels a field, by its key. */
  readonly label?: Readonly<Record<string, string>>;
  /** The text of a field's hint, by its key. */
  readonly hint?: Readonly<Record<string, string>>;
}

/** Limits of a photo field. */
export interface UploadLimits {
  /** Most photos. */
  readonly count?: number;
  /** Accepted media types. */
  readonly types?: readonly string[];
  /** Most bytes of one photo. */
  readonly bytes?: number;
  /** Longest transfer of one photo, in milliseconds. */
  readonly timeoutMs?: number;
}

/** A list that content gives and forms choose from, as `lists.json` declares it (docs/reference.md, "Lists"). */
export interface ListDeclaration {
  readonly description?: string;
  /** What an item says of itself besides its name, and rules may read: `{country: 'text'}`. */
  readonly facts?: Readonly<Record<string, 'text' | 'number' | 'boolean' | 'date' | 'list'>>;
}

/** One item of a list: what is sent is its id, where it has one, else its name. */
export interface ListItem {
  readonly id?: Id;
  readonly name: string;
  /** Labels by locale; `name` serves where a locale has none. */
  readonly names?: Readonly<Record<string, string>> | null;
  readonly [fact: string]: unknown;
}

/** Lists of content by name. */
export type Lists = Readonly<Record<string, readonly ListItem[]>>;

/** The constants of `settings.json`. */
export interface Settings {
  /** The field under which a failed send is told (docs/behaviour.md, "Failure"). */
  readonly failureField: string;
  /** The locale of last resort. */
  readonly fallbackLocale: string;
  readonly success: {
    readonly scrollDelayMs: number;
    readonly scrollDurationMs: number;
    readonly scrollOffsetPx: number;
  };
  /** More problems than this bring a linked summary above the form. */
  readonly summaryAbove: number;
  /** How long a page waits for the answer to an enquiry before it counts as failed; absent: as long as the browser does. */
  readonly sendTimeoutMs?: number;
  /** Longest answer, in characters, that a text says (`Form.pipes`); what is longer is cut. */
  readonly pipedLength?: number;
  /** Names of widgets that the program registers besides ours: a UI schema may give them as `ui:widget`. */
  readonly widgets?: readonly string[];
  /** Names of fields that the program registers: a UI schema may give them as `ui:field`. */
  readonly fields?: readonly string[];
}

/** The site's facts. */
export interface Site {
  readonly id: Id;
  readonly domain: string;
  readonly isInternational?: boolean | null;
  readonly exclude_from_international?: boolean | null;
}

/** An office or dealer (docs/contract.md, "Site content"). */
export interface Office {
  readonly id: Id;
  readonly name: string;
  readonly title?: string | null;
  /** In a browser only whether there is one matters; a server may put any non-empty text in its place. */
  readonly email?: string | null;
  readonly sortOrder?: number | null;
  readonly services?: readonly string[] | null;
  readonly site?: {
    readonly id?: Id;
    readonly isInternational?: boolean | null;
    readonly exclude_from_international?: boolean | null;
  } | null;
}

/** An enquiry type as content lists it: which are shown, in which order, under which label. */
export interface EnquiryType {
  readonly id: Id;
  /** What the preselection rule compares, lower-cased. */
  readonly name: string;
  /** Labels by locale; `name` serves where a locale has none. */
  readonly names?: Readonly<Record<string, string>> | null;
}

/** Future event titles and how far their loading is (docs/behaviour.md, "Event titles"). */
export type EventTitles =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly titles: readonly string[] }
  | { readonly state: 'failed' };

/** What a visitor entered, by field. Never written to by the engine. */
export type Values = Readonly<Record<string, unknown>>;

/** What holds now. The same situation gives the same plan. */
export interface Situation {
  readonly site: Site;
  readonly page: {
    readonly inModal?: boolean;
    readonly isForLanding?: boolean;
    readonly eventTitle?: string | null;
    readonly selectedOffice?: Office | null;
  };
  readonly content: {
    /** The page's offices; used unless the site is international. */
    readonly offices?: readonly Office[] | null;
    /** Every office; used on an international site. When the list a site should use is missing, the other serves. */
    readonly allOffices?: readonly Office[] | null;
    /** The locale in which both lists stand in the order of their labels already; absent: in any order. */
    readonly officesSortedIn?: string | null;
    readonly enquiryTypes: readonly EnquiryType[];
    readonly yachtModels?: readonly { readonly name: string }[] | null;
    /** The lists that `lists.json` declares; one that is absent is empty. */
    readonly lists?: Lists | null;
    readonly eventTitles: EventTitles;
  };
  /** BCP 47. */
  readonly locale: string;
  /** ISO date, in UTC: `2026-11-21`. */
  readonly today: string;
  readonly entered: Values;
}

/** One choice of a select or a radio group. */
export interface Option {
  /** What is sent. */
  readonly value: string | number;
  readonly label: string;
  /** Shown, but not to be chosen. */
  readonly isDisabled?: boolean;
}

/** The ids of the rules that decided something; empty where nothing but the schema did. */
export type Because = readonly string[];

/** How a field stands on the page; `concealed` is visually hidden, but there. */
export type Visibility = 'shown' | 'concealed' | 'hidden';

/** The least and the greatest value of a field that rules allow, numbers or dates, and what it has to be the same as. */
export interface Bounds {
  readonly equals?: string | number | boolean;
  readonly minimum?: number | string;
  readonly maximum?: number | string;
}

/** One field, decided. */
export interface FieldPlan {
  readonly name: string;
  readonly definition: FieldDefinition;
  readonly visibility: Visibility;
  readonly isRequired: boolean;
  /** It is seen and not answered: what is entered counts for nothing, and what it holds is its preset. */
  readonly fixed?: 'readonly' | 'disabled';
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  /** What is offered; absent where any value is. */
  readonly options?: readonly Option[];
  /** What conditions of the schema may offer (`FieldDefinition.branchChoices`). */
  readonly branchOptions?: readonly Option[];
  /** How far the loading of the options is; `ready` where they need none. */
  readonly optionsState: 'ready' | 'loading' | 'failed';
  readonly limits?: UploadLimits;
  readonly bounds?: Bounds;
  /** The preset, if it is offered. */
  readonly preset?: Json;
  /** The effective value; absent where it is empty. */
  readonly value?: Json;
  readonly because: {
    readonly visibility: Because;
    readonly required: Because;
    readonly fixed: Because;
    /** What chose label and hint. */
    readonly texts: Because;
    readonly options: Because;
    readonly limits: Because;
    readonly bounds: Because;
    readonly preset: Because;
  };
}

/** One block, decided. */
export interface BlockPlan {
  readonly name: string;
  readonly definition: BlockDefinition;
  readonly visibility: 'shown' | 'hidden';
  readonly texts: Readonly<Partial<Record<BlockPart, string>>>;
  /** The rules that hide or show it. */
  readonly because: Because;
}

/** Everything that a page needs to draw and a server needs to judge. Made by `resolve`. */
export interface Plan {
  readonly formHash: string;
  /** The language of the texts, the nearest that there is to the situation's locale, with the region that this one names. */
  readonly textLocale: string;
  /** Whether the section shows at all: `hideSection`, or no type is offered. */
  readonly isSectionShown: boolean;
  /** Content's types that no form exists for; the omission is to be logged. */
  readonly unknownTypes: readonly Id[];
  /** The current type; absent only where none is offered. */
  readonly type?: FormType;
  /** `enquiry_type` first, then the type's fields in display order, hidden ones included. */
  readonly fields: readonly FieldPlan[];
  /** The type's blocks in display order, hidden ones included; absent where it has none. */
  readonly blocks?: readonly BlockPlan[];
  /** Eligible offices in their order (`sortOrder`, missing last, ties by name). */
  readonly eligibleOffices: readonly Office[];
  /** Offices offered for the current type, as the select lists them. */
  readonly offeredOffices: readonly Office[];
  /** Effective values by field; an empty one is absent. */
  readonly values: Readonly<Record<string, Json>>;
  readonly submitLabel: string;
  /** Who of the content's recipients gets the mail, by its id; absent where no rule names one. */
  readonly recipient?: string;
  /** Where the enquiry goes besides the mail, by the ids of the content's destinations, sorted; absent where no rule names one. */
  readonly destinations?: readonly string[];
  readonly because: {
    readonly section: Because;
    readonly recipient: Because;
    readonly destinations: Because;
    /** The rules that excluded a type, by its key. */
    readonly excludedTypes: Readonly<Record<string, Because>>;
    /** What chose the current type: the rules that prefer it, or none (the visitor, or the first offered). */
    readonly type: Because;
    readonly eligible: Because;
    readonly offered: Because;
  };
}

/** Why a value does not do. `field` is a field's name, deeper places as a JSON Pointer behind it: `guests/0/name`. */
export interface Problem {
  readonly field: string;
  readonly code: ProblemCode;
  /** Arguments of the message: `{limit: 100}`. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** Of `no-branch` and `several-branches`: the branches that are spoken of. */
  readonly branches?: readonly BranchName[];
}

/**
 * What a branch of `anyOf` or `oneOf`, or one of several fields or choices, is called: its title, else by its fields, as `Problem.field`
 * names them.
 */
export type BranchName =
  | {
      readonly title: string /** Of a choice: what is sent of it, by which the texts may call it. */;
      readonly choice?: string;
    }
  | { readonly fields: readonly string[] };

/** The codes of problems, stable. */
export type ProblemCode = (typeof problemCodes)[number];

/** Every code of a problem that the engine gives; a server adds those of its own (`serverProblemCodes`). */
export const problemCodes = [
  'required',
  'not-accepted',
  'wrong-type',
  'too-short',
  'too-long',
  'wrong-format',
  'missing-day',
  'missing-month',
  'missing-year',
  'wrong-day',
  'wrong-month',
  'wrong-year',
  'too-small',
  'too-large',
  'too-early',
  'too-late',
  'not-same',
  'not-offered',
  'too-few',
  'too-many',
  'duplicate',
  'unknown-field',
  'not-allowed',
  'no-branch',
  'several-branches',
  'not-above',
  'not-below',
  'wrong-step',
  'wrong-name',
  'missing-name',
  'repeated-name',
  'too-few-fields',
  'too-many-fields',
  'too-few-fitting',
  'wrong-count',
  'missing-choice',
  'time-too-early',
  'time-too-late',
  'date-time-too-early',
  'date-time-too-late',
  'unknown-domain',
  'not-issued',
  'no-photos',
  'too-many-requests',
] as const;

/** One finding of a schema validator, Ajv's `ErrorObject` as far as it is read. */
export interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The keyword's place in the schema, as a local reference: `#/properties/name/maxLength`. */
  readonly schemaPath?: string;
}

/** A compiled schema: gives its findings, none for a valid value. Pure. */
export type SchemaCheck = (values: unknown) => readonly SchemaError[];
