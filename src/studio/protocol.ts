import type { Documents, Effects, Form, Json, Values } from '#engine';
import type { FactChoice, FieldChoice, NamedChoice } from '#engine/builder/index.ts';
import type { Example, FieldUses, Finding, Share } from '#engine/check/index.ts';
import type { Change, OutdatedTexts, Patch } from '#engine/editing/index.ts';
import type { Expectation, ScenarioSituation } from '#engine/scenarios/index.ts';
import type { PlanChange, Sentence } from '#engine/words/index.ts';
import type { FormView } from '../contact/index.ts';
import type { DeskEvent } from './protocol-desk.ts';
import type { Me } from './protocol-people.ts';
import type { VersionSummary } from './protocol-versions.ts';

/** What the studio's page and its server say to each other; plain JSON. Addresses are those below `/studio/api`. */

/** A change as the server has taken it. */
export interface TakenChange extends Change {
  /** Counts from 1 without a gap; the draft's version is that of its last change. */
  readonly version: number;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  /** The browser that made it: a word of its own. */
  readonly by: string;
  /** As whoever made it called themselves then; absent: they gave no name. */
  readonly name?: string;
  /** What takes it back. */
  readonly inverse: readonly Patch[];
}

/** `GET /studio/api/draft`: everything that the studio opens with. */
export interface DraftView {
  /** Of the draft's file: a number per draft, so that a page of an earlier one notices. */
  readonly draft: string;
  readonly version: number;
  readonly documents: Documents;
  /** What is published now. */
  readonly published: { readonly hash: string; readonly documents: Documents };
  /** Since the draft was begun, the first one first. */
  readonly changes: readonly TakenChange[];
  /** Translations that were out of date when the draft was begun. */
  readonly outdated: OutdatedTexts;
  /** Where the version that the draft was begun from met the draft before it, and nobody has decided yet. */
  readonly collisions: readonly CollisionView[];
  readonly content: ContentView;
  /** What the properties of a field are drawn from: a form of the studio's own. */
  readonly panel: Form;
}

/** `GET /studio/api/arrivals`: the enquiries of the last seven days, by type, of those that whoever asks is limited to. */
export type ArrivalsView = readonly {
  /** The type's id. */
  readonly type: string;
  readonly count: number;
  /** Milliseconds since 1970 UTC. */
  readonly newest: number;
}[];

/** What the studio says of the site's content. */
export interface ContentView {
  readonly sites: readonly SiteSummary[];
  readonly pages: readonly PageSummary[];
  readonly offices: readonly { readonly id: string; readonly name: string }[];
  /** What keeps the content as it was saved last from being taken up, line by line, in English; empty: it was. */
  readonly refused: readonly string[];
  /** The ids of the enquiry types that the content offers, with their labels by language. */
  readonly enquiryTypes: readonly { readonly id: string; readonly names: Readonly<Record<string, string>> }[];
}

/** One site of the content. */
export interface SiteSummary {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  /** IANA: `Europe/Paris`. */
  readonly timeZone?: string;
}

/** One page of the content. */
export interface PageSummary {
  readonly path: string;
  readonly title: string;
  readonly site: string;
  readonly placement: string;
  /** The enquiry types that it names, by key; absent: it names none, and offers all. */
  readonly named?: readonly string[];
}

/** The enquiry types that visitors of a page can send by the draft, its rules included: `GET /studio/api/offers`. */
export interface PageOffers {
  readonly path: string;
  readonly title: string;
  readonly site: string;
  /** By their keys. */
  readonly types: readonly string[];
}

/** `POST /studio/api/changes`: what came of one change. */
export type ChangeAnswer =
  | { readonly kind: 'taken'; readonly change: TakenChange }
  | { readonly kind: 'conflict'; readonly conflicts: readonly ConflictView[] }
  /** The draft is another one by now: it was published, or thrown away. */
  | { readonly kind: 'other-draft' }
  /** No server would ever take it; `message` says what of it is wrong. */
  | { readonly kind: 'refused'; readonly reason: Refusal; readonly message?: string };

/**
 * Why a change is refused: it is more than a request may hold, its values nest too deeply, it is none, whoever makes it is limited, or the
 * draft holds as much as it may until somebody publishes it.
 */
export type Refusal = 'too-large' | 'too-deep' | 'no-change' | 'outside-reach' | 'draft-full';

