import { textDirection } from '#engine';
import type { MailContent, MailNotice, MailRow } from '../../store/records/mail-queue.ts';
import { escapeHtml } from './inert-text.ts';
import type { MailPhotosView } from './mail-photos.ts';

// Mail programs support no custom properties, and some of them no style sheets. The theme's colours and fonts
// (widgets/theme/tokens.css) are therefore repeated here, as attributes.
const ink = '#11242f';
const muted = '#4c5d67';
const canvas = '#f1ede4';
const surface = '#fffefb';
const line = '#ddd6c9';
const brand = '#14303f';
const onBrand = '#fdfaf4';
const serif = "'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif";
const sans = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

const wrap = 'overflow-wrap:anywhere;word-break:break-word';

/**
 * Renders a mail as an HTML document. The layout uses tables, which every mail program supports; there are no
 * scripts, and no images except attached ones. All texts are escaped.
 */
export function renderHtmlMail(
  { locale, domain, words, notice, rows, action, details }: MailContent,
  photos?: MailPhotosView,
): string {
  const dir = textDirection(locale);
  // A value has its own text direction, but is aligned with its label.
  const side = dir === 'rtl' ? 'right' : 'left';
  return `<!doctype html>
<html lang="${escapeHtml(locale)}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeHtml(words.subject)}</title>
</head>
<body style="margin:0;padding:0;background:${canvas};color:${ink}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${canvas}">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;background:${surface};border:1px solid ${line}">
<tr><td style="padding:32px 36px 28px;background:${brand};color:${onBrand}">
<p style="margin:0 0 10px;font:500 13px/1.4 ${sans};letter-spacing:.04em;color:${onBrand};${wrap}">${escapeHtml(domain)}</p>
<h1 style="margin:0;font:400 28px/1.2 ${serif};color:${onBrand};${wrap}">${escapeHtml(words.heading)}</h1>
</td></tr>
${notice ? renderNoticeRow(notice) : ''}
<tr><td style="padding:28px 36px 4px;font:400 16px/1.6 ${sans};color:${muted};${wrap}">${escapeHtml(words.intro)}</td></tr>
<tr><td style="padding:8px 36px 12px">
${renderTable(rows, (row) => renderValueRow(row, side))}
</td></tr>
${action ? renderActionRow(action) : ''}
${photos ? renderPhotosRow(photos, side) : ''}
${words.reply ? renderReplyRow(words.reply) : ''}
<tr><td style="padding:20px 36px 28px;border-top:1px solid ${line}">
${renderTable(details, (row) => renderDetailRow(row, side))}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** Renders a table around the rendered rows. */
function renderTable(rows: readonly MailRow[], renderRow: (row: MailRow) => string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">\n${rows.map(renderRow).join('\n')}\n</table>`;
}

type TextSide = 'left' | 'right';

/**
 * Renders the label of an answer above its value.
 * @param side The side at which the value is aligned.
 */
function renderValueRow({ label, value, link }: MailRow, side: TextSide): string {
  // A visitor's answer has its own direction; what is a link was written in the language of the mail.
  const dir = link === undefined ? 'auto' : side === 'right' ? 'rtl' : 'ltr';
  return `<tr><td style="padding:14px 0;border-bottom:1px solid ${line}">
<div style="font:500 13px/1.4 ${sans};color:${muted}">${escapeHtml(label)}</div>
<div dir="${dir}" style="padding-top:4px;text-align:${side};font:400 17px/1.55 ${sans};color:${ink};${wrap}">${renderLinked(value, link)}</div>
</td></tr>`;
}

/**
 * Renders a label beside its value, in small type.
 * @param side The side at which the value is aligned.
 */
function renderDetailRow({ label, value, link }: MailRow, side: TextSide): string {
  const cell = `padding:3px 0;font:400 13px/1.5 ${sans};vertical-align:top`;
  return `<tr><td width="110" style="${cell};color:${muted}">${escapeHtml(label)}</td><td dir="auto" style="${cell};text-align:${side};color:${ink};${wrap}">${renderLinked(value, link)}</td></tr>`;
}

