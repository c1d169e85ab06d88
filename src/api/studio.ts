import type { Documents, Effects, EnquiryType, Form, Json, Values } from '#engine';
import type { ExampleSituation, FieldUses, MatchingShare, RuleWatch } from '#engine/check/index.ts';
import type { CapturedScenario, ScenarioSituation } from '#engine/check/scenarios/index.ts';
import type { Change, OutdatedTexts, Patch } from '#engine/editing/index.ts';
import type { FactChoice, FieldChoice, NamedChoice, RuleConnections } from '#engine/rules/builder/index.ts';
import type { PlanChange, Sentence } from '#engine/rules/sentences/index.ts';
import type { FormView } from '../contact/index.ts';
import type { SourcesView } from './content-sources.ts';
import type { FindingView } from './findings.ts';
import type { InboxEvent } from './inbox.ts';
import type { SignedInPerson } from './people.ts';
import type { VersionSummary } from './versions.ts';

/** The JSON messages between studio and server. Addresses are below `/studio/api`. */

export interface AcceptedChange extends Change {
  /** Counts from 1 without a gap. The draft's version is the version of its last change. */
  readonly version: number;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  /** The random id of the browser that made it. */
  readonly by: string;
  /** The author's name at that time. Absent if they gave none. */
  readonly name?: string;
  readonly inverse: readonly Patch[];
}

/** The answer of `GET /studio/api/draft`: everything that the studio needs to open. */
export interface DraftView {
  /** The number of the draft, by which a page notices that its draft was replaced. */
  readonly draft: string;
  readonly version: number;
  readonly documents: Documents;
  /** The live version. */
  readonly published: { readonly hash: string; readonly documents: Documents };
  /** All changes since the draft was begun, the first one first. */
  readonly changes: readonly AcceptedChange[];
  /** Translations that were out of date when the draft was begun. */
  readonly outdated: OutdatedTexts;
  /** Unresolved conflicts between the draft's changes and the version that went live meanwhile. */
  readonly collisions: readonly CollisionView[];
  readonly content: ContentView;
  /** The live lists whose address gives no usable answer, by their names. Absent: none. */
  readonly faultySources?: readonly string[];
  /** The studio's own form for the properties of a field. */
  readonly panel: Form;
}

/**
 * The answer of `GET /studio/api/arrivals`: the enquiries of the last seven days by type, within the reader's
 * limits.
 */
export type ArrivalsView = readonly {
  /** The type's id. */
  readonly type: string;
  readonly count: number;
  /** Milliseconds since 1970 UTC. */
  readonly newest: number;
}[];

/**
 * The answer of `GET /studio/api/capacity`: how many enquiries of a type count towards its capacity, within the
 * reader's limits.
 */
export interface CapacityView {
  readonly count: number;
  /** The enquiries of each site of the content, by its id. */
  readonly bySite: Readonly<Record<string, number>>;
}

/** The site content, as far as the studio needs it. */
export interface ContentView {
  readonly sites: readonly SiteSummary[];
  readonly pages: readonly PageSummary[];
  readonly offices: readonly { readonly id: string; readonly name: string }[];
  /**
   * The errors that prevent the latest saved content from being used, one per line, in English. Empty if it
   * is in use.
   */
  readonly refused: readonly string[];
  /** The enquiry types that the content lists, in the order that visitors see. Empty: the form's decide. */
  readonly enquiryTypes: readonly EnquiryType[];
  /** The names of the lists that come from an address, such as `offices`. */
  readonly sourced: readonly string[];
}

/**
 * The answer of `GET /studio/api/content`: the files of the content folder as documents:
 * `content/offices.json`. A draft that has a document of the same name does not use the file.
 */
export interface ContentFolderView {
  readonly documents: Documents;
  /** The studio's own form for the entries of the lists, with a type for each list. */
  readonly form: Form;
  readonly sources: SourcesView;
}

