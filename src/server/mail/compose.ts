import MailComposer from 'nodemailer/lib/mail-composer';
import { isMailAddress } from '../config/variables.ts';
import type { DueMail } from '../store/mail-queue.ts';
import { html } from './html.ts';
import { previewAttachments, shownPhotos } from './mail-photos.ts';
import type { ComposedMail } from './mail-transport.ts';
import { plainText } from './plain-text.ts';

/**
 * A stored mail as the message that goes out. It has nothing in it that changes from one attempt to the next: a mail
 * that goes out twice (the answer to the first was lost) has the same Message-ID and the same bytes.
 */
export async function composeMail({
  due,
  mailFrom,
}: {
  readonly due: DueMail;
  /** `SLIPWAY_MAIL_FROM`. */
  readonly mailFrom: string | undefined;
}): Promise<ComposedMail> {
  const { enquiryId, receivedAt, mail } = due;
  const { content } = mail;
  const host = mailHost(content.domain);
  const from = mailFrom ?? `enquiries@${host}`;
  const photos = shownPhotos(due, host);
  const composer = new MailComposer({
    from: { name: host, address: from },
    to: { name: '', address: mail.to },
    ...(content.replyTo ? { replyTo: content.replyTo } : {}),
    subject: content.words.subject,
    text: plainText(content, photos),
    html: html(content, photos),
    messageId: `<${enquiryId}@${host}>`,
    date: new Date(receivedAt),
    // No out-of-office note to the visitor (RFC 3834, "Auto-Submitted").
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': content.locale },
    baseBoundary: enquiryId,
    attachments: previewAttachments(photos),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { id: enquiryId, from, to: mail.to, raw: await composer.compile().build() };
}

/** The domain as a mail address may carry it: without a port, in ASCII; `localhost` where that cannot be. */
function mailHost(domain: string): string {
  const url = URL.parse(`http://${domain}`);
  const isHostAlone = url?.pathname === '/' && !url.username && !url.search && !url.hash;
  return isHostAlone && isMailAddress(`enquiries@${url.hostname}`) ? url.hostname : 'localhost';
}
