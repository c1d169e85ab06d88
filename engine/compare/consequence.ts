import type { ExampleSituation } from '../check/index.ts';
import type { SchemaCheckLookup } from '../check/scenarios/index.ts';
import type { Condition, Documents, Form, Id, Json } from '../model/types.ts';
import { itemConsequences, type itemKinds, mailConsequences } from '../preset/compare.ts';

export interface Version {
  readonly form: Form;
  readonly documents: Documents;
  readonly getCheck: SchemaCheckLookup;
}

/** Every kind of consequence with its explanation, in the order in which they are reported. */
export const consequenceKinds = {
  'form-hidden': 'The form is no longer shown.',
  'form-shown': 'The form is now shown.',
  'type-removed': 'An enquiry type was removed.',
  'type-retired': 'An enquiry type was archived.',
  'type-not-offered': 'An enquiry type is no longer offered somewhere.',
  'page-offers-others':
    'Pages offered only enquiry types that are archived now, and offer all others instead.',
  'type-added': 'An enquiry type is new, or no longer archived.',
  'type-offered': 'An enquiry type is now offered somewhere.',
  'type-renamed': 'An enquiry type has another name.',
  'types-reordered': 'The enquiry types are in another order.',
  'type-opens': 'The form opens with another enquiry type.',
  ...itemConsequences,
  recipient: 'The mail goes to another recipient.',
  ...mailConsequences,
  destinations: 'Besides the mail, the enquiry goes to other destinations than before.',
  'field-removed': 'A field was removed from the form.',
  'field-hidden': 'A field is no longer shown.',
  'field-concealed': 'A field is now visually hidden, but screen readers still read it.',
  'field-added': 'There is a new field.',
  'field-shown': 'A field is now shown.',
  'field-required': 'A field that is new, or is shown from now on, is required.',
  'field-revealed': 'A field is no longer visually hidden.',
  required: 'A field becomes required.',
  optional: 'A field becomes optional.',
  disabled: 'A field becomes disabled.',
  readonly: 'A field becomes read-only.',
  enabled: 'A field can be answered again.',
  narrower: 'A limit of a field becomes stricter: `about` names it, `before` and `after` are its values.',
  wider: 'A limit of a field becomes less strict.',
  limit: 'A limit of a field changes in another way.',
  'answers-refused': 'A field refuses answers that it accepted before; `after` is one.',
  'answers-taken': 'A field accepts answers that it refused before; `after` is one.',
  answers: 'The schema of a field changed, but no answer was found that it treats differently.',
  conditions: 'Conditions of the schema accept other combinations of answers.',
  'choices-removed': 'Choices of a field were removed.',
  'choices-added': 'A field has new choices.',
  'choices-renamed': 'A choice has another label.',
  'choices-reordered': 'The choices of a field are in another order.',
  choices: 'The choices of a field changed in another way.',
  preset: 'A field starts with another answer.',
  calculated: 'A field is calculated differently.',
  label: 'A label has another text.',
  hint: 'A hint has another text.',
  placeholder: 'A placeholder has another text.',
  widget: 'A field has another widget.',
  look: 'The appearance of a field or a block changed in another way.',
  'block-removed': 'A text or a picture among the fields was removed.',
  'block-hidden': 'A text or a picture among the fields is no longer shown.',
  'block-added': 'There is a new text or picture among the fields.',
  'block-shown': 'A text or a picture among the fields is now shown.',
  block: 'A text among the fields is worded differently.',
  order: 'The fields are in another order.',
  steps: 'The form has other steps, or a step has another text.',
  submit: 'The submit button has another text.',
  links: 'The links above the submit button changed.',
  resume: 'Visitors save their answers in another way.',
  'receipt-given': 'Visitors get a copy of their answers by mail.',
  'receipt-gone': 'Visitors no longer get a copy of their answers by mail.',
  capacity: 'Another number of enquiries is accepted, or they are counted in another way.',
  reply: 'Replies to the mail go to the address in another field.',
  message: 'An error message is worded differently.',
  thanks: 'The thank-you text is worded differently.',
  mail: 'A text of the mails is worded differently.',
  text: 'Another text is worded differently.',
  setting: 'A setting has another value.',
  'content-removed': 'An entry of the content was removed.',
  'content-added': 'The content has a new entry.',
  'content-changed': 'A property of an entry of the content has another value.',
  'content-reordered': 'The entries of a list of the content are in another order.',
  'language-removed': 'A language was removed.',
  'language-added': 'There is a new language.',
  untranslated: 'Texts are no longer translated into a language; `after` lists their keys.',
  'not-compared': 'There are too many situations to compare them all: some answers were left out.',
  'documents-only': 'A document, a rule or texts changed, but nothing changes for visitors.',
} as const satisfies Readonly<Record<string, string>>;

export type ConsequenceKind = keyof typeof consequenceKinds;

/** The kinds of consequences about the items of the narrowed list. */
export type ItemKind = (typeof itemKinds)[keyof typeof itemKinds];

/** Returns true for a consequence about the items of the narrowed list. */
export function isItemKind(kind: ConsequenceKind): kind is ItemKind {
  return Object.hasOwn(itemConsequences, kind);
}

/** The situations in which a difference occurs, among those in which it could be visible. */
export type ConsequenceOccurrence =
  | { readonly in: 'all' }
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
