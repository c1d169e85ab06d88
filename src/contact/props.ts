import type { Plan, Values } from '#engine';
import type { EnquiryFieldsProps, ValidatorModule } from '#widgets';
import type { PhotosController } from '#widgets/photos/photos.ts';
import type { PresetSectionProps } from './preset/section-data.ts';
import type { NamedProblem, PostAnswer, Receipt, SectionData } from './section-data.ts';

/** The source of the compiled schemas of the enquiry types. */
export interface Validators {
  /** The modules that are loaded already, by the key of the type: those with which the page was rendered. */
  readonly loaded?: Readonly<Record<string, ValidatorModule>>;
  readonly load: (typeKey: string) => Promise<ValidatorModule>;
}

/** The data for a form that a browser can post without scripts. */
export interface Post {
  /** The idempotency key of the next post. */
  readonly key: string;
  /**
   * The result of the post that this page answers, or of a link to saved answers. A page that answers a post
   * loads no scripts.
   */
  readonly answer?: PostAnswer;
  /**
   * The plan with which the section opens, resolved by the server that renders it. A browser resolves its
   * own.
   */
  readonly plan?: Plan;
}

/** An enquiry without problems, for a program that delivers it. */
export interface Delivery {
  /** The plan of the values as they are sent. */
  readonly plan: Plan;
  /** The same key for a repeated attempt with equal values. */
  readonly idempotencyKey: string;
  /** Aborts after the time limit of the settings. */
  readonly signal: AbortSignal;
}

/**
 * The props of `ContactFormSection`: the data that a server sends, and objects that exist only in the page.
 */
export interface ContactFormSectionProps extends SectionData, PresetSectionProps {
  readonly inModal?: boolean;
  /**
   * Distinguishes the section from others on the page, in ids and in the key of its draft. Two sections with
   * the same name would have duplicate ids, which breaks their labels.
   */
  readonly sectionName?: string;
  readonly isForLanding?: boolean;
  readonly validators: Validators;
  /**
   * The signed token of the page for which the form was rendered; it is sent with the enquiry
   * (docs/architecture.md, "A submission's way").
   */
  readonly ticket?: string;
  /** Absent: only scripts send the form. */
  readonly post?: Post;
  /** Absent: the URL of the page at the time of sending. */
  readonly submissionUrl?: string;
  /** The photos. Absent: the section creates them with `endpoints.contactUpload`. */
  readonly photos?: PhotosController;
  readonly onSuccess?: (receipt: Receipt) => void;
  /**
   * Delivers an enquiry in place of the endpoints; absent: they get it. Returns the problems because of which it is
   * refused; none if it is accepted. A rejection is shown as a failed send.
   */
  readonly deliver?: (delivery: Delivery) => Promise<readonly NamedProblem[]>;
  /** The values that the fields have at first. Absent: only presets. A draft of this tab takes precedence. */
  readonly initialValues?: Values;
  /**
   * Custom widgets and fields by the names in UI schemas (docs/own-widgets.md). The objects must stay the
   * same between renders.
   */
  readonly widgets?: EnquiryFieldsProps['widgets'];
  readonly fields?: EnquiryFieldsProps['fields'];
}