/** A place that somebody else has changed meanwhile. */
export interface ConflictView {
  readonly patch: Patch;
  /** What stands there now; absent: nothing. */
  readonly current?: Json;
}

/**
 * A change of a draft that met a version which became live meanwhile: what stands is the version's. A change that names it in `settles`
 * decides for the draft's; `POST /studio/api/settle` for what stands.
 */
export interface CollisionView {
  readonly change: Change;
  readonly conflicts: readonly ConflictView[];
  /** Whoever made it in the draft, as they called themselves. */
  readonly name?: string;
}

/** A finding, with what mends it where that is known. */
export interface FindingView extends Finding {
  /** The live version has it too: it was read when that was published. */
  readonly isKnown?: true;
  /** Lets a scenario expect what is there now. */
  readonly renewal?: readonly Patch[];
  /** Of a scenario that lacks nothing but answers to fields that are required by now: answers them. */
  readonly filling?: { readonly field: string; readonly patches: readonly Patch[] };
}

/** What is wrong with a version of the draft. */
export interface ReportView {
  readonly version: number;
  readonly findings: readonly FindingView[];
  /** Its documents compile, so that there is a form to look at. */
  readonly isForm: boolean;
  /** False: only what `compile` says is known yet. */
  readonly isProven: boolean;
  /** In how many situations each rule holds, by its id; empty until it is proven. */
  readonly reach: Readonly<Record<string, RuleReach>>;
  /** The situations in which fields are shown and required, by the key of their type and their name; a type of which that is not known is absent. */
  readonly fields?: Readonly<Record<string, FieldUses>>;
}

/** In how many situations a rule holds, of those that were visited. */
export interface RuleReach extends Share {
  /** By the key of the enquiry type; under `''` the pages as they open. */
  readonly byType: Readonly<Record<string, Share>>;
  /** The smallest in which it makes a difference, else in which it holds. */
  readonly example?: Example;
}

/** Somebody who has the studio open: `POST /studio/api/presence`. */
export interface Person {
  /** A word for the page that they have open. */
  readonly page: string;
  /** As they call themselves; empty: somebody. */
  readonly name: string;
  /** An address of the studio: `/studio/forms/sales?field=phone`; empty: not known yet. */
  readonly place: string;
}

/** A change that a draft has taken, and the draft's id. */
export interface DraftChange {
  readonly draft: string;
  readonly change: TakenChange;
}

/** One event of `GET /studio/api/events` (HTML Standard, "Server-sent events"). */
export type StudioEvent =
  | ({ readonly kind: 'change' } & DraftChange)
  | { readonly kind: 'report'; readonly report: ReportView }
  /** The number of pages that have the studio open, with their people: sent once, as the stream begins. */
  | { readonly kind: 'present'; readonly count: number; readonly people: readonly Person[] }
  /** The differences since then: people who came or moved, and pages that were closed. */
  | {
      readonly kind: 'presence';
      readonly count: number;
      readonly here: readonly Person[];
      readonly gone: readonly string[];
    }
  /** The draft has become another: a page has published it, or another version is live; `page` is empty where none here did. */
  | { readonly kind: 'other-draft'; readonly draft: string; readonly page: string }
  /** One's own account, or what one may, is another by now. */
  | { readonly kind: 'me'; readonly me: Me }
  /** The content was saved: taken up, or refused with these lines. */
  | { readonly kind: 'content'; readonly refused: readonly string[] }
  /** Somebody has decided on a collision. */
  | { readonly kind: 'settled'; readonly id: string }
  /** A version was made, went live, or was cancelled. */
  | { readonly kind: 'version'; readonly version: VersionSummary }
  /** Of enquiries, for those who may see some. */
  | DeskEvent
  /** The session that the stream was opened with has ended; no more comes. */
  | { readonly kind: 'signed-out' };

/** What the preview is drawn for: the query of `/studio/preview` and `/studio/api/preview`. */
export interface PreviewQuery {
  /** The site's id; '' for that of the example, or the first one. */
  readonly site: string;
  readonly placement: 'inline' | 'modal' | 'landing';
  readonly locale: string;
  /** The key of an enquiry type that it opens with, where that is offered. */
  readonly type?: string;
  /** The id of an office that is chosen already. */
  readonly office?: string;
  /** ISO date; absent: the server's today. */
  readonly today?: string;
  /** What no page of the content need have: a situation in the words of scenarios. What stands above it wins. */
  readonly example?: Example;
  /** Another version than the draft: what visitors see now, or a number. */
  readonly of?: 'live' | number;
}

