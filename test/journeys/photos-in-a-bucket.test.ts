import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, onTestFinished, test } from 'vitest';
import { createHeic, createPicture } from '../photos/support/pictures.ts';
import { journeysOn } from '../support/journey.ts';
import { readEnquiryMails } from '../support/mailbox.ts';

const { SLIPWAY_TEST_S3_ENDPOINT: endpoint, SLIPWAY_TEST_S3_BUCKET: bucket = '' } = process.env;

const it = journeysOn({
  env: endpoint ? { SLIPWAY_S3_ENDPOINT: endpoint, SLIPWAY_S3_BUCKET: bucket } : {},
});

describe('a visitor whose photos go to a bucket', () => {
  // Checked first, so that no server is started in vain.
  if (!endpoint) {
    test('is seen to by npm run test:s3', ({ skip }) =>
      skip('no S3 server answers; npm run test:s3 starts one'));
    return;
  }

  it('sends one straight there, and the office gets it from the mail', async ({
    visitor,
    server,
    expect,
  }) => {
    await visitor.visits('/service/falmouth');
    const put = visitor.page.waitForRequest((request) => request.method() === 'PUT');
    await visitor.page.setInputFiles('input[type="file"]', await file('stern.jpg', await photo()));
    expect((await put).url()).toMatch(`${endpoint}/${bucket}/originals/`);
    await visitor.page.getByRole('listitem').filter({ hasText: 'stern.jpg' }).getByText('Uploaded').waitFor();
    await visitor.fills({ name: 'Ann Berry', email: 'ann@example.com', message: 'The engine stalls.' });
    await visitor.sends();
    await expect.poll(async () => (await server.enquiries()).length).toBe(1);
    const [enquiry] = await server.mailsDone();
    const [mail] = await readEnquiryMails(server, enquiry?.id ?? '');
    const link = /http\S+\/api\/photos\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    const { width } = await sharp(await (await fetch(link)).arrayBuffer()).metadata();
    expect(width).toBe(800);
    expect(mail?.attachments).toHaveLength(1);
  });

  it('is told when the bucket took what is no photo', async ({ visitor, expect }) => {
    await visitor.visits('/service/falmouth');
    await visitor.page.setInputFiles('input[type="file"]', await file('boat.jpg', createHeic()));
    await visitor.page.getByRole('listitem').filter({ hasText: 'boat.jpg' }).getByText('Uploaded').waitFor();
    visitor.expectsTrouble();
    await visitor.fills({ name: 'Ann Berry', email: 'ann@example.com', message: 'The engine stalls.' });
    await visitor.sends();
    await visitor.sees('Remove the photo and add it again');
    await expect.poll(() => visitor.page.locator('.sw-photo').count()).toBe(1);
  });
});

function photo(): Promise<Buffer> {
  return createPicture(800, 600).jpeg().toBuffer();
}

async function file(name: string, bytes: Buffer): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-pocket-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
}
