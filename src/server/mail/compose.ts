import MailComposer from 'nodemailer/lib/mail-composer';
import { isMailAddress } from '../config/variables.ts';
import type { DueMail, MailContent } from '../store/mail-queue.ts';
import { html } from './html.ts';
import { inertLine } from './inert.ts';
import { previewAttachments, type ShownPhotos, shownPhotos } from './mail-photos.ts';
import { type ComposedMail, receiptId } from './mail-transport.ts';
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
  const { enquiryId: id, receivedAt: at, to } = due;
  const content = contentOf(due);
  const photos = shownPhotos({ ...due, content }, mailHost(content.domain));
  return composeMessage({
    ...{ id, at, to, mailFrom, content: withNotice(content, due) },
    ...(photos && { photos }),
  });
}

/**
 * A visitor's receipt as the message that goes out, beside the mail of the same enquiry. Programs answer it with nothing (RFC 3834,
 * "Auto-Submitted"; MS-OXCMAIL, "X-Auto-Response-Suppress"), and a reply goes to its sender, never back to the visitor.
 */
export async function composeReceipt({
  due,
  mailFrom,
}: {
  readonly due: DueMail;
  readonly mailFrom: string | undefined;
}): Promise<ComposedMail> {
  const { enquiryId, receivedAt: at, to } = due;
  const [id, content] = [receiptId(enquiryId), { ...contentOf(due), replyTo: null }];
  return composeMessage({ id, at, to, mailFrom, content, isAnswer: true });
}

function contentOf({ content }: DueMail): MailContent {
  if (content === undefined)
    throw new Error('Cannot compose a mail: what the database holds of it is damaged; restore a backup');
  return content;
}

/** What a message is composed of. */
export interface MessageParts {
  /** A UUID, of a receipt what `receiptId` makes of it: the Message-ID is made from it. */
  readonly id: string;
  /** Its date. */
  readonly at: number;
  readonly to: string;
  /** `SLIPWAY_MAIL_FROM`. */
  readonly mailFrom: string | undefined;
  readonly content: MailContent;
  readonly photos?: ShownPhotos;
  /** It answers what somebody sent. */
  readonly isAnswer?: boolean;
}

/** A message of ours: as plain text, and as HTML. */
export async function composeMessage({
  id,
  at,
  to,
  mailFrom,
  content,
  photos,
  isAnswer = false,
}: MessageParts): Promise<ComposedMail> {
  const host = mailHost(content.domain);
  const from = mailFrom ?? `enquiries@${host}`;
  const composer = new MailComposer({
    from: { name: host, address: from },
    to: { name: '', address: to },
    ...(content.replyTo ? { replyTo: content.replyTo } : {}),
    subject: content.words.subject,
    text: plainText(content, photos),
    html: html(content, photos),
    messageId: `<${id}@${host}>`,
    date: new Date(at),
    // No out-of-office note to the visitor (RFC 3834, "Auto-Submitted").
    headers: {
      'Auto-Submitted': isAnswer ? 'auto-replied' : 'auto-generated',
      ...(isAnswer && { 'X-Auto-Response-Suppress': 'All' }),
      'Content-Language': content.locale,
    },
    baseBoundary: id,
    attachments: previewAttachments(photos),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { id, from, to, raw: await composer.compile().build() };
}

/** Whoever gets a mail in another's place is told whose it was, above all. */
function withNotice(content: MailContent, { refusedBy }: DueMail): MailContent {
  const { words } = content;
  if (refusedBy === null || words.fallback === undefined) return content;
  const notice = words.fallback.replace('{address}', () => inertLine(refusedBy));
  return { ...content, words: { ...words, intro: `${notice} ${words.intro}` } };
}

/** The domain as a mail address may carry it: without a port, in ASCII; `localhost` where that cannot be. */
function mailHost(domain: string): string {
  const url = URL.parse(`http://${domain}`);
  const isHostAlone = url?.pathname === '/' && !url.username && !url.search && !url.hash;
  return isHostAlone && isMailAddress(`enquiries@${url.hostname}`) ? url.hostname : 'localhost';
}
