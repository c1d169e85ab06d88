import type { MailContent, MailRow } from '../../store/records/mail-queue.ts';
import type { MailPhotosView } from './mail-photos.ts';

/**
 * Renders a mail as plain text. Every line of a value is indented by two spaces, so that no value looks like
 * a label: `Message` / `  first line` / `  second line`.
 */
export function renderPlainTextMail(
  { words, notice, rows, action, details }: MailContent,
  photos?: MailPhotosView,
): string {
  const parts = [
    words.heading,
    ...(notice ? [notice.text] : []),
    words.intro,
    ...(rows.length > 0 ? [rows.map(formatIndentedRow).join('\n\n')] : []),
    ...(action ? [`${action.label}\n  ${action.link}`] : []),
    ...(photos ? [renderPhotosText(photos)] : []),
    ...(words.reply ? [words.reply] : []),
    `-- \n${details.map(formatIndentedRow).join('\n')}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Returns the label on its own line, and below it each line of the value and its link, indented. */
function formatIndentedRow({ label, value, link }: MailRow): string {
  const lines = link === undefined ? value : `${value}\n${link}`;
  return `${label}\n${lines.replace(/^/gm, '  ')}`;
}

/** Renders the photos: `2 photos` / `  stern.jpg` / `  https://…`. */
function renderPhotosText({ heading, photos, pending, withheld }: MailPhotosView): string {
  const lines = photos.flatMap(({ name, link, label }) => [
    ...(label === undefined ? [] : [`${label}:`]),
    `  ${name}`,
    `  ${link}`,
  ]);
  return [heading, ...lines, ...(pending ? [pending] : []), ...(withheld ? [withheld] : [])].join('\n');
}
