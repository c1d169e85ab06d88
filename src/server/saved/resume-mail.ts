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
 * Creates the content of the mail with the link to saved answers. It contains no text of the visitor: the
 * given address may be somebody else's, and the mail must not be usable to send messages to strangers.
 */
export function createResumeMail({ ready, locale, type, domain, link, date }: ResumeMailInput): MailContent {
  const formatLine = (key: string) =>
    toInertLine(formatText(ready.form, locale, key, { type, domain, date }));
  return {
    locale,
    domain,
    replyTo: null,
    words: {
      subject: formatLine('mail.resume.subject'),
      heading: formatLine('mail.resume.heading'),
      intro: formatLine('mail.resume.intro'),
      reply: formatLine('mail.resume.note'),
    },
    rows: [],
    action: { label: formatLine('mail.resume.link'), link },
    details: [{ label: formatLine('mail.resume.until'), value: toInertLine(date) }],
  };
}
