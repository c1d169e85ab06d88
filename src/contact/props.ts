import type { EnquiryType, Form, Id, Office, Problem, Site, Values } from '#engine';
import type { ValidatorModule } from '#widgets';
import type { PhotosPort } from '#widgets/photos/port.ts';

/** A link to the site's page elsewhere; `type` names the place: `instagram` (specification, section 3). */
export interface Social {
  readonly link: string;
  readonly type: string;
}

/** What the section says (specification, section 2, "Inputs the section receives"). Copy is plain text; a blank line starts a paragraph. */
export interface ContactFormContent {
  readonly formTitle?: string | null;
  readonly formCopy?: string | null;
  readonly dealerHeading?: string | null;
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

/** Where a section sends to. */
export interface Endpoints {
  readonly graphql: string;
  readonly contactUpload: string;
}

/** Where the compiled schemas of the enquiry types come from. */
export interface Validators {
  /** Those that are there already, by the type's key: what the page was drawn with. */
  readonly loaded?: Readonly<Record<string, ValidatorModule>>;
  readonly load: (typeKey: string) => Promise<ValidatorModule>;
}

/** What is known of an enquiry that was accepted. */
export interface Receipt {
  readonly enquiryType: Id;
  /** What the back end calls the enquiry, where it says so. */
  readonly reference?: string;
}

/** What a form needs that can be posted as it is, by a page that no script has taken over. */
export interface Post {
  /** The idempotency key of the form as it was drawn. */
  readonly key: string;
  /** What came of a post that this page answers; such a page loads no scripts. */
  readonly answer?: PostAnswer;
}

/** What came of a post, and what was in it. */
export interface PostAnswer {
  /** By field, as it was posted. */
  readonly entered: Values;
  /** Photos that were taken, to be sent with the next post. */
  readonly photos: readonly KeptPhoto[];
  readonly outcome: PostOutcome;
}

/** Another type's fields were asked for; or problems were found; or it failed; or it was taken. */
export type PostOutcome =
  | { readonly kind: 'type-changed' }
  | { readonly kind: 'refused'; readonly named: readonly NamedProblem[] }
  | { readonly kind: 'failed'; readonly retryAfterSeconds?: number }
  | { readonly kind: 'accepted'; readonly receipt: Receipt };

/** A problem that the server named, in its own words where it has some. */
export interface NamedProblem {
  readonly problem: Problem;
  readonly message?: string;
}

/** A photo that was posted and stored. */
export interface KeptPhoto {
  readonly path: string;
  /** The visitor's name for it. */
  readonly name: string;
}

/** The inputs of `ContactFormSection`: those of the specification (section 2), and what the section runs on. */
export interface ContactFormSectionProps {
  readonly enquiryTypes: readonly EnquiryType[];
  readonly offices?: readonly Office[] | null;
  readonly allOffices?: readonly Office[] | null;
  /** The locale in which they stand in the order of their labels already: a page then need not sort them. */
  readonly officesSortedIn?: string | null;
  readonly contactForm: ContactFormContent;
  readonly hasFormTitle?: boolean;
  readonly hasFormCopy?: boolean;
  readonly hasSocialIcons?: boolean;
  readonly inModal?: boolean;
  /** Absent: what the site says of itself. */
  readonly isInternational?: boolean;
  readonly isForLanding?: boolean;
  readonly showInCenter?: boolean;
  readonly centerHeader?: boolean;
  readonly yachtModels?: readonly { readonly name: string }[] | null;
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
  readonly validators: Validators;
  readonly endpoints: Endpoints;
  /** The signed note of what the page was drawn for, sent back with the enquiry (design, "A submission's way"). */
  readonly ticket?: string;
  /** Absent: the form is sent by scripts alone. */
  readonly post?: Post;
  /** Titles that came with the page; absent: they are fetched when an event enquiry asks for them. */
  readonly futureEventTitles?: readonly string[];
  /** Absent: the address of the page at the time of sending. */
  readonly submissionUrl?: string;
  /** Takes the photos; absent: the section does itself, by `endpoints.contactUpload`. */
  readonly photos?: PhotosPort;
  readonly onSuccess?: (receipt: Receipt) => void;
}
