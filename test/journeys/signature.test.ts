import sharp from 'sharp';
import { describe } from 'vitest';
import { createCorpusSite, getCorpusPath } from '../corpus/corpus.ts';
import { findAxeViolations } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';
import { readEnquiryMails } from '../support/mailbox.ts';
import type { RunningServer } from '../support/server.ts';
import type { Visitor } from '../support/visitor.ts';
import { findEnquiryByPhotos, sendAndReadVariables } from './photos-journey.ts';

const key = 'signed';

const it = journeysOn(
  createCorpusSite([
    {
      key,
      about: 'A form to sign.',
      schema: {
        type: 'object',
        required: ['signature'],
        properties: {
          signature: {
            type: 'array',
            title: 'Signature',
            items: { type: 'string' },
            minItems: 1,
            maxItems: 1,
          },
          witness: { type: 'array', title: 'Witness', items: { type: 'string' }, maxItems: 1 },
        },
      },
      ui: { signature: { 'ui:widget': 'signature' }, witness: { 'ui:widget': 'signature' } },
      drawn: ['signature', 'witness'],
      valid: [],
      invalid: [],
    },
  ]),
);

/** Draws a line across the pad of a field with the mouse. */
async function sign({ page }: Visitor, label: string): Promise<void> {
  const pad = page.getByRole('group', { name: label }).getByRole('img');
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (box === null) throw new Error('The pad is not visible');
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.6);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.3, { steps: 5 });
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height * 0.6, { steps: 5 });
  await page.mouse.up();
}

/** Types a name as the first signature, and waits until it is uploaded. */
async function typeName({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: 'Type your name instead' }).first().click();
  await page.keyboard.type('Ann Berry');
  await page.keyboard.press('Enter');
  await page.getByRole('listitem').getByText('Uploaded').waitFor();
}

/** Returns the attachments of the mail with these pictures, and the share of dark pixels in the stored one. */
async function readSignature(paths: readonly string[] | undefined, server: RunningServer) {
  const enquiry = await findEnquiryByPhotos(paths, server);
  const [mail] = await readEnquiryMails(server, enquiry?.id ?? '');
  const link = /http\S+\/api\/photos\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  const picture = sharp(await (await fetch(link)).arrayBuffer());
  const { width } = await picture.metadata();
  const { channels, isOpaque } = await picture.greyscale().stats();
  return { text: mail?.text, attachments: mail?.attachments, width, light: channels[0]?.mean, isOpaque };
}

/** Returns a small PNG. */
function createScan(): Promise<Buffer> {
  return sharp({ create: { width: 30, height: 20, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
}

describe('a visitor who signs', () => {
  it('draws and sends at once: the signature is uploaded first, and is in the mail', async ({
    visitor,
    server,
    expect,
  }) => {
    await visitor.visits(getCorpusPath(key));
    await sign(visitor, 'Signature');
    expect(await findAxeViolations(visitor.page)).toEqual([]);
    const { signature } = await sendAndReadVariables<'signature' | 'witness'>(visitor);
    expect(signature).toEqual([expect.stringMatching(/^photos\/[0-9a-f]{32}\.png$/)]);
    const stored = await readSignature(signature, server);
    expect(stored).toMatchObject({ attachments: [{ disposition: 'inline' }], isOpaque: true });
    expect(stored.text).toContain('signature.png');
    expect(stored.light).toBeGreaterThan(240);
    expect(stored.light).toBeLessThan(255);
  });

  it('types the name, and is asked again after removing it', async ({ visitor, expect }) => {
    const { page } = visitor;
    await visitor.visits(getCorpusPath(key));
    await typeName(visitor);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove signature.png' }).click();
    await visitor.sends();
    const way = page
      .getByRole('group', { name: 'Signature' })
      .getByRole('button', { name: 'Type your name' });
    await expect.poll(() => way.evaluate((one) => one.matches(':focus'))).toBe(true);
    expect((await visitor.conversion()).events).toEqual([]);
  });

  it('is sent later if its signature cannot be uploaded, and not without it', async ({ visitor, expect }) => {
    const { page } = visitor;
    visitor.expectsTrouble();
    await visitor.visits(getCorpusPath(key));
    await typeName(visitor);
    await page.route('**/api/contact-upload*', (route) => route.abort());
    await sign(visitor, 'Witness');
    await visitor.sends();
    await page.getByRole('button', { name: 'Send when I am back online' }).waitFor();
    expect((await visitor.conversion()).events).toEqual([]);
    await page.unroute('**/api/contact-upload*');
    const { witness } = await sendAndReadVariables<'signature' | 'witness'>(visitor);
    expect(witness).toHaveLength(1);
  });

  it('picks a picture before scripts run, which is added', async ({ visitor, expect }) => {
    await visitor.page.goto(getCorpusPath(key));
    const picker = visitor.page.locator('input[name="signature"]');
    await picker.setInputFiles({ name: 'scanned.png', mimeType: 'image/png', buffer: await createScan() });
    await visitor.isHydrated();
    await visitor.page.getByRole('listitem').filter({ hasText: 'scanned.png' }).waitFor();
    await expect.poll(() => visitor.page.locator('canvas').count()).toBe(1);
  });

  it('uploads a picture without scripts, which is in the mail', async ({ newVisitor, server, expect }) => {
    const { page } = await newVisitor({ javaScriptEnabled: false });
    await page.goto(getCorpusPath(key));
    await page.getByText('Choose a picture of your signature').first().waitFor();
    expect(await page.locator('canvas').count()).toBe(0);
    const picker = page.locator('input[name="signature"]');
    await picker.setInputFiles({ name: 'scanned.png', mimeType: 'image/png', buffer: await createScan() });
    await page.locator('button[type="submit"]').last().click();
    await page.getByRole('heading', { name: 'It has arrived' }).waitFor();
    const records = await server.mailsDone();
    const mails = await Promise.all(records.map(({ id }) => readEnquiryMails(server, id)));
    expect(mails.flat().map(({ text }) => text)).toContainEqual(expect.stringContaining('scanned.png'));
  });
});
