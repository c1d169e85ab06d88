import { photosText, type ShownPhotos } from './photos.ts';
import type { MailContent, MailRow } from './port.ts';

/**
 * The mail as plain text. Every line of a value is indented, so that no value can pass for a label:
 * `Message` / `  first line` / `  second line`.
 */
export function plainText({ words, rows, details }: MailContent, photos?: ShownPhotos): string {
  const parts = [
    words.heading,
    words.intro,
    rows.map(toLines).join('\n\n'),
    ...(photos ? [photosText(photos)] : []),
    ...(words.reply ? [words.reply] : []),
    `-- \n${details.map(toLines).join('\n')}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function toLines({ label, value }: MailRow): string {
  return `${label}\n${value.replace(/^/gm, '  ')}`;
}
