import MailComposer from 'nodemailer/lib/mail-composer';
import { textDirection } from '#engine';
import type { DueMail, MailContent } from '../../store/records/mail-queue.ts';
import { getEnquiryIdOfMail } from '../../store/records/reply-entry.ts';
import { requireContent, toMailHost } from './compose.ts';
import { escapeHtml } from './inert-text.ts';
import { type ComposedMail, toReceiptId } from './mail-transport.ts';

/**
 * Composes the message of a person's reply to a visitor: their words, and below them the quote. It has the same
 * sender as the other mails and refers to the visitor's receipt, so that mail programs show one conversation.
 * It is not marked as automatic, because a person wrote it. Rejects if its content is damaged in the database.
 */
export async function composeReply({
  due,
  mailFrom,
}: {
  readonly due: DueMail;
  readonly mailFrom: string | undefined;
}): Promise<ComposedMail> {
  const { enquiryId: id, receivedAt: at, to } = due;
  const content = requireContent(due);
  const host = toMailHost(content.domain);
  const from = mailFrom ?? `enquiries@${host}`;
  const conversation = `<${toReceiptId(getEnquiryIdOfMail(id))}@${host}>`;
  const composer = new MailComposer({
    from: { name: host, address: from },
    to: { name: '', address: to },
    ...(content.replyTo ? { replyTo: content.replyTo } : {}),
    subject: content.words.subject,
    text: renderReplyText(content),
    html: renderReplyHtml(content),
    messageId: `<${id}@${host}>`,
    inReplyTo: conversation,
    references: [conversation],
    date: new Date(at),
    headers: { 'Content-Language': content.locale },
    baseBoundary: id,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { id, from, to, raw: await composer.compile().build() };
}

/** Renders the words, and each line of the quote after `> `. */
function renderReplyText({ words, rows }: MailContent): string {
  const quote = rows.map(({ value }) => value.replace(/^/gm, '> ')).join('\n');
  const quoted = quote === '' ? [] : [words.reply ? `${words.reply}\n${quote}` : quote];
  return `${[words.intro, ...quoted].join('\n\n')}\n`;
}

/** Renders the words and the quote as an HTML document without styles of its own. All texts are escaped. */
function renderReplyHtml({ locale, words, rows }: MailContent): string {
  const toLines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');
  const quote = rows.map(({ value }) => toLines(value)).join('<br>');
  return `<!doctype html>
<html lang="${escapeHtml(locale)}" dir="${textDirection(locale)}">
<head>
<meta charset="utf-8">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeHtml(words.subject)}</title>
</head>
<body>
<div dir="auto">${toLines(words.intro)}</div>
${quote === '' ? '' : `${words.reply ? `<p>${escapeHtml(words.reply)}</p>\n` : ''}<blockquote dir="auto">${quote}</blockquote>`}
</body>
</html>
`;
}
