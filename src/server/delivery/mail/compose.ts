import MailComposer from 'nodemailer/lib/mail-composer';
import { isMailAddress } from '../../platform/config/variables.ts';
import type { DueMail, MailContent } from '../../store/records/mail-queue.ts';
import { renderHtmlMail } from './html.ts';
import { toInertLine } from './inert-text.ts';
import { type MailPhotosView, toMailPhotosView, toPreviewAttachments } from './mail-photos.ts';
import { type ComposedMail, toReceiptId } from './mail-transport.ts';
import { renderPlainTextMail } from './plain-text.ts';

/**
 * Composes the message of a stored mail. It is the same for every attempt: a mail that is sent twice, because
 * the answer to the first was lost, has the same Message-ID and the same bytes. Rejects if its content is
 * damaged in the database.
 */
export async function composeMail({
  due,
  mailFrom,
}: {
  readonly due: DueMail;
  readonly mailFrom: string | undefined;
}): Promise<ComposedMail> {
  const { enquiryId: id, receivedAt: at, to } = due;
  const content = requireContent(due);
  const photos = toMailPhotosView({ ...due, content }, toMailHost(content.domain));
  return composeMessage({
    id,
    at,
    to,
    mailFrom,
    content: addFallbackNotice(content, due),
    ...(photos && { photos }),
  });
}

/**
 * Composes the message of a visitor's receipt. Programs must not answer it (RFC 3834, "Auto-Submitted";
 * MS-OXCMAIL, "X-Auto-Response-Suppress"), and a reply goes to the sender, never to the visitor. The envelope
 * has a sender, against RFC 3834, because many relays refuse mails without one. Rejects if its content is
 * damaged in the database.
 */
export async function composeReceipt({
  due,
  mailFrom,
}: {
  readonly due: DueMail;
  readonly mailFrom: string | undefined;
}): Promise<ComposedMail> {
  const { enquiryId, receivedAt: at, to } = due;
  const [id, content] = [toReceiptId(enquiryId), { ...requireContent(due), replyTo: null }];
  return composeMessage({ id, at, to, mailFrom, content, isAnswer: true });
}

/** Returns the content. Throws an error if it is damaged in the database. */
export function requireContent({ content }: DueMail): MailContent {
  if (content === undefined)
    throw new Error('Cannot compose a mail: its data in the database is damaged; restore a backup');
  return content;
}

export interface MessageInput {
  /** A UUID, or the id of a receipt (`toReceiptId`). The Message-ID contains it. */
  readonly id: string;
  /** The date of the message, in milliseconds since 1970. */
  readonly at: number;
  readonly to: string;
  readonly mailFrom: string | undefined;
  readonly content: MailContent;
  readonly photos?: MailPhotosView;
  /** True for a receipt, which programs must not answer. */
  readonly isAnswer?: boolean;
  /** The address at which the recipient stops these mails, with one request (RFC 8058). */
  readonly unsubscribe?: string;
}

/**
 * Composes a message from the content of a mail. Without `mailFrom` the sender is `enquiries@` with the
 * content's domain.
 */
export async function composeMessage({
  id,
  at,
  to,
  mailFrom,
  content,
  photos,
  isAnswer = false,
  unsubscribe,
}: MessageInput): Promise<ComposedMail> {
  const host = toMailHost(content.domain);
  const from = mailFrom ?? `enquiries@${host}`;
  const composer = new MailComposer({
    from: { name: host, address: from },
    to: { name: '', address: to },
    ...(content.replyTo ? { replyTo: content.replyTo } : {}),
    subject: content.words.subject,
    text: renderPlainTextMail(content, photos),
    html: renderHtmlMail(content, photos),
    messageId: `<${id}@${host}>`,
    date: new Date(at),
    // Prevents out-of-office replies to the visitor (RFC 3834, "Auto-Submitted").
    headers: {
      'Auto-Submitted': isAnswer ? 'auto-replied' : 'auto-generated',
      ...(isAnswer && { 'X-Auto-Response-Suppress': 'All' }),
      'Content-Language': content.locale,
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    baseBoundary: id,
    attachments: toPreviewAttachments(photos),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { id, from, to, raw: await composer.compile().build() };
}

/**
 * Returns the content with a notice before its introduction that names the address which refused the mail.
 * Returns it unchanged if no address did, or if the content has no text for it.
 */
function addFallbackNotice(content: MailContent, { refusedBy }: DueMail): MailContent {
  const { words } = content;
  if (refusedBy === null || words.fallback === undefined) return content;
  const notice = words.fallback.replace('{address}', () => toInertLine(refusedBy));
  return { ...content, words: { ...words, intro: `${notice} ${words.intro}` } };
}

/** Returns a domain without its port, in ASCII, or `localhost` if it cannot be part of a mail address. */
export function toMailHost(domain: string): string {
  const url = URL.parse(`http://${domain}`);
  const isHostAlone = url?.pathname === '/' && !url.username && !url.search && !url.hash;
  return isHostAlone && isMailAddress(`enquiries@${url.hostname}`) ? url.hostname : 'localhost';
}
