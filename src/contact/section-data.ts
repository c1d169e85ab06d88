import type { EnquiryType, Form, Id, Lists, Problem, Site, Values } from '#engine';
import type { PresetSectionData } from './preset/section-data.ts';
import type { FormFigures } from './send/figure-report.ts';

/**
 * A link to a page of the site on a social network. `type` is the network: `instagram` (docs/contract.md,
 * "Site content").
 */
export interface Social {
  readonly link: string;
  readonly type: string;
}

/**
 * The texts of the section (docs/behaviour.md, "Inputs"). Copy is plain text; a blank line starts a
 * paragraph.
 */
export interface ContactFormContent {
  readonly formTitle?: string | null;
  readonly formCopy?: string | null;
  readonly dealerHeading?: string | null;
  /** A path on the same origin or an https URL. */
  readonly dealerImage?: string | null;
  readonly dealerHeading_copy?: string | null;
  readonly thankYouHeading?: string | null;
  readonly thankYouMessage?: string | null;
  readonly site?: { readonly id?: Id; readonly socials?: readonly Social[] | null } | null;
}

/** The texts of a landing page; each replaces the corresponding one of the content. */
export interface LandingData {
  readonly form_title?: string | null;
  readonly form_copy?: string | null;
  readonly thank_you_heading?: string | null;
  readonly thank_you_message?: string | null;
}

/** The way in which a page shows the form (docs/contract.md, "Site content"). */
export type Placement = 'inline' | 'modal' | 'landing';

export interface Endpoints {
  readonly graphql: string;
  readonly contactUpload: string;
  /** The URL for saving answers; absent if they cannot be saved. */
  readonly contactResume?: string;
}

/** The inputs of a section (docs/behaviour.md, "Inputs") that a server sends as JSON with a page. */
export interface SectionData extends PresetSectionData {
  readonly enquiryTypes: readonly EnquiryType[];
  readonly contactForm: ContactFormContent;
  readonly hasFormTitle?: boolean;
  readonly hasFormCopy?: boolean;
  readonly hasSocialIcons?: boolean;
  /** True to centre the section on its page. */
  readonly showInCenter?: boolean;
  /** True to centre the header of the section. */
  readonly centerHeader?: boolean;
  /** True if types with steps are shown one step at a time; other types are always on one page. */
  readonly inSteps?: boolean;
  /** Additional lists to choose from, by the names in `lists.json`. */
  readonly lists?: Lists | null;
  readonly landingData?: LandingData | null;

  /** The form as returned by `toClientForm`. */
  readonly form: Form;
  readonly site: Site & { readonly socials?: readonly Social[] | null };
  /** A BCP 47 language tag. */
  readonly locale: string;
  /** An ISO date in UTC. */
  readonly today: string;
  readonly endpoints: Endpoints;
  /** The options for counting visits; absent: nothing is counted. */
  readonly figures?: FormFigures;
  /**
   * Present if the browser stores campaign, referring page and entry page of the visit until the enquiry is sent, and
   * sends them to a back end that issues tickets (docs/privacy.md, "Campaigns").
   */
  readonly visit?: RecordedVisit;
}

export interface RecordedVisit {
  /** True if the click id of an advertisement is recorded too. */
  readonly hasClickId?: true;
}

/** The form on a page as a server sends it: the section, and the way in which it is shown. */
export interface FormView {
  readonly placement: Placement;
  /** False if rules hide the section: nothing is rendered, and no script is loaded. */
  readonly isShown: boolean;
  /** The text that a page shows in place of a form that rules have closed. */
  readonly closedText?: string;
  readonly section: SectionData;
  /** True if the form of a dialog is in the page itself, for visitors without scripts. */
  readonly isOpened?: boolean;
  readonly answer?: PostAnswer;
  /** The values with which a link fills the form (`readPrefill`). Absent: none. */
  readonly prefill?: Values;
  /** The URL of the compiled schema of a type, with `:type` in place of the type's key. */
  readonly validators: string;
}

export interface PostAnswer {
  readonly entered: Values;
  /** The photos that were stored; the next post sends them again. */
  readonly photos: readonly PostedPhoto[];
  readonly outcome: PostOutcome;
  /** The chosen branches, by the id of their enquiry type. */
  readonly branches?: Readonly<Record<string, PostedBranches>>;
  readonly at?: StepPlace;
}

/**
 * The chosen branches of a type's form, by the pointers of their values: `{'boat/engine': {branch: 1, left:
 * {}}}`.
 */
export type PostedBranches = Readonly<Record<string, PostedBranch>>;

/** The chosen branch of a value in a form without scripts. */
export interface PostedBranch {
  readonly branch: number;
  /** The values of branches that the visitor left, by the indices of the branches. */
  readonly left: Readonly<Record<string, unknown>>;
}

/** The visitor's position in a form with steps. */
export interface StepPlace {
  readonly step: string;
  /** True if the visitor came from the last step to change an answer, and returns there afterwards. */
  readonly isChange?: boolean;
}

export interface PostedPhoto {
  readonly field: string;
  readonly path: string;
  /** The file name of the visitor. */
  readonly name: string;
}

/**
 * The result of a post: the fields of another type or another step were requested, problems were found,
 * sending failed, the enquiry was accepted, or answers were saved.
 */
export type PostOutcome =
  | { readonly kind: 'type-changed' }
  | { readonly kind: 'moved' }
  | { readonly kind: 'refused'; readonly named: readonly NamedProblem[] }
  | { readonly kind: 'failed'; readonly retryAfterSeconds?: number }
  | { readonly kind: 'accepted'; readonly receipt: Receipt }
  | { readonly kind: 'saving'; readonly notice: ResumeNotice }
  /**
   * The page was opened with a link to saved answers, which needs scripts. If no answers are found, the link
   * has expired.
   */
  | { readonly kind: 'resumed'; readonly isFound: boolean };

/**
 * The result of saving answers: the time until which the link in the mail works, or the reason for the
 * failure.
 */
export type ResumeNotice =
  | { readonly isSaved: true; readonly email: string; readonly until: string }
  | { readonly isSaved: false; readonly email: string; readonly message: string };

/** A problem that the server reported, with its message if it sent one. */
export interface NamedProblem {
  readonly problem: Problem;
  readonly message?: string;
}

export interface Receipt {
  readonly enquiryType: Id;
  readonly reference?: string;
}

/**
 * Returns true if a page answers a post and so has no scripts. False without an answer, and for a page opened
 * by a link to saved answers, which has scripts.
 */
export function isPostAnswer(answer: PostAnswer | undefined): boolean {
  return answer !== undefined && answer.outcome.kind !== 'resumed';
}
