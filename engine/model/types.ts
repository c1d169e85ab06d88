/**
 * The data types of the engine: forms, situations and plans. All of them are plain JSON, so a server can send
 * a form and a situation to a browser unchanged.
 */

import type { NarrowedItem, PresetPlan, PresetSituation } from '../preset/model.ts';
import type { BlockKind, BlockPart } from './blocks.ts';
import type { OptionSetName } from './option-sets.ts';
import type { ValueKind, WidgetName } from './widgets.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** An id from the content. Ids are compared as strings and sent unchanged: `isSameId(119, '119') // true`. */
export type Id = string | number;

/** A JSON Schema (draft 2020-12 or 07) as an object; `true` and `false` occur only inside one. */
export type JsonSchema = { readonly [keyword: string]: unknown };

export type UiSchema = { readonly [key: string]: unknown };

/** A condition in JsonLogic, with the operators of docs/reference.md, "Conditions". */
export type Condition = { readonly [operator: string]: unknown };

/**
 * The parsed documents of `schemas/` by their path in it: `{'rules.json': {...}, 'forms/sales/ui.json':
 * {...}}`.
 */
export type Documents = Readonly<Record<string, unknown>>;

/** A mistake in a document. `compile` reports all of them. */
export interface DocumentProblem {
  /** Path below `schemas/`: `rules.json`. */
  readonly file: string;
  /** JSON Pointer (RFC 6901) in the document: `/rules/3/when`. */
  readonly pointer: string;
  /** A stable code; `documentProblems` lists them. */
  readonly code: string;
  /** One sentence that names the mistake and its remedy. */
  readonly reason: string;
  /** The nearest known name, if the problem is an unknown name. */
  readonly nearest?: string;
}

/** A compiled form set: the documents of `schemas/`, checked and frozen, identified by a content hash. */
export interface Form {
  /** SHA-256 of the documents' canonical JSON, in hex. */
  readonly hash: string;
  /** In the order of `enquiry-types.json`. */
  readonly types: readonly FormType[];
  /**
   * Sorted by stratum, then by id; `resolve` relies on this order. `insteadOf` is already part of the
   * conditions.
   */
  readonly rules: readonly Rule[];
  readonly settings: Settings;
  /** The lists from the content that `lists.json` declares, by name. Absent if there are none. */
  readonly lists?: Readonly<Record<string, ListDeclaration>>;
  /**
   * Messages by locale, then by key. A message with arguments is an ICU syntax tree, one without is a string.
   */
  readonly texts: Readonly<Record<string, Texts>>;
  /**
   * Messages that contain answers (`{values.boat_model}`), by locale and key. `texts` has the same messages
   * without the answers, for code that knows no answers. Absent if there are none.
   */
  readonly pipes?: Readonly<Record<string, Texts>>;
  /**
   * The wire fields of all types. Present only on a form that lacks some of its types (see `toClientForm`).
   */
  readonly wire?: readonly WireField[];
  /**
   * The ten digits of the form's only language. Present only on a form that was sent to a page, so that the
   * page need not ask its browser.
   */
  readonly digits?: string;
}

/** One argument of the form's mutation that carries a form value (docs/contract.md, "GraphQL"). */
export interface WireField {
  readonly name: string;
  readonly kind: ValueKind;
  /** True for an integer that may exceed 32 bits, the limit of GraphQL's `Int`. */
  readonly isLong?: boolean;
  /** True if the field may start with a preset, so that `null` states that it was emptied. */
  readonly hasPreset?: boolean;
  /** The value that is sent for an empty field. */
  readonly empty: null | false | readonly [];
}

/** The messages of one locale by key. Syntax trees are those of the ICU message parser. */
export type Texts = Readonly<Record<string, Message>>;

/** A text, or the syntax tree of a text with arguments (ICU MessageFormat). */
export type Message = string | readonly unknown[];

