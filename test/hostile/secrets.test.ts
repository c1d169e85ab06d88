import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { postNames } from '../../engine/model/names.ts';
import { readEnquiryMails } from '../support/mailbox.ts';
import { type FormPage, fetchFormPage, postForm } from '../support/posts.ts';
import { postEnquiry } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { createPhonePhoto, uploadPhotoOverHttp } from '../support/uploads.ts';
import { sampleEnquiry } from './support/enquiry.ts';

// A leaked secret that is replaced.

const [old, fresh, foreign] = ['o', 'f', 'x'].map((letter) => letter.repeat(40));

it('goes on taking what the former secret signed, and signs by the new one', async () => {
  const data = mkdtempSync(join(tmpdir(), 'slipway-secrets-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const withSecret = (secret = '') => startServer({ env: { SLIPWAY_DATA: data, SLIPWAY_SECRET: secret } });

  const before = await withSecret(old);
  const upload = [await uploadPhotoOverHttp(before.url, await createPhonePhoto())];
  const { isSuccess } = await postEnquiry(before.url, { ...sampleEnquiry, enquiry_type: 7, upload });
  expect(isSuccess).toBe(true);
  const [record] = await before.mailsDone();
  const [mail] = await readEnquiryMails(before, record?.id ?? '');
  const link = /\/api\/photos\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  const ticket = await ticketOf(before);
  await before.stop();

  const status = async (server: RunningServer) => (await fetch(new URL(link, server.url))).status;
  const after = await withSecret(`${fresh}, ${old}`);
  expect(await status(after)).toBe(200);
  expect(await isKnown(after, ticket)).toBe(true);
  const newTicket = await ticketOf(after);
  await after.stop();

  const rotated = await withSecret(fresh);
  expect([await status(rotated), await isKnown(rotated, ticket)]).toEqual([404, false]);
  expect(await isKnown(rotated, newTicket)).toBe(true);
  await rotated.stop();

  const stranger = await withSecret(foreign);
  expect([await status(stranger), await isKnown(stranger, newTicket)]).toEqual([404, false]);
  await stranger.stop();
});

async function ticketOf({ url }: RunningServer): Promise<string> {
  return ticketIn(await fetchFormPage(url, '/contact'));
}

function ticketIn({ hidden }: FormPage): string {
  return hidden.find(([name]) => name === postNames.ticket)?.[1] ?? '';
}

/** True if a ticket is valid: a page drawn again then keeps it. */
async function isKnown({ url }: RunningServer, ticket: string): Promise<boolean> {
  const answer = await postForm(url, '/contact', [
    [postNames.ticket, ticket],
    ['enquiry_type', '3'],
  ]);
  expect(answer.status).toBe(422);
  return ticketIn(answer) === ticket;
}
