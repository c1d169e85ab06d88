import type { EnquiryType, Form, Id, Lists, Office, Problem, Site, Values } from '#engine';
import type { FormFigures } from './figures/figure-report.ts';

/** A link to the site's page elsewhere; `type` names the place: `instagram` (docs/contract.md, "Site content"). */
export interface Social {
  readonly link: string;
  readonly type: string;
}

/** What the section says (docs/behaviour.md, "Inputs"). Copy is plain text; a blank line starts a paragraph. */
export interface ContactFormContent {
  readonly formTitle?: string | null;
  readonly formCopy?: string | null;
  readonly dealerHeading?: string | null;
  /** A path on the same origin or an https address. */
  readonly dealerImage?: string | null;
  readonly dealerHeading_copy?: string | null;
  readonly thankYouHeading?: string | null;
  readonly thankYouMessage?: string | null;
  readonly site?: { readonly id?: Id; readonly socials?: readonly Social[] | null } | null;
}

/** A landing page's own words; each replaces the matching one of the content. */
export interface LandingData {
  readonly form_title?: string | null;
  readonly form_copy?: string | null;
  readonly thank_you_heading?: string | null;
  readonly thank_you_message?: string | null;
}

/** How a page shows the form (docs/contract.md, "Site content"). */
export type Placement = 'inline' | 'modal' | 'landing';

/** Where a section sends to. */
export interface Endpoints {
  readonly graphql: string;
  readonly contactUpload: string;
  /** Where answers are saved; absent: they cannot be. */
  readonly contactResume?: string;
}

/** The inputs of a section (docs/behaviour.md, "Inputs") that travel as JSON: what a server hands over with a page. */
export interface SectionData {
  readonly enquiryTypes: readonly EnquiryType[];
  readonly offices?: readonly Office[] | null;
  readonly allOffices?: readonly Office[] | null;
  /** The locale in which they stand in the order of their labels already: a page then need not sort them. */
  readonly officesSortedIn?: string | null;
  readonly contactForm: ContactFormContent;
  readonly hasFormTitle?: boolean;
  readonly hasFormCopy?: boolean;
  readonly hasSocialIcons?: boolean;
  readonly showInCenter?: boolean;
  readonly centerHeader?: boolean;
  /** Types that have steps are shown one step at a time, the others on one page. */
  readonly inSteps?: boolean;
  readonly yachtModels?: readonly { readonly name: string }[] | null;
  /** What the form chooses from besides, by the names of `lists.json`. */
  readonly lists?: Lists | null;
  readonly landingData?: LandingData | null;
  readonly selectedOffice?: Office | null;
  readonly eventTitle?: string | null;

  /** The form, as `clientForm` gives it. */
  readonly form: Form;
  readonly site: Site & { readonly socials?: readonly Social[] | null };
  /** BCP 47. */
  readonly locale: string;
  /** ISO date, in UTC. */
  readonly today: string;
  readonly endpoints: Endpoints;
  /** Titles that came with the page; absent: they are fetched when an event enquiry asks for them. */
  readonly futureEventTitles?: readonly string[];
  /** Has counted what is done with the form; absent: nothing is. */
  readonly figures?: FormFigures;
}

/** The form on a page, as a server hands it over: its section, and how the page shows it. */
export interface FormView {
  readonly placement: Placement;
  /** False where the rules hide the section: nothing is drawn, and no script is loaded. */
  readonly isShown: boolean;
  readonly section: SectionData;
  /** A dialog's form stands in the page itself: for visitors without scripts. */
  readonly isOpened?: boolean;
  /** What came of a post that this page answers. */
  readonly answer?: PostAnswer;
  /** Where the compiled schema of a type is; `:type` stands for the type's key. */
  readonly validators: string;
}

/** What came of a post, and what was in it. */
export interface PostAnswer {
  /** By field, as it was posted. */
  readonly entered: Values;
  /** Photos that were taken, to be sent with the next post. */
  readonly photos: readonly PostedPhoto[];
  readonly outcome: PostOutcome;
  /** The branches that were chosen, by the id of their enquiry type. */
  readonly branches?: Readonly<Record<string, PostedBranches>>;
  /** Where in a form in steps the visitor is. */
  readonly at?: StepPlace;
}

/** The branches that were chosen in the form of a type, by the places of their values: `{'boat/engine': {branch: 1, left: {}}}`. */
export type PostedBranches = Readonly<Record<string, PostedBranch>>;

/** The branch of a value that was chosen in a form without scripts. */
export interface PostedBranch {
  /** Its index. */
  readonly branch: number;
  /** What was entered in branches that were left, by their indices. */
  readonly left: Readonly<Record<string, unknown>>;
}

/** Where in a form in steps a visitor is. */
export interface StepPlace {
  readonly step: string;
  /** The visitor came from the last step to change an answer, and goes back there. */
  readonly isChange?: boolean;
}

/** A photo that was posted and stored. */
export interface PostedPhoto {
  /** The field that it was picked in. */
  readonly field: string;
  readonly path: string;
  /** The visitor's name for it. */
  readonly name: string;
}

/**
 * Another type's fields were asked for; or another step; or problems were found; or it failed; or it was taken; or its answers were saved,
 * or not.
 */
export type PostOutcome =
  | { readonly kind: 'type-changed' }
  | { readonly kind: 'moved' }
  | { readonly kind: 'refused'; readonly named: readonly NamedProblem[] }
  | { readonly kind: 'failed'; readonly retryAfterSeconds?: number }
  | { readonly kind: 'accepted'; readonly receipt: Receipt }
  | { readonly kind: 'saving'; readonly notice: ResumeNotice }
  /** No post, but a link to saved answers: a page with scripts. Without answers the link has ended. */
  | { readonly kind: 'resumed'; readonly isFound: boolean };

/** What came of saving answers: until when the link works that was sent, or why none was. */
export type ResumeNotice =
  | { readonly isSaved: true; readonly email: string; readonly until: string }
  | { readonly isSaved: false; readonly email: string; readonly message: string };

/** A problem that the server named, in its own words where it has some. */
export interface NamedProblem {
  readonly problem: Problem;
  readonly message?: string;
}

/** What is known of an enquiry that was accepted. */
export interface Receipt {
  readonly enquiryType: Id;
  /** What the back end calls the enquiry, where it says so. */
  readonly reference?: string;
}
