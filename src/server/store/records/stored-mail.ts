import { createShape } from '../../platform/validate-shape.ts';
import type { MailContent } from './mail-queue.ts';
import { readJsonColumn } from './stored-json.ts';

/** Returns the mail content in a column that only `accept` writes; undefined if it is damaged. */
export function readMailContent(column: unknown): MailContent | undefined {
  return readJsonColumn(storedContent, column);
}

const text = { type: 'string' };
const row = { type: 'object', required: ['label', 'value'], properties: { label: text, value: text } };
const texts = { type: 'array', items: text };

const storedContent = createShape<MailContent>({
  type: 'object',
  required: ['locale', 'domain', 'replyTo', 'words', 'rows', 'details'],
  properties: {
    locale: text,
    domain: text,
    replyTo: {
      type: ['object', 'null'],
      required: ['name', 'address'],
      properties: { name: text, address: text },
    },
    words: {
      type: 'object',
      required: ['subject', 'heading', 'intro'],
      properties: { subject: text, heading: text, intro: text, reply: text, fallback: text },
    },
    notice: { type: 'object', required: ['text', 'locale'], properties: { text, locale: text } },
    rows: { type: 'array', items: row },
    action: { type: 'object', required: ['label', 'link'], properties: { label: text, link: text } },
    photos: {
      type: 'object',
      required: ['heading', 'withheld', 'links'],
      properties: { heading: text, withheld: texts, pending: texts, links: texts, labels: texts },
    },
    details: { type: 'array', items: row },
  },
});
