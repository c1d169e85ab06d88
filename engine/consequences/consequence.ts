import type { ExampleSituation } from '../check/index.ts';
import type { ContentEvent } from '../events.ts';
import type { SchemaCheckLookup } from '../scenarios/index.ts';
import type { Condition, Documents, EnquiryType, Form, Id, Json, Lists, Office, Site } from '../types.ts';

export interface Version {
  readonly form: Form;
  readonly documents: Documents;
  readonly getCheck: SchemaCheckLookup;
}

/** The part of a site's content that can make forms differ. */
export interface SiteContent {
  readonly sites: readonly Site[];
  readonly offices: readonly Office[];
  readonly enquiryTypes: readonly EnquiryType[];
  readonly yachtModels: readonly { readonly name: string }[];
  readonly lists: Lists;
  readonly events: readonly ContentEvent[];
  readonly pages: readonly ContentPage[];
}

export interface ContentPage {
  readonly path: string;
  readonly site: Site & { readonly email?: string | undefined };
  readonly placement: 'inline' | 'modal' | 'landing';
  /** Keys of the texts that the page replaces by its own; absent: none. */
  readonly ownTexts?: readonly string[];
  readonly locale?: string | undefined;
  readonly selectedOffice?: Office | undefined;
  readonly eventTitle?: string | undefined;
  /** The same array as that of the content if the page does not choose its own. */
  readonly enquiryTypes: readonly EnquiryType[];
  readonly offices: readonly Office[];
}

/** Every kind of consequence with its explanation, in the order in which they are reported. */
export const consequenceKinds = {
  'form-hidden': 'The form is no longer shown.',
  'form-shown': 'The form is now shown.',
  'type-removed': 'An enquiry type is gone from the documents.',
  'type-retired': 'An enquiry type is retired.',
  'type-not-offered': 'An enquiry type is no longer offered somewhere.',
  'type-added': 'There is a new enquiry type, or a retired one is taken up again.',
  'type-offered': 'An enquiry type is now offered somewhere.',
  'type-renamed': 'An enquiry type has another name.',
  'types-reordered': 'The enquiry types stand in another order.',
  'type-opens': 'The form opens with another enquiry type.',
  'offices-lost': 'On pages of a site offices of the content are no longer offered.',
  'offices-gained': 'On pages of a site offices of the content are now offered.',
  offices: 'Other offices would be offered; those of the content do not show it.',
  recipient: 'The mail goes to another recipient.',
  'mail-to-site':
    'On pages of a site the mail goes to the address of the site, not of an office; `after` is it.',
  'mail-to-office':
    'On pages of a site the mail goes to the office of the enquiry, not to the address of the site.',
  destinations: 'The enquiry goes to other destinations besides the mail.',
  'field-removed': 'A field is gone from the form.',
  'field-hidden': 'A field is no longer shown.',
  'field-concealed': 'A field is now hidden from sight, though not from screen readers.',
  'field-added': 'There is a new field.',
  'field-shown': 'A field is now shown.',
  'field-required': 'A field that is new, or is now shown, is required.',
  'field-revealed': 'A field is no longer hidden from sight.',
  required: 'A field becomes required.',
  optional: 'A field becomes optional.',
  disabled: 'A field cannot be used any more.',
  readonly: 'A field can only be read any more.',
  enabled: 'A field can be answered again.',
  narrower: 'A limit of a field takes less: `about` names it, `before` and `after` are its values.',
  wider: 'A limit of a field takes more.',
  limit: 'A limit of a field takes something else.',
  'answers-refused': 'A field refuses answers that it took; `after` is one.',
  'answers-taken': 'A field takes answers that it refused; `after` is one.',
  answers: 'What a field takes is written otherwise, and no answer was found that is judged otherwise.',
  conditions: 'Conditions of the schema judge answers otherwise beside each other.',
  'choices-removed': 'Choices of a field are gone.',
  'choices-added': 'A field has new choices.',
  'choices-renamed': 'A choice is called otherwise.',
  'choices-reordered': 'The choices of a field stand in another order.',
  choices: 'A field offers other choices in another way.',
  preset: 'A field starts with another answer.',
  calculated: 'A field is worked out otherwise.',
  label: 'A label reads otherwise.',
  hint: 'A hint reads otherwise.',
  placeholder: 'A placeholder reads otherwise.',
  widget: 'Another widget draws a field.',
  look: 'A field or a block is drawn otherwise in another way.',
  'block-removed': 'A text or a picture among the fields is gone.',
  'block-hidden': 'A text or a picture among the fields is no longer shown.',
  'block-added': 'There is a new text or picture among the fields.',
  'block-shown': 'A text or a picture among the fields is now shown.',
  block: 'A text among the fields reads otherwise.',
  order: 'The fields stand in another order.',
  steps: 'The form is divided into other steps, or a step reads otherwise.',
  submit: 'The button that sends reads otherwise.',
  links: 'The links above the button are others.',
  resume: 'Answers are saved otherwise.',
  'receipt-given': 'Visitors get a copy of their answers by mail.',
  'receipt-gone': 'Visitors get no copy of their answers by mail any more.',
  reply: 'Replies to the mail go to another answer.',
  message: 'What a visitor reads of a problem is worded otherwise.',
  thanks: 'The thanks read otherwise.',
  mail: 'A text of the mails reads otherwise.',
  text: 'Another text reads otherwise.',
  setting: 'A setting is another.',
  'language-removed': 'A language is gone.',
  'language-added': 'There is a new language.',
  untranslated: 'Texts begin to lack a language; `after` are their keys.',
  'not-compared': 'There are too many situations: some answers were left out.',
  'documents-only':
    'What was changed in a document, in a rule or in texts, and changes nothing for visitors.',
} as const;

export type ConsequenceKind = keyof typeof consequenceKinds;

/** The situations in which a difference occurs, among those in which it could be visible. */
export type ConsequenceOccurrence =
  | { readonly in: 'all' }
  /** The situations in which a condition is true. */
  | { readonly in: 'these'; readonly when: Condition }
  /** Some situations that no short condition describes. */
  | { readonly in: 'some' }
  /** The only situation that is compared. */
  | { readonly in: 'here' }
  /** Pages of the content on any site, if they do not replace the text by their own. */
  | { readonly in: 'pages' }
  | { readonly in: 'site'; readonly site: Id };

/** A situation that shows a consequence. `page` is the path of a page of the content that shows it. */
export interface ConsequenceExample extends ExampleSituation {
  readonly page?: string;
}

export interface VersionDifference {
  readonly kind: ConsequenceKind;
  /** The name of a field, a block or a step. */
  readonly field?: string;
  /** The name of a limit, a text, a setting or a document. */
  readonly about?: string;
  readonly before?: Json;
  readonly after?: Json;
  /** Languages whose texts differ or are missing. */
  readonly locales?: readonly string[];
  /** The fields or other names, if many differences of one kind are merged into one. */
  readonly names?: readonly string[];
}

/** One difference for visitors, with the situations in which it occurs for one reason. */
export interface Consequence extends VersionDifference {
  /** The keys of the enquiry types; absent if the consequence does not depend on a type. */
  readonly types?: readonly string[];
  /** True if every type that can show the difference shows it. */
  readonly isOfAllTypes?: boolean;
  readonly where: ConsequenceOccurrence;
  /**
   * The number of situations in which the difference occurs, out of the `of` in which it could be visible.
   * For pages of the content, the number of pages.
   */
  readonly situations: number;
  readonly of: number;
  /** The simplest situation that shows the difference; absent if none is needed. */
  readonly example?: ConsequenceExample;
}