export interface FormType {
  readonly id: Id;
  /** The name of the type's folder, also used in rules: `service`. */
  readonly key: string;
  /**
   * The type's JSON Schema. It is self-contained: references to `fields.json` are resolved, and `$id` is
   * `slipway:<key>`.
   */
  readonly schema: JsonSchema;
  /** The shared `ui.json`, merged with the type's own UI schema, which takes precedence. */
  readonly uiSchema: UiSchema;
  /** The top-level fields in display order, without `enquiry_type`. */
  readonly fields: readonly FieldDefinition[];
  /** Text and pictures between the fields, in display order. Absent if there are none. */
  readonly blocks?: readonly BlockDefinition[];
  readonly steps?: readonly StepDefinition[];
  /** The text key of the submit button (docs/behaviour.md, "Layout"). */
  readonly submitLabel: string;
  /** True if a lazy widget may occur in the type, at any depth. */
  readonly hasLateWidgets?: true;
  /**
   * True if some answers affect other fields, through the schema (conditions, branches, dependencies) or
   * through rules.
   */
  readonly isDeciding?: boolean;
  /** True if the form has no other type, so that pages show no select of the type. */
  readonly isOnly?: true;
  /** Present only on a server, which writes mails. */
  readonly visitor?: VisitorFields;
  /**
   * True if the type is retired: its enquiries stay readable, but nobody can choose it. Present only on a
   * server.
   */
  readonly isRetired?: true;
  /** Absent: any number of enquiries is accepted. Present only on a server. */
  readonly capacity?: Capacity;
  /** The labels of the type by locale, if the content does not list it. Present only on a server. */
  readonly names?: Readonly<Record<string, string>>;
  /** Links above the submit button, for example to the privacy policy. */
  readonly links: readonly FormLink[];
  /**
   * Lets visitors save their answers. The mailed link works for so many days. Absent if saving is not
   * offered.
   */
  readonly resume?: { readonly days: number };
  /**
   * True if the visitor gets a copy of the answers by mail, at the address in the field `visitor.email`.
   * Present only on a server.
   */
  readonly receipt?: true;
}

/** The most enquiries of a type that are accepted (docs/behaviour.md, "Enquiry types"). */
export interface Capacity {
  /** At least 1. */
  readonly count: number;
  /** The first day whose enquiries count, in UTC: `2026-11-21`. Absent: all count. */
  readonly since?: string;
  /** True if each site accepts that many. Absent: all sites together. */
  readonly perSite?: boolean;
}

/** The names of the fields that identify the visitor. */
export interface VisitorFields {
  readonly name?: string;
  /** The field whose address becomes the mail's Reply-To. */
  readonly email?: string;
}

/**
 * A block: text or a picture between the fields. It is never sent. Its texts have the keys
 * `blocks.<name>.<part>`.
 */
export interface BlockDefinition {
  /** Differs from all field names: it contains a hyphen, or no field of the type has it. */
  readonly name: string;
  readonly kind: BlockKind;
  /** The field that follows the block, visible or not. Absent if the block is after the last field. */
  readonly before?: string;
  /** The level of a heading: 2 below another heading. */
  readonly level?: 1 | 2;
  readonly tone?: 'information' | 'warning';
  /** The picture: a path on the site and the size in pixels. */
  readonly image?: { readonly src: string; readonly width: number; readonly height: number };
  /** True for a decorative picture, which has no alternative text. */
  readonly isDecorative?: boolean;
}

/**
 * One step of a form that is shown in steps. Its texts have the keys `steps.<name>.title` and
 * `steps.<name>.text`.
 */
export interface StepDefinition {
  /** Part of the step's URL. It differs from the names of all fields and blocks. */
  readonly name: string;
  /** The fields in display order. Every field of the type belongs to one step. */
  readonly fields: readonly string[];
}

/** A link of a form, which opens in a new tab. `label` is a text key. */
export interface FormLink {
  readonly href: string;
  readonly label: string;
}

