import type { Locator } from 'playwright-core';
import { expectedOf } from '../scenarios/oracle.ts';
import { demonstration, situationOn } from '../support/content.ts';
import { mailsOf } from '../support/mailbox.ts';
import type { RunningServer } from '../support/server.ts';
import type { Answers, Visitor } from '../support/visitor.ts';
import { answersFor } from './answers.ts';

const content = demonstration();

export const plain = { javaScriptEnabled: false };

export const ada: Answers = {
  office_location: 1,
  name: 'Ada Marsh',
  email: 'ada@example.com',
  phone: '+44 (0)1632 960 017',
  message: 'When is the yard open?\nOn Sundays too? <b>“Yes”</b>',
};

export function answersOn(path: string, type: number, marker: string): Answers {
  const page = content.pages.find((candidate) => candidate.path === path);
  if (page === undefined) throw new Error(`There is no page "${path}"`);
  return answersFor(expectedOf(situationOn(content, page, { enquiry_type: type })), marker);
}

export function picker({ page }: Visitor): Locator {
  return page.locator('input[type="file"]');
}

/** Requests the fields of the chosen type, and waits for the page. */
export async function showsForm({ page }: Visitor): Promise<void> {
  await Promise.all([
    page.waitForEvent('domcontentloaded'),
    page.getByRole('button', { name: 'Show this form' }).click(),
  ]);
}

export async function referenceOf({ page }: Visitor): Promise<string> {
  return (await page.locator('.sw-reference strong').textContent()) ?? '';
}

/** Returns the stored enquiry of the shown reference, without the parts that differ for each send. */
export async function arrivedFrom(visitor: Visitor, server: RunningServer) {
  const reference = await referenceOf(visitor);
  const records = (await server.mailsDone()).filter((candidate) => candidate.reference === reference);
  const [record] = records;
  if (record === undefined || records.length > 1)
    throw new Error(`${records.length} enquiries have the reference "${reference}"`);
  const { id, reference: _reference, receivedAt: _receivedAt, photos, submissionUrl, ...rest } = record;
  const alike = (text = '') =>
    text
      .replaceAll(reference, 'REFERENCE')
      .replaceAll(id, 'ID')
      .replaceAll(/cid:\w+\.jpg/g, 'PREVIEW')
      .replaceAll(/\/api\/photos\/[^\s"<]+/g, '/PHOTO')
      .replaceAll(/\d+:\d\d UTC/g, 'TIME');
  const mails = (await mailsOf(server, id)).map(({ subject, text, html, to, replyTo, attachments }) => ({
    subject: alike(subject),
    text: alike(text),
    html: alike(html),
    to,
    replyTo,
    attachments: attachments.map(({ filename, mimeType }) => ({ filename, mimeType })),
  }));
  return {
    reference,
    record: { ...rest, photos: photos.length, submissionUrl: submissionUrl.replace(server.url, '') },
    mails,
  };
}
