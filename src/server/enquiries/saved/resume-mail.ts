import { formatText } from '#engine';
import { toInertLine } from '../../delivery/mail/inert-text.ts';
import type { CompiledForm } from '../../forms/documents/compiled-form.ts';
import type { MailContent } from '../../store/mail-queue.ts';

export interface ResumeMailInput {
  /** The form whose texts the mail uses. */
  readonly ready: CompiledForm;
  /** BCP 47. */
  readonly locale: string;
  /** The label of the enquiry type in that locale; may be empty. */
  readonly type: string;
  /** The domain of the site. */
  readonly domain: string;
  /** The URL at which the visitor continues. */
  readonly link: string;
  /** The expiry of the link, formatted for the locale. */
  readonly date: string;
}

/**
 * Creates the content of the mail with the link to saved answers. It contains no text of the visitor: the
 * given address may be somebody else's, and the mail must not be usable to send messages to strangers.
 */
export function createResumeMail({ ready, locale, type, domain, link, date }: ResumeMailInput): MailContent {
  /** Returns the text with a key, with `type`, `domain` and `date` filled in, as one line. */
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