/** One top-level field of an enquiry type, as the schema and the UI schema define it. */
export interface FieldDefinition {
  readonly name: string;
  readonly kind: ValueKind;
  readonly widget: WidgetName;
  /** Set if the schema's `format` is a date or a time. */
  readonly temporal?: 'date' | 'time' | 'date-time';
  /** The schema's `format`, if the schema has no `pattern` in addition. */
  readonly format?: string;
  /** The range in which a time input or a slider moves, from the schema. */
  readonly ends?: { readonly minimum?: number | string; readonly maximum?: number | string };
  /** The program's own widget that replaces `widget` (`settings.json`, "widgets"). */
  readonly ownWidget?: string;
  /** The program's own field component that replaces ours (`settings.json`, "fields"). */
  readonly ownField?: string;
  readonly isRequired: boolean;
  /**
   * True if the field exists only under a condition of the schema (`if/then`, `oneOf`, `dependentSchemas`).
   * Then the schema decides.
   */
  readonly isConditional: boolean;
  /** The values of the schema's `enum`, or of its `oneOf` or `anyOf` of constants, in their order. */
  readonly choices?: readonly (string | number)[];
  /**
   * The values from all conditions of the schema, if the field itself offers none. `applyConditions` decides
   * which of them are offered.
   */
  readonly branchChoices?: readonly (string | number)[];
  /**
   * The suggestions of the widget "autocomplete" for a text without a fixed list: the schema's `examples`.
   */
  readonly suggestions?: readonly string[];
  /**
   * The titles of the values from a `oneOf` or `anyOf` of constants. They are used if the texts have no
   * label.
   */
  readonly choiceTitles?: Readonly<Record<string, string>>;
  /** The schema's `default`. It is the preset if no rule sets one. */
  readonly default?: Json;
  /** An option set from the content. A rule may replace it. */
  readonly optionSet?: OptionSetName;
  /** The position of a required field's asterisk (docs/behaviour.md, "Fields"). */
  readonly requiredMark: 'label' | 'placeholder';
  /**
   * The reason why the field cannot be posted without scripts: the program draws it (`own`), or it is a time
   * by the visitor's clock (`clock`).
   */
  readonly needsScripts?: 'own' | 'clock';
  /** True for an integer that the schema does not limit to 32 bits. */
  readonly isLong?: boolean;
  /** `ui:title`, else the schema's `title`. It is the label if the texts have none. */
  readonly title?: string;
  /** `ui:help`, else `ui:description`. It is the hint if the texts have none. */
  readonly hint?: string;
  /** `ui:placeholder`. It is used if the texts have no placeholder. */
  readonly placeholder?: string;
  /** The options of the UI schema that only its widget has, without `ui:`: `{rows: 5}`. */
  readonly widgetProperties?: Readonly<Record<string, Json>>;
  readonly disabledChoices?: readonly (string | number)[];
  /**
   * Set if visitors cannot change the value, so that entered values are ignored: `readonly` by the schema's
   * `readOnly` or `ui:readonly`, `disabled` by `ui:disabled`.
   */
  readonly fixed?: 'readonly' | 'disabled';
  /** True if a rule calculates the value, so that visitors are not asked. */
  readonly isCalculated?: true;
  /** True if a link may fill the field (`ui:prefill`). */
  readonly allowsPrefill?: true;
  readonly multipleOf?: number;
  /** The schema's `maxLength`, in code points. */
  readonly maxLength?: number;
  /** HTML's autofill tokens: `email`, `tel`. */
  readonly autocomplete?: string;
  readonly inputMode?: string;
  readonly isWide: boolean;
}

export interface Rule {
  readonly id: string;
  readonly description: string;
  readonly when?: Condition;
  readonly then: Effects;
}