/** `GET /studio/api/preview`: a section of the draft. */
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
  /** The example names an office, a type or a field that there is not. */
  | { readonly kind: 'no-situation'; readonly version: number; readonly reason: string };

/** A rule in a sentence: `GET /studio/api/rules`. */
export interface RuleView {
  readonly id: string;
  readonly description: string;
  /** What it decides: the effects that it has. */
  readonly effects: readonly string[];
  readonly sentence: Sentence;
  /** What it cannot be decided beside; a draft with such rules is no form. */
  readonly conflicts: readonly Sentence[];
}

/** What a rule does, and in whose place it stands: what it may ask depends on that. */
export interface AskedChoices {
  readonly then: Effects;
  readonly insteadOf?: string;
}

/** What a rule may ask and name: `POST /studio/api/rule-choices`. */
export interface RuleChoices {
  /** Of the `when`. */
  readonly when: readonly FactChoice[];
  /** Of effects that ask something, by the effect. */
  readonly asks: Readonly<Record<'preferTypes' | 'eligible' | 'offer', readonly FactChoice[]>>;
  /** Of what options have to satisfy, by the field. */
  readonly filters: Readonly<Record<string, readonly FactChoice[]>>;
  /** What fields may be given, bounded by, and calculated from. */
  readonly given: readonly FactChoice[];
  readonly fields: readonly FieldChoice[];
  readonly types: readonly NamedChoice[];
  readonly lists: readonly NamedChoice[];
  readonly recipients: readonly NamedChoice[];
  readonly destinations: readonly NamedChoice[];
}

/** What a rule makes of a situation: `POST /studio/api/rule-effect`. */
export interface RuleEffect {
  readonly situation: Sentence;
  /** What would be otherwise without the rule. */
  readonly changes: readonly PlanChange[];
}

/** What is asked of a preview with what has been entered in it: `POST /studio/api/reasons`. */
export interface EnteredQuery {
  readonly query: PreviewQuery;
  /** Absent: what it opens with. */
  readonly entered?: Values;
}

/** Why a preview shows what it shows, in sentences. */
export interface ReasonsView {
  /** Of the whole: whether it shows, its type, the types that are left out, its offices, who gets the mail. */
  readonly whole: readonly SaidReason[];
  /** By which rules the type that is asked for is left out; absent: by none. */
  readonly leftOut?: SaidReason;
  /** Of each field of the type, in display order. */
  readonly fields: readonly FieldReasons[];
  /** Of text and pictures among the fields. */
  readonly blocks: readonly Pick<FieldReasons, 'name' | 'label' | 'visibility' | 'reasons'>[];
}

/** Why one field is as it is. */
export interface FieldReasons {
  readonly name: string;
  readonly label: string;
  readonly visibility: 'shown' | 'concealed' | 'hidden';
  readonly isRequired: boolean;
  /** Its visibility first. */
  readonly reasons: readonly SaidReason[];
}

/** One thing that is decided, and why. */
export interface SaidReason {
  readonly about: string;
  readonly sentence: Sentence;
}

/** A situation in which the form of a type is another than as usual: `GET /studio/api/differing?type=KEY`. */
export interface SituationView {
  /** What tells it from the usual one; empty for that one. */
  readonly sentence: Sentence;
  readonly example: Example;
}

/** A preview as a scenario that has yet to be kept: `POST /studio/api/expectation`. */
export interface ExpectationView {
  readonly expectation: Expectation;
  /** What tells its situation from the usual one. */
  readonly sentence: Sentence;
  /** What is usual in documents that have no scenarios yet. */
  readonly usual: ScenarioSituation;
}

/** What became of the last sending from a preview: `GET /studio/api/rehearsal`. Nothing of it is stored. */
export interface RehearsalView {
  /** Whom the mail would go to; null: nobody. */
  readonly to: string | null;
  readonly replyTo: string | null;
  readonly subject: string;
  /** BCP 47 tag of the mail's language. */
  readonly locale: string;
  /** Every value with its label, as the mail says them. */
  readonly rows: readonly { readonly label: string; readonly value: string }[];
  /** What the server would note beside them. */
  readonly notes: readonly string[];
}

/** `GET` of an export with `ask`, before it is fetched: where it is to be had, as it was asked for. It is refused as the export itself is. */
export interface FileAnswer {
  readonly address: string;
}
