import type { Locator } from 'playwright-core';
import { getExpectedForm } from '../scenarios/oracle.ts';
import { createVisitSituation, loadDemoContent } from '../support/content.ts';
import { readEnquiryMails } from '../support/mailbox.ts';
import type { RunningServer } from '../support/server.ts';
import type { Answers, Visitor } from '../support/visitor.ts';
import { createAnswers } from './answers.ts';

const content = loadDemoContent();

export const noScripts = { javaScriptEnabled: false };

export const adasAnswers: Answers = {
  office_location: 1,
  name: 'Ada Marsh',
  email: 'ada@example.com',
  phone: '+44 (0)1632 960 017',
  message: 'When is the yard open?\nOn Sundays too? <b>“Yes”</b>',
};

export function createPageAnswers(path: string, type: number, marker: string): Answers {
  const page = content.pages.find((candidate) => candidate.path === path);
  if (page === undefined) throw new Error(`There is no page "${path}"`);
  return createAnswers(getExpectedForm(createVisitSituation(content, page, { enquiry_type: type })), marker);
}

export function locateTypePicker({ page }: Visitor): Locator {
  return page.locator('input[type="file"]');
}

/** Requests the fields of the chosen type, and waits for the page. */
export async function showTypeFields({ page }: Visitor): Promise<void> {
  await Promise.all([
    page.waitForEvent('domcontentloaded'),
    page.getByRole('button', { name: 'Show this form' }).click(),
  ]);
}

export async function readReference({ page }: Visitor): Promise<string> {
  return (await page.locator('.sw-reference strong').textContent()) ?? '';
}

/** Returns the stored enquiry of the shown reference, without the parts that differ for each send. */
export async function findEnquiryByReference(visitor: Visitor, server: RunningServer) {
  const reference = await readReference(visitor);
  const records = (await server.mailsDone()).filter((candidate) => candidate.reference === reference);
  const [record] = records;
  if (record === undefined || records.length > 1)
    throw new Error(`${records.length} enquiries have the reference "${reference}"`);
  const { id, reference: _reference, receivedAt: _receivedAt, photos, submissionUrl, ...rest } = record;
  const normalizeRecord = (text = '') =>
    text
      .replaceAll(reference, 'REFERENCE')
      .replaceAll(id, 'ID')
      .replaceAll(/cid:\w+\.jpg/g, 'PREVIEW')
      .replaceAll(/\/api\/photos\/[^\s"<]+/g, '/PHOTO')
      .replaceAll(/\d+:\d\d UTC/g, 'TIME');
  const mails = (await readEnquiryMails(server, id)).map(
    ({ subject, text, html, to, replyTo, attachments }) => ({
      subject: normalizeRecord(subject),
      text: normalizeRecord(text),
      html: normalizeRecord(html),
      to,
      replyTo,
      attachments: attachments.map(({ filename, mimeType }) => ({ filename, mimeType })),
    }),
  );
  return {
    reference,
    record: { ...rest, photos: photos.length, submissionUrl: submissionUrl.replace(server.url, '') },
    mails,
  };
}
