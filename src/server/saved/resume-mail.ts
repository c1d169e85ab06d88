import { formatText } from '#engine';
import type { CompiledForm } from '../documents/compiled-form.ts';
import { inertLine } from '../mail/inert.ts';
import type { MailContent } from '../store/mail-queue.ts';

/** What the mail with a link tells of. */
export interface ResumeMailInput {
  readonly ready: CompiledForm;
  /** BCP 47. */
  readonly locale: string;
  /** Label of the enquiry type. */
  readonly type: string;
  /** Of the site. */
  readonly domain: string;
  readonly link: string;
  /** Until when the link works, in words of the locale. */
  readonly date: string;
}

/**
 * The mail that a link comes in. It says nothing that a visitor wrote: whoever asks for it may give somebody else's address, and is to have
 * nothing of it.
 */
export function resumeMail({ ready, locale, type, domain, link, date }: ResumeMailInput): MailContent {
  const text = (key: string) => inertLine(formatText(ready.form, locale, key, { type, domain, date }));
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
    details: [{ label: text('mail.resume.until'), value: inertLine(date) }],
  };
}
