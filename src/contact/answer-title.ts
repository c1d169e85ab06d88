import { thankYouContent } from './content.ts';
import type { ContactFormSectionProps } from './props.ts';
import { textsOf } from './text.ts';

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
      return undefined;
    case 'refused':
      return text('summary.heading', { count: outcome.named.length });
    case 'failed':
      return text('send-failed');
    case 'accepted':
      return thankYouContent(props).heading ?? text('thank-you.heading');
  }
}
