import type { Example } from '../check/index.ts';
import type { CheckOf } from '../scenarios/index.ts';
import type { Condition, Documents, EnquiryType, Form, Id, Json, Lists, Office, Site } from '../types.ts';

/** A form with the documents that it was made of and its compiled schemas. */
export interface Version {
  readonly form: Form;
  readonly documents: Documents;
  readonly checkOf: CheckOf;
}

/** What a site holds, as far as forms differ by it. */
export interface SiteContent {
  readonly sites: readonly Site[];
  readonly offices: readonly Office[];
  readonly enquiryTypes: readonly EnquiryType[];
  readonly yachtModels: readonly { readonly name: string }[];
  readonly lists: Lists;
  readonly pages: readonly ContentPage[];
}

/** A page that shows a form. */
export interface ContentPage {
  readonly path: string;
  readonly site: Site;
  readonly placement: 'inline' | 'modal' | 'landing';
  readonly locale?: string | undefined;
  readonly selectedOffice?: Office | undefined;
  readonly eventTitle?: string | undefined;
  /** The same array as the content's where the page picks none. */
  readonly enquiryTypes: readonly EnquiryType[];
  readonly offices: readonly Office[];
}

/** Every kind of consequence, in the order in which they are told. */
export const consequenceKinds = [
  'form-hidden',
  'form-shown',
  'type-removed',
  'type-retired',
  'type-not-offered',
  'type-added',
  'type-offered',
  'type-renamed',
  'types-reordered',
  'type-opens',
  'offices-lost',
  'offices-gained',
  'offices',
  'recipient',
  'field-removed',
  'field-hidden',
  'field-concealed',
  'field-added',
  'field-shown',
  'field-revealed',
  'required',
  'optional',
  'disabled',
  'readonly',
  'enabled',
  'narrower',
  'wider',
  'limit',
  'answers-refused',
  'answers-taken',
  'answers',
  'conditions',
  'choices-removed',
  'choices-added',
  'choices-renamed',
  'choices-reordered',
  'choices',
  'preset',
  'calculated',
  'label',
  'hint',
  'placeholder',
  'widget',
  'look',
  'block-removed',
  'block-hidden',
  'block-added',
  'block-shown',
  'block',
  'order',
  'steps',
  'submit',
  'links',
  'resume',
  'reply',
  'message',
  'thanks',
  'mail',
  'text',
  'setting',
  'language-removed',
  'language-added',
  'untranslated',
  'not-compared',
  'documents-only',
] as const;

/** What becomes different. */
export type ConsequenceKind = (typeof consequenceKinds)[number];

/** Where something becomes different, among the situations in which it can be seen. */
export type Where =
  | { readonly in: 'all' }
  /** Exactly where a condition holds. */
  | { readonly in: 'these'; readonly when: Condition }
  /** In some that no short condition tells from the others. */
  | { readonly in: 'some' }
  /** On pages of one site. */
  | { readonly in: 'site'; readonly site: Id };

/** A situation that shows a consequence; `page` is the path of a page of the content that does. */
export interface ConsequenceExample extends Example {
  readonly page?: string;
}

/** One thing that becomes different. */
export interface Difference {
  readonly kind: ConsequenceKind;
  /** A field, a block or a step. */
  readonly field?: string;
  /** Which limit, which text, which setting, which document. */
  readonly about?: string;
  readonly before?: Json;
  readonly after?: Json;
  /** Languages of texts that become different, or that lack texts. */
  readonly locales?: readonly string[];
  /** Of many of one kind, which are told as one: the fields, or what else they are about. */
  readonly names?: readonly string[];
}

/** One thing that becomes different for visitors, wherever it does for one reason. */
export interface Consequence extends Difference {
  /** The keys of the enquiry types; absent where it is no matter of one. */
  readonly types?: readonly string[];
  /** It is so for every type that can show it. */
  readonly isOfAllTypes?: boolean;
  readonly where: Where;
  /** In how many of the situations in which it can be seen; of pages of the content, how many of them. */
  readonly situations: number;
  readonly of: number;
  /** The smallest situation that shows it; absent where none has to. */
  readonly example?: ConsequenceExample;
}