/** Renders a link as a button, with its address below for programs that show no buttons. */
function renderActionRow({ label, link }: NonNullable<MailContent['action']>): string {
  const button = `display:inline-block;padding:12px 24px;background:${brand};color:${onBrand};font:500 16px/1.4 ${sans};text-decoration:none;${wrap}`;
  return `<tr><td style="padding:4px 36px 16px">
<a href="${escapeHtml(link)}" style="${button}">${escapeHtml(label)}</a>
<div dir="ltr" style="padding-top:12px;font:400 13px/1.5 ${sans};color:${muted};${wrap}">${escapeHtml(link)}</div>
</td></tr>`;
}

/**
 * Renders each photo as a link to the full one, with its preview if it has one, and the sentences about
 * photos that are not shown.
 */
function renderPhotosRow({ heading, photos, pending, withheld }: MailPhotosView, side: TextSide): string {
  const apart = side === 'left' ? '0 12px 14px 0' : '0 0 14px 12px';
  const label = `padding:0 0 10px;font:500 13px/1.4 ${sans};color:${muted}`;
  const link = `display:inline-block;width:160px;margin:${apart};vertical-align:top;color:${ink}`;
  const text = `font:400 13px/1.5 ${sans};color:${muted};${wrap}`;
  const items = photos.map(
    (
      photo,
    ) => `${photo.label === undefined ? '' : `<div dir="auto" style="${text};padding:0 0 6px;text-align:${side}">${escapeHtml(photo.label)}</div>\n`}<a href="${escapeHtml(photo.link)}" style="${link}">
${photo.preview ? renderPreview(photo.preview.cid, photo.name) : ''}<span dir="auto" style="${text}">${escapeHtml(photo.name)}</span></a>`,
  );
  const cell = [
    `<div style="${label}">${escapeHtml(heading)}</div>`,
    ...items,
    ...(pending ? [`<div style="${text}">${escapeHtml(pending)}</div>`] : []),
    ...(withheld ? [`<div style="${text}">${escapeHtml(withheld)}</div>`] : []),
  ];
  return `<tr><td style="padding:4px 36px 16px">\n${cell.join('\n')}\n</td></tr>`;
}

/**
 * Renders the image of an attached preview.
 * @param cid The Content-ID of the attachment.
 */
function renderPreview(cid: string, name: string): string {
  return `<img src="cid:${escapeHtml(cid)}" alt="${escapeHtml(name)}" width="160" style="display:block;width:160px;max-width:100%;height:auto;border:0">\n`;
}

/** Renders a notice in its own language, which may differ from that of the mail. */
function renderNoticeRow({ text, locale }: MailNotice): string {
  const dir = textDirection(locale);
  const side = dir === 'rtl' ? 'right' : 'left';
  return `<tr><td lang="${escapeHtml(locale)}" dir="${dir}" align="${side}" style="padding:28px 36px 0;font:600 16px/1.6 ${sans};color:${ink};${wrap}">${escapeHtml(text)}</td></tr>`;
}

/** Renders the sentence that says whom a reply reaches. */
function renderReplyRow(words: string): string {
  return `<tr><td style="padding:12px 36px 28px;font:400 15px/1.6 ${sans};color:${muted}">${escapeHtml(words)}</td></tr>`;
}

/** Renders a value, as a link if it has an address. */
function renderLinked(value: string, link: string | undefined): string {
  const lines = toHtmlLines(value);
  return link === undefined ? lines : `<a href="${escapeHtml(link)}" style="color:${ink}">${lines}</a>`;
}

/** Escapes a text, and replaces its line breaks by `<br>`. */
function toHtmlLines(value: string): string {
  return escapeHtml(value).replaceAll('\n', '<br>');
}
