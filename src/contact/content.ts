import { createTextFormatter, type Form, findText, type Id, isSameId } from '#engine';
import type { ContactFormSectionProps } from './props.ts';
import type { ContactFormContent, Social } from './section-data.ts';

/** The content of a section's header. `image` is an address. */
export interface HeaderContent {
  readonly kind: 'dealer' | 'plain';
  readonly title?: string;
  readonly copy?: string;
  readonly image?: string;
}

/** The content of the thank-you panel. The form has default texts for what is absent. */
export interface ThankYouContent {
  readonly heading?: string;
  readonly copy?: string;
}

type ContentInputs = Pick<
  ContactFormSectionProps,
  'contactForm' | 'landingData' | 'hasFormTitle' | 'hasFormCopy' | 'site' | 'form'
>;

/**
 * Returns the header of a section (docs/behaviour.md, "Layout"). A dealer header, if any part of it is given,
 * replaces title and copy. If the content has neither, a form with one type has the title and the description of
 * its schema. Returns undefined if there is no header. Blank texts count as absent.
 */
export function getHeaderContent(inputs: ContentInputs): HeaderContent | undefined {
  const { contactForm, landingData, hasFormTitle = true, hasFormCopy = true, form } = inputs;
  const dealer = getDealerContent(contactForm);
  if (dealer) return dealer;
  const given = {
    title: findFirstNonBlank(landingData?.form_title, contactForm.formTitle),
    copy: findFirstNonBlank(landingData?.form_copy, contactForm.formCopy),
  };
  const { title: anyTitle, copy: anyCopy } = given.title || given.copy ? given : getSchemaTexts(form);
  const title = hasFormTitle ? anyTitle : undefined;
  const copy = hasFormCopy ? anyCopy : undefined;
  return title || copy ? { kind: 'plain', ...(title && { title }), ...(copy && { copy }) } : undefined;
}

/** Returns the title and the description of the schema of the only type; empty if there are several types. */
function getSchemaTexts({ types: [type] }: ContentInputs['form']): {
  readonly title?: string | undefined;
  readonly copy?: string | undefined;
} {
  if (type?.isOnly !== true) return {};
  const { title, description } = type.schema;
  const toText = (text: unknown) => (typeof text === 'string' ? text : undefined);
  return { title: findFirstNonBlank(toText(title)), copy: findFirstNonBlank(toText(description)) };
}

/**
 * Returns the content of the thank-you panel. The texts of a landing page take precedence; blank texts count
 * as absent.
 */
export function getThankYouContent({
  contactForm,
  landingData,
}: Pick<ContentInputs, 'contactForm' | 'landingData'>): ThankYouContent {
  const heading = findFirstNonBlank(landingData?.thank_you_heading, contactForm.thankYouHeading);
  const copy = findFirstNonBlank(landingData?.thank_you_message, contactForm.thankYouMessage);
  return { ...(heading && { heading }), ...(copy && { copy }) };
}

/**
 * Returns the text that begins the title of a page that answers a post, so that screen readers announce the
 * result first: the thanks, the number of problems, or that sending failed. Returns undefined if the post had
 * none of these results.
 */
export function getAnswerTitle(
  props: Pick<ContactFormSectionProps, 'post' | 'contactForm' | 'landingData' | 'form' | 'locale'>,
): string | undefined {
  const text = createTextFormatter(props.form, props.locale);
  const outcome = props.post?.answer?.outcome;
  switch (outcome?.kind) {
    case undefined:
    case 'type-changed':
    case 'moved':
      return undefined;
    case 'refused':
      return text('summary.heading', { count: outcome.named.length });
    case 'failed':
      return text('send-failed');
    case 'accepted':
      return (
        getThankYouContent(props).heading ??
        findThanksText(props, findTypeKey(props.form, outcome.receipt.enquiryType), 'heading')
      );
  }
}

/** Returns a text of the thanks: that of the enquiry type if it has one, else that of all forms. */
export function findThanksText(
  { form, locale }: Pick<ContactFormSectionProps, 'form' | 'locale'>,
  type: string | undefined,
  part: 'heading' | 'message',
): string {
  const key = `thank-you.${part}`;
  return findText(form, locale, [`forms.${type}.${key}`, key]) ?? key;
}

/** Returns the key of the type with an id. Undefined if the form does not have it. */
export function findTypeKey({ types }: Pick<Form, 'types'>, id: Id): string | undefined {
  return types.find((type) => isSameId(type.id, id))?.key;
}

/**
 * Returns the social links of the content, else those of the site; empty if both have none. An empty list in
 * the content is not replaced by the links of the site.
 */
export function getSocials({
  contactForm,
  site,
}: Pick<ContentInputs, 'contactForm' | 'site'>): readonly Social[] {
  return contactForm.site?.socials ?? site.socials ?? [];
}

/** Returns the header with the image, heading and copy of a dealer; undefined if all of them are blank. */
function getDealerContent(content: ContactFormContent): HeaderContent | undefined {
  const image = findFirstNonBlank(content.dealerImage);
  const title = findFirstNonBlank(content.dealerHeading);
  const copy = findFirstNonBlank(content.dealerHeading_copy);
  if (!image && !title && !copy) return undefined;
  return { kind: 'dealer', ...(image && { image }), ...(title && { title }), ...(copy && { copy }) };
}

/** Returns the first text that is not blank, without surrounding white space; undefined if there is none. */
function findFirstNonBlank(...texts: readonly (string | null | undefined)[]): string | undefined {
  return texts.map((text) => text?.trim()).find((text) => text);
}