export interface SiteSummary {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  /** IANA: `Europe/Paris`. */
  readonly timeZone?: string;
}

export interface PageSummary {
  readonly path: string;
  readonly title: string;
  readonly site: string;
  readonly placement: string;
  /** The keys of the enquiry types that the page names. Absent if it names none and so offers all. */
  readonly named?: readonly string[];
}

/**
 * The answer of `GET /studio/api/offers`: the enquiry types that visitors of a page can send in the draft,
 * after its rules, and the reasons for all others.
 */
export interface PageOffers {
  readonly path: string;
  readonly title: string;
  readonly site: string;
  /** By their keys. */
  readonly types: readonly string[];
  /** All other types of the form, in its order. */
  readonly leftOut: readonly LeftOutType[];
  /**
   * The fields that visitors of the page cannot see, whatever they answer, by the keys of the offered types: the
   * ids of the rules that hide each.
   */
  readonly unseen: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** An enquiry type that visitors of a page cannot send, and the reason. */
export interface LeftOutType {
  /** Its key. */
  readonly type: string;
  /**
   * It is archived; rules leave it out; the content lists other types for the page; visitors of the page
   * cannot choose the type, and it opens with another one; or the page does not show the form of this type.
   */
  readonly why: 'archived' | 'rule' | 'content' | 'fixed' | 'not-shown';
  /** The ids of the rules that decide it. Empty if none does. */
  readonly rules: readonly string[];
}

/** The answer of `POST /studio/api/changes`. */
export type ChangeAnswer =
  | { readonly kind: 'taken'; readonly change: AcceptedChange }
  | { readonly kind: 'conflict'; readonly conflicts: readonly ConflictView[] }
  /** The draft was replaced: published or discarded. */
  | { readonly kind: 'other-draft' }
  /** The change is never acceptable. `message` describes the error. */
  | { readonly kind: 'refused'; readonly reason: ChangeRefusal; readonly message?: string };

/**
 * The reason why a change is refused: it exceeds the size of a request, its values nest too deeply, it is not
 * a change, it is outside of the person's limits, only owners may make it, or the draft is full until somebody
 * publishes it.
 */
export type ChangeRefusal =
  | 'too-large'
  | 'too-deep'
  | 'no-change'
  | 'outside-reach'
  | 'needs-owner'
  | 'draft-full';

/** A value that somebody else has changed meanwhile. */
export interface ConflictView {
  readonly patch: Patch;
  /** The current value. Absent if it was removed. */
  readonly current?: Json;
}

/**
 * A change of a draft that conflicts with a version which went live meanwhile. The draft then has the
 * version's value. A change with the id of this change in `settles` chooses the draft's former value. `POST
 * /studio/api/settle` chooses the current value.
 */
export interface CollisionView {
  readonly change: Change;
  readonly conflicts: readonly ConflictView[];
  /** The name of the person who made the change. */
  readonly name?: string;
}

/** The findings of a version of the draft. */
export interface ReportView {
  readonly version: number;
  readonly findings: readonly FindingView[];
  /** True if the documents compile, so that there is a form to show. */
  readonly isForm: boolean;
  /** False while only the findings of `compile` are known. */
  readonly isProven: boolean;
  /** The coverage of each rule, by its id. Empty until proven. */
  readonly reach: Readonly<Record<string, RuleCoverageView>>;
  /**
   * The situations in which fields are shown and required, by the key of their type and their name. Unknown
   * types are absent.
   */
  readonly fields?: Readonly<Record<string, FieldUses>>;
}

/** The number of visited situations in which a rule is true. */
export interface RuleCoverageView extends MatchingShare {
  /** By the key of the enquiry type. The empty key means pages in their initial state. */
  readonly byType: Readonly<Record<string, MatchingShare>>;
  /** The smallest situation in which it makes a difference, or else in which it is true. */
  readonly example?: ExampleSituation;
}

/** Somebody who has the studio open. Also the body of `POST /studio/api/presence`. */
export interface PresentPerson {
  /** The random id of their open page. */
  readonly page: string;
  /** Their name. Empty if unknown. */
  readonly name: string;
  /** Their address in the studio: `/studio/forms/sales?field=phone`. Empty if not known yet. */
  readonly place: string;
}

export interface DraftChange {
  readonly draft: string;
  readonly change: AcceptedChange;
}

/** One event of `GET /studio/api/events` (HTML Standard, "Server-sent events"). */
export type StudioEvent =
  | ({ readonly kind: 'change' } & DraftChange)
  | { readonly kind: 'report'; readonly report: ReportView }
  /** The number of open studio pages, with their people. Sent once, at the start of the stream. */
  | { readonly kind: 'present'; readonly count: number; readonly people: readonly PresentPerson[] }
  /** The differences since the last event: people who arrived or moved, and pages that were closed. */
  | {
      readonly kind: 'presence';
      readonly count: number;
      readonly here: readonly PresentPerson[];
      readonly gone: readonly string[];
    }
  /**
   * The draft was replaced: a page published it, or another version went live. `page` is empty if no page of
   * this server did.
   */
  | { readonly kind: 'other-draft'; readonly draft: string; readonly page: string }
  /** The reader's account or permissions changed. */
  | { readonly kind: 'me'; readonly me: SignedInPerson }
  /** The content was saved: it is in use, or was refused with these errors. */
  | { readonly kind: 'content'; readonly refused: readonly string[] }
  /** The state of a list that comes from an address has changed. `faulty`: the lists without a usable answer. */
  | { readonly kind: 'sources'; readonly faulty: readonly string[] }
  | { readonly kind: 'settled'; readonly id: string }
  | { readonly kind: 'version'; readonly version: VersionSummary }
  /** Comments, links to previews or the request to publish changed. */
  | { readonly kind: 'review' }
  /** A change of enquiries, for people who may see some. */
  | InboxEvent
  /** The session of this stream has ended. The stream ends as well. */
  | { readonly kind: 'signed-out' };

/** The query of `/studio/preview` and `/studio/api/preview`. */
export interface PreviewQuery {
  /** The site's id. Empty for the site of the example, or the first one. */
  readonly site: string;
  readonly placement: 'inline' | 'modal' | 'landing';
  readonly locale: string;
  /** The key of the enquiry type to start with, if it is offered. */
  readonly type?: string;
  /** The id of the preselected office. */
  readonly office?: string;
  /** An ISO date. Absent: the server's date. */
  readonly today?: string;
  /**
   * A situation in the format of scenarios, which need not exist as a page of the content. The properties
   * above override it.
   */
  readonly example?: ExampleSituation;
  /** Another version than the draft: the live version, or a number. */
  readonly of?: 'live' | number;
}

/** The answer of `GET /studio/api/preview`: a section of the draft. */
export type PreviewView =
  | {
      readonly kind: 'form';
      readonly version: number;
      readonly form: FormView;
      readonly entered: Values;
      readonly theme?: string;
    }
  /** The draft's documents do not compile. */
  | { readonly kind: 'no-form'; readonly version: number }
  /** The example names an office, a type or a field that does not exist. */
  | { readonly kind: 'no-situation'; readonly version: number; readonly reason: string };

/** A rule as a sentence: `GET /studio/api/rules`. */
export interface RuleView {
  readonly id: string;
  readonly description: string;
  readonly effects: readonly string[];
  readonly sentence: Sentence;
  /** The things that it reads and decides, and where it can apply. */
  readonly links: RuleConnections;
  /**
   * Rules with the same effect that could be true at the same time. A draft with such rules is not a form.
   */
  readonly conflicts: readonly Sentence[];
}

/**
 * The body of `POST /studio/api/rule-choices`: the effects of a rule, and the id of the rule that it
 * replaces. The available facts depend on both.
 */
export interface RuleChoicesQuery {
  readonly then: Effects;
  readonly insteadOf?: string;
}

/** The answer of `POST /studio/api/rule-choices`: the facts and names that a rule can use. */
export interface RuleChoices {
  readonly when: readonly FactChoice[];
  /** Facts for effects with a condition, by effect. */
  readonly asks: Readonly<Record<'preferTypes' | 'eligible' | 'offer', readonly FactChoice[]>>;
  /** Facts for the conditions on options, by field. */
  readonly filters: Readonly<Record<string, readonly FactChoice[]>>;
  /** Facts for presets, bounds and calculations. */
  readonly given: readonly FactChoice[];
  readonly fields: readonly FieldChoice[];
  readonly types: readonly NamedChoice[];
  readonly lists: readonly NamedChoice[];
  readonly recipients: readonly NamedChoice[];
  readonly destinations: readonly NamedChoice[];
}

/** The effect of a rule in a situation: `POST /studio/api/rule-effect`. */
export interface RuleEffect {
  readonly situation: Sentence;
  readonly changes: readonly PlanChange[];
}

/** A preview with the entered values: the body of `POST /studio/api/reasons`. */
export interface EnteredQuery {
  readonly query: PreviewQuery;
  /** Absent: the initial values. */
  readonly entered?: Values;
}

/** The reasons for what a preview shows, as sentences. */
export interface ReasonsView {
  /**
   * Reasons for the whole form: its visibility, its type, omitted types, its offices, the recipient of the
   * mail.
   */
  readonly whole: readonly ReasonSentence[];
  /** The rules that exclude the requested type. Absent if none do. */
  readonly leftOut?: ReasonSentence;
  /** Reasons for each field of the type, in display order. */
  readonly fields: readonly FieldReasons[];
  readonly blocks: readonly Pick<FieldReasons, 'name' | 'label' | 'visibility' | 'reasons'>[];
}

export interface FieldReasons {
  readonly name: string;
  readonly label: string;
  /** `concealed`: for screen readers only. */
  readonly visibility: 'shown' | 'concealed' | 'hidden';
  readonly isRequired: boolean;
  /** The reason for its visibility comes first. */
  readonly reasons: readonly ReasonSentence[];
}

export interface ReasonSentence {
  readonly about: string;
  readonly sentence: Sentence;
}

/**
 * A situation in which the form of a type differs from the usual one: `GET /studio/api/differing?type=KEY`.
 */
export interface SituationView {
  /** The difference from the usual situation. Empty for the usual situation itself. */
  readonly sentence: Sentence;
  readonly example: ExampleSituation;
}

/** A preview as a scenario that is not saved yet: the answer of `POST /studio/api/expectation`. */
export interface ExpectationView {
  readonly expectation: CapturedScenario;
  /** The difference of its situation from the usual one. */
  readonly sentence: Sentence;
  /** The usual situation for documents that have no scenarios yet. */
  readonly usual: ScenarioSituation;
}

/**
 * New scenarios that fail if a rule stops working: the answer of `POST /studio/api/rule-watch`, whose body has
 * the id of the rule and an example of its coverage, if there is one.
 */
export interface RuleWatchView extends RuleWatch {
  /** The usual situation for documents that have no scenarios yet. */
  readonly usual: ScenarioSituation;
}

/** The result of the last dry run from a preview, which `loadDryRun` requests. Nothing is stored. */
export interface DryRunView {
  /** The recipient of the mail. Null if there is none. */
  readonly to: string | null;
  readonly replyTo: string | null;
  readonly subject: string;
  /** BCP 47 tag of the mail's language. */
  readonly locale: string;
  /** All values with their labels, as in the mail. */
  readonly rows: readonly { readonly label: string; readonly value: string }[];
  /** Remarks that the server would add to the mail. */
  readonly notes: readonly string[];
}

/**
 * The answer of `GET` on an export with the parameter `ask`: the address from which the file can be
 * downloaded. It is refused like the export itself.
 */
export interface FileAnswer {
  readonly address: string;
}
