import { formatText } from '#engine';
import type { CompiledForm } from '../documents/compiled-form.ts';
import { toInertLine } from '../mail/inert-text.ts';
import type { MailContent } from '../store/mail-queue.ts';

export interface ResumeMailInput {
  readonly ready: CompiledForm;
  /** BCP 47. */
  readonly locale: string;
  readonly type: string;
  readonly domain: string;
  readonly link: string;
  /** The expiry of the link, formatted for the locale. */
  readonly date: string;
}

/**
 * Creates the mail with a link. It contains no text of the visitor: the given address may be somebody else's,
 * and the mail must not be usable to send messages to strangers.
 */
export function createResumeMail({ ready, locale, type, domain, link, date }: ResumeMailInput): MailContent {
  const text = (key: string) => toInertLine(formatText(ready.form, locale, key, { type, domain, date }));
  return {
    locale,
    domain,
    replyTo: null,
    words: {
      subject: text('mail.resume.subject'),
      heading: text('mail.resume.heading'),
      intro: text('mail.resume.intro'),
      reply: text('mail.resume.note'),
    },
    rows: [],
    action: { label: text('mail.resume.link'), link },
    details: [{ label: text('mail.resume.until'), value: toInertLine(date) }],
  };
}
