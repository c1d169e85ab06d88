import type { Plan } from '#engine';
import type { EnquiryFieldsProps, ValidatorModule } from '#widgets';
import type { Photos } from '#widgets/photos/photos.ts';
import type { PostAnswer, Receipt, SectionData } from './section-data.ts';

/** Where the compiled schemas of the enquiry types come from. */
export interface Validators {
  /** Those that are there already, by the type's key: what the page was drawn with. */
  readonly loaded?: Readonly<Record<string, ValidatorModule>>;
  readonly load: (typeKey: string) => Promise<ValidatorModule>;
}

/** What a form needs that can be posted as it is, by a page that no script has taken over. */
export interface Post {
  /** The idempotency key of the form as it was drawn. */
  readonly key: string;
  /** What came of a post that this page answers; such a page loads no scripts. */
  readonly answer?: PostAnswer;
  /** The plan that the section opens with, where the server that draws it has made it; a browser makes its own. */
  readonly plan?: Plan;
}

/** The inputs of `ContactFormSection`: what a server hands over, and what only the page's own program can give. */
export interface ContactFormSectionProps extends SectionData {
  readonly inModal?: boolean;
  /** Tells it from other sections of its page: in its ids, and where its draft is kept. Of two with one name, or none, no label knows its field. */
  readonly sectionName?: string;
  readonly isForLanding?: boolean;
  /** Absent: what the site says of itself. */
  readonly isInternational?: boolean;
  readonly validators: Validators;
  /** The signed note of what the page was drawn for, sent back with the enquiry (docs/architecture.md, "A submission's way"). */
  readonly ticket?: string;
  /** Absent: the form is sent by scripts alone. */
  readonly post?: Post;
  /** Absent: the address of the page at the time of sending. */
  readonly submissionUrl?: string;
  /** Takes the photos; absent: the section does itself, by `endpoints.contactUpload`. */
  readonly photos?: Photos;
  readonly onSuccess?: (receipt: Receipt) => void;
  /** Widgets and fields of one's own by the names that UI schemas give (docs/own-widgets.md): objects that stay the same. */
  readonly widgets?: EnquiryFieldsProps['widgets'];
  readonly fields?: EnquiryFieldsProps['fields'];
}