export interface Effects {
  /** Keys of the enquiry types that are not offered. */
  readonly excludeTypes?: readonly string[];
  /** Selects the types that a preselected office prefers: a condition on `candidate.*`. */
  readonly preferTypes?: Condition;
  /** The condition on `office.*` that an office must satisfy to be listed for any type. */
  readonly eligible?: Condition;
  /** The condition on `office.*` that an office must satisfy for the current type. */
  readonly offer?: Condition;
  readonly hideSection?: true;
  readonly hide?: readonly string[];
  /** Fields that are hidden unless a rule that shows them matches. */
  readonly show?: readonly string[];
  /** Fields that are visually hidden but present in the page. */
  readonly conceal?: readonly string[];
  /** Fields that are required if they are shown. */
  readonly require?: readonly string[];
  readonly disable?: readonly string[];
  /** Fields that are disabled unless a rule that enables them matches. */
  readonly enable?: readonly string[];
  readonly readonly?: readonly string[];
  readonly options?: Readonly<Record<string, OptionSetName>>;
  /**
   * The condition on `item.*` that an option must satisfy, by field. Conditions of several rules are combined
   * with "and".
   */
  readonly filter?: Readonly<Record<string, Condition>>;
  /** The preset by field: a constant, `{var: fact}` or a shifted date. */
  readonly preset?: Readonly<Record<string, Json>>;
  /** The expression by field that calculates its value from answers and other facts. */
  readonly calculate?: Readonly<Record<string, Json>>;
  /**
   * The upload limits by field. Several rules combine: the smallest number counts, and only types that all of
   * them allow.
   */
  readonly limit?: Readonly<Record<string, UploadLimits>>;
  /**
   * The smallest, the largest or the only allowed value by field: a constant, `{var: fact}` or a shifted
   * date.
   */
  readonly bound?: Readonly<
    Record<string, { readonly minimum?: Json; readonly maximum?: Json; readonly equals?: Json }>
  >;
  /**
   * The recipient from the content who gets the mail instead of the office: an id, or `{var: fact}` for one.
   */
  readonly recipient?: Json;
  /**
   * Ids of the content's destinations that receive the enquiry in addition to the mail. Several rules add up.
   */
  readonly destinations?: readonly string[];
  /** The text key of the label, by field. */
  readonly label?: Readonly<Record<string, string>>;
  /** The text key of the hint, by field. */
  readonly hint?: Readonly<Record<string, string>>;
}

export interface UploadLimits {
  readonly count?: number;
  /** Media types: `image/jpeg`. */
  readonly types?: readonly string[];
  /** Maximum size of one file, in bytes. */
  readonly bytes?: number;
  /** Maximum duration of one upload, in milliseconds. */
  readonly timeoutMs?: number;
}

/**
 * A list from the content whose items forms offer, as `lists.json` declares it (docs/reference.md, "Lists").
 */
export interface ListDeclaration {
  readonly description?: string;
  /** The properties of an item that rules may read, besides its name: `{country: 'text'}`. */
  readonly facts?: Readonly<Record<string, 'text' | 'number' | 'boolean' | 'date' | 'list'>>;
}

/** One item of a list. Its id is sent if it has one, else its name. */
export interface ListItem {
  readonly id?: Id;
  readonly name: string;
  /** Labels by locale. `name` is used for other locales. */
  readonly names?: Readonly<Record<string, string>> | null;
  readonly [fact: string]: unknown;
}

export type Lists = Readonly<Record<string, readonly ListItem[]>>;

