import { textsOf } from '#engine';
import type { ContactFormSectionProps } from './props.ts';
import type { ContactFormContent, Social } from './section-data.ts';

/** What stands above the form. */
export interface HeaderContent {
  readonly kind: 'dealer' | 'plain';
  readonly title?: string;
  readonly copy?: string;
  /** A dealer's picture. */
  readonly image?: string;
}

/** What the thank-you panel says; a missing heading is for the texts to fill. */
export interface ThankYouContent {
  readonly heading?: string;
  readonly copy?: string;
}

type Inputs = Pick<
  ContactFormSectionProps,
  'contactForm' | 'landingData' | 'hasFormTitle' | 'hasFormCopy' | 'site'
>;

/**
 * The section's header (docs/behaviour.md, "Layout"): a dealer header where any of it is given, in place of the
 * title and the copy; undefined where there is nothing to say. A blank text counts as not given.
 */
export function headerContent(inputs: Inputs): HeaderContent | undefined {
  const { contactForm, landingData, hasFormTitle = true, hasFormCopy = true } = inputs;
  const dealer = dealerContent(contactForm);
  if (dealer) return dealer;
  const title = hasFormTitle ? firstGiven(landingData?.form_title, contactForm.formTitle) : undefined;
  const copy = hasFormCopy ? firstGiven(landingData?.form_copy, contactForm.formCopy) : undefined;
  return title || copy ? { kind: 'plain', ...(title && { title }), ...(copy && { copy }) } : undefined;
}

/** The thank-you panel's words, the landing page's own first. */
export function thankYouContent({
  contactForm,
  landingData,
}: Pick<Inputs, 'contactForm' | 'landingData'>): ThankYouContent {
  const heading = firstGiven(landingData?.thank_you_heading, contactForm.thankYouHeading);
  const copy = firstGiven(landingData?.thank_you_message, contactForm.thankYouMessage);
  return { ...(heading && { heading }), ...(copy && { copy }) };
}

/**
 * What the title of a page that answers a post begins with, so that it is heard first: the thanks, or how much needs another look;
 * undefined where nothing came of a post.
 */
export function titleOfAnswer(
  props: Pick<ContactFormSectionProps, 'post' | 'contactForm' | 'landingData' | 'form' | 'locale'>,
): string | undefined {
  const text = textsOf(props.form, props.locale);
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
      return thankYouContent(props).heading ?? text('thank-you.heading');
  }
}

/** The site's social entries, as the content has them, else the site itself. */
export function socialsOf({ contactForm, site }: Pick<Inputs, 'contactForm' | 'site'>): readonly Social[] {
  return contactForm.site?.socials ?? site.socials ?? [];
}

function dealerContent(content: ContactFormContent): HeaderContent | undefined {
  const image = firstGiven(content.dealerImage);
  const title = firstGiven(content.dealerHeading);
  const copy = firstGiven(content.dealerHeading_copy);
  if (!image && !title && !copy) return undefined;
  return { kind: 'dealer', ...(image && { image }), ...(title && { title }), ...(copy && { copy }) };
}

function firstGiven(...texts: readonly (string | null | undefined)[]): string | undefined {
  return texts.map((text) => text?.trim()).find((text) => text);
}
