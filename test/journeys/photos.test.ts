import sharp from 'sharp';
import { describe } from 'vitest';
import { cameraJpeg, jpeg, truncatedJpeg } from '../photos/support/pictures.ts';
import { journeysOn } from '../support/journey.ts';
import { mailsOf } from '../support/mailbox.ts';
import { ann, enquiryWith, picker, picks, row, sends } from './photos-journey.ts';

const it = journeysOn();

describe('a visitor with a photo', () => {
  it('sends it with a service enquiry, and the office finds it in its mail', async ({
    visitor,
    server,
    expect,
  }) => {
    await visitor.visits('/service/falmouth');
    await picks(visitor, { name: 'Böot am Steg.jpg', bytes: await cameraJpeg() });
    await row(visitor, 'Böot am Steg.jpg').getByText('Uploaded').waitFor();
    await expect.poll(() => picker(visitor).count()).toBe(0);
    const { office_location: _office, ...answers } = ann;
    await visitor.fills(answers);
    const sent = await sends(visitor);
    expect(sent.upload).toEqual([expect.stringMatching(/^photos\/[0-9a-f]{32}\.jpg$/)]);

    const enquiry = await enquiryWith(sent.upload, server);
    const [mail] = await mailsOf(server, enquiry?.id ?? '');
    expect(mail?.attachments).toMatchObject([{ mimeType: 'image/jpeg', disposition: 'inline' }]);
    expect(mail?.text).toContain('Böot am Steg.jpg');
    const link = /http\S+\/api\/photos\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    const answer = await fetch(link);
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; .*B%C3%B6ot%20am%20Steg\.jpg$/);
    const { width, height, exif } = await sharp(await answer.arrayBuffer()).metadata();
    expect({ width, height, exif }).toEqual({ width: 48, height: 64 });
  });

  it('is told by the mail of one that cannot be decoded', async ({ visitor, server, expect }) => {
    await visitor.visits('/service/falmouth');
    await picks(visitor, { name: 'cut.jpg', bytes: await truncatedJpeg() });
    await row(visitor, 'cut.jpg').getByText('Uploaded').waitFor();
    const { office_location: _office, ...answers } = ann;
    await visitor.fills(answers);
    const { upload } = await sends(visitor);
    const enquiry = await enquiryWith(upload, server);
    const [mail] = await mailsOf(server, enquiry?.id ?? '');
    expect(mail?.text).toContain('One photo could not be read and was left out.');
    expect(mail?.attachments).toEqual([]);
  });
});

describe('the uploader', () => {
  it('keeps photos across a change of the type, and sends those that it takes', async ({
    visitor,
    server,
    expect,
  }) => {
    await visitor.visits('/owners');
    await visitor.chooses('enquiry_type', 8);
    await picks(visitor, { name: 'a.jpg', bytes: await jpeg() }, { name: 'b.jpg', bytes: await jpeg() });
    await expect.poll(() => visitor.page.locator('.sw-photo--uploaded').count()).toBe(2);
    await visitor.chooses('enquiry_type', 3);
    await expect.poll(() => visitor.page.locator('.sw-photo').count()).toBe(0);
    await visitor.chooses('enquiry_type', 7);
    await expect
      .poll(() => row(visitor, 'b.jpg').locator('.sw-photo-name').textContent())
      .toBe('b.jpg(one photo is all that fits)');
    await visitor.chooses('enquiry_type', 8);
    await expect.poll(() => visitor.page.locator('.sw-photo--uploaded').count()).toBe(2);
    await visitor.chooses('enquiry_type', 7);
    await visitor.fills(ann);
    const { upload } = await sends(visitor);
    expect(upload).toHaveLength(1);
    expect(await enquiryWith(upload, server)).toBeDefined();
  });

  it('keeps its photos when a send fails, for the next', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    await visitor.visits('/service/falmouth');
    await picks(visitor, { name: 'a.jpg', bytes: await jpeg() });
    await row(visitor, 'a.jpg').getByText('Uploaded').waitFor();
    const { office_location: _office, ...answers } = ann;
    await visitor.fills(answers);
    await visitor.page.route('**/graphql', (route) => route.abort());
    await visitor.sends();
    await visitor.sees('There was a problem. Please try again.');
    await visitor.page.unroute('**/graphql');
    // By keyboard: what tells of the failure moves the button while it comes.
    const again = visitor.page.waitForRequest('**/graphql');
    await visitor.control('name').press('Enter');
    const { upload } = (await again).postDataJSON().variables;
    await visitor.sees(/^Thank you/);
    expect(upload).toHaveLength(1);
    expect(await enquiryWith(upload, server)).toBeDefined();
  });
});