export interface Settings {
  /**
   * The field that shows the message of a failed send (docs/behaviour.md, "Failure"). Absent: it is shown
   * above the submit button.
   */
  readonly failureField?: string;
  /** The locale whose texts fill the gaps of the others. */
  readonly fallbackLocale: string;
  readonly success: {
    readonly scrollDelayMs: number;
    readonly scrollDurationMs: number;
    readonly scrollOffsetPx: number;
  };
  /** A linked summary appears above the form if it has more problems than this. */
  readonly summaryAbove: number;
  /**
   * Milliseconds after which a send without an answer counts as failed. Absent: the browser's own limit
   * applies.
   */
  readonly sendTimeoutMs?: number;
  /**
   * For how many days a browser stores an enquiry that it could not send, to send it later. Absent: a form does
   * not offer it (`"sendLater": false`).
   */
  readonly sendLater?: { readonly days: number };
  /** Maximum length, in characters, of an answer inside a text (`Form.pipes`). Longer ones are cut. */
  readonly pipedLength?: number;
  /**
   * The mail address of enquiries for which no rule, office or site has a recipient. Absent from forms that pages
   * get.
   */
  readonly recipient?: string;
  /** The name of the GraphQL mutation that sends the form (`getSubmitName`). */
  readonly operation?: string;
  /** Names of widgets that the program registers in addition to ours. UI schemas name them as `ui:widget`. */
  readonly widgets?: readonly string[];
  /**
   * The addresses of modules with widgets, by the names in UI schemas: paths on the server (`/own/stars.js`).
   * Absolute in a form on a page of another origin.
   */
  readonly widgetModules?: Readonly<Record<string, string>>;
  /** Names of field components that the program registers. UI schemas name them as `ui:field`. */
  readonly fields?: readonly string[];
}

/**
 * An enquiry type as the content lists it. The list decides which types are shown, in which order and under
 * which labels.
 */
export interface EnquiryType {
  readonly id: Id;
  /** The name that the preselection rule compares in lower case. */
  readonly name: string;
  /** Labels by locale. `name` is used for other locales. */
  readonly names?: Readonly<Record<string, string>> | null;
}

/** The entered values by field. The engine never changes them. */
export type Values = Readonly<Record<string, unknown>>;

/** Everything that a plan depends on. The same situation always gives the same plan. */
export interface Situation extends PresetSituation {
  readonly content: PresetSituation['content'] & {
    /** The types of the page in their order; null for all types of the form. */
    readonly enquiryTypes: readonly EnquiryType[] | null;
    /** The keys of the types that accept no more enquiries. Absent: none, as while an enquiry is judged. */
    readonly fullTypes?: readonly string[];
    /** The lists that `lists.json` declares. A missing list counts as empty. */
    readonly lists?: Lists | null;
  };
  /** BCP 47. */
  readonly locale: string;
  /** ISO date, in UTC: `2026-11-21`. */
  readonly today: string;
  readonly entered: Values;
}

export interface Option {
  readonly value: string | number;
  readonly label: string;
  readonly isDisabled?: boolean;
}

/** Reads the options of an option set in a situation; the state of their loading if they have not arrived. */
export type OptionReader = (
  situation: Situation,
  offered: readonly NarrowedItem[],
) => readonly Option[] | 'loading' | 'failed';

/** The ids of the rules that caused a decision. Empty if only the schema did. */
export type Because = readonly string[];

/** The visibility of a field. `concealed` means visually hidden but present in the page. */
export type Visibility = 'shown' | 'concealed' | 'hidden';

export interface Bounds {
  readonly equals?: string | number | boolean;
  readonly minimum?: number | string;
  readonly maximum?: number | string;
}

export interface FieldPlan {
  readonly name: string;
  readonly definition: FieldDefinition;
  readonly visibility: Visibility;
  readonly isRequired: boolean;
  /**
   * Set if the field is shown but cannot be changed. Entered values are then ignored, and the preset is the
   * value.
   */
  readonly fixed?: 'readonly' | 'disabled';
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  /** The offered options. Absent if any value is allowed. */
  readonly options?: readonly Option[];
  /** Options that conditions of the schema may offer (`FieldDefinition.branchChoices`). */
  readonly branchOptions?: readonly Option[];
  /** The loading state of the options. It is `ready` if they need no loading. */
  readonly optionsState: 'ready' | 'loading' | 'failed';
  readonly limits?: UploadLimits;
  readonly bounds?: Bounds;
  /** The preset. Absent if it is not among the offered options. */
  readonly preset?: Json;
  /** The effective value. Absent if it is empty. */
  readonly value?: Json;
  readonly because: {
    readonly visibility: Because;
    readonly required: Because;
    readonly fixed: Because;
    /** The rules that chose the label and the hint. */
    readonly texts: Because;
    readonly options: Because;
    readonly limits: Because;
    readonly bounds: Because;
    readonly preset: Because;
  };
}

export interface BlockPlan {
  readonly name: string;
  readonly definition: BlockDefinition;
  readonly visibility: 'shown' | 'hidden';
  readonly texts: Readonly<Partial<Record<BlockPart, string>>>;
  readonly because: Because;
}

/**
 * The result of `resolve`: everything that a page needs to draw the form and a server needs to judge a
 * submission.
 */
export interface Plan extends PresetPlan {
  readonly formHash: string;
  /** The locale of the texts: the nearest one with texts, plus the region of the situation's locale. */
  readonly textLocale: string;
  /** False if a rule has `hideSection`, or if no type is offered. */
  readonly isSectionShown: boolean;
  /** Ids of types in the content that have no form. The caller should log them. */
  readonly unknownTypes: readonly Id[];
  /** The current type. Absent only if no type is offered. */
  readonly type?: FormType;
  /** First `enquiry_type`, then the type's fields in display order, including hidden ones. */
  readonly fields: readonly FieldPlan[];
  /** The type's blocks in display order, including hidden ones. Absent if it has none. */
  readonly blocks?: readonly BlockPlan[];
  /** The effective values by field, without empty ones. */
  readonly values: Readonly<Record<string, Json>>;
  readonly submitLabel: string;
  /** The id of the content's recipient who gets the mail. Absent if no rule names one. */
  readonly recipient?: string;
  /**
   * The ids of the content's destinations that also receive the enquiry, sorted. Absent if no rule names one.
   */
  readonly destinations?: readonly string[];
  readonly because: {
    readonly section: Because;
    readonly recipient: Because;
    readonly destinations: Because;
    /** The rules that excluded a type, by its key; none for a type that accepts no more enquiries. */
    readonly excludedTypes: Readonly<Record<string, Because>>;
    /**
     * The rules that prefer the current type. Empty if the visitor chose it, or if it is the first one
     * offered.
     */
    readonly type: Because;
    readonly eligible: Because;
    readonly offered: Because;
  };
}

/**
 * A validation error. `field` is the name of a field, with the path to a nested value after it:
 * `guests/0/name`. It is empty for an error of the form as a whole.
 */
export interface Problem {
  readonly field: string;
  readonly code: ProblemCode;
  /** Arguments of the message: `{limit: 100}`. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** The branches, choices or fields that the message names, for example for `no-branch`. */
  readonly branches?: readonly BranchName[];
}

/**
 * The name of a branch, a choice or one of several fields in a message: its title, or its fields in the
 * notation of `Problem.field`.
 */
export type BranchName =
  | {
      readonly title: string;
      /** The value of a choice, by which the texts may label it. */
      readonly choice?: string;
    }
  | { readonly fields: readonly string[] };

export type ProblemCode = (typeof problemCodes)[number];

/** The codes of all problems that the engine finds. A server adds its own. */
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
  'same-position',
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
  'full',
  'no-photos',
  'too-many-requests',
] as const;

/** An error of a schema validator: the members of Ajv's `ErrorObject` that we read. */
export interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The position of the keyword in the schema, as a local reference: `#/properties/name/maxLength`. */
  readonly schemaPath?: string;
}

/** A compiled schema. Returns the errors of a value, or an empty list if it is valid. Pure. */
export type SchemaCheck = (values: unknown) => readonly SchemaError[];
