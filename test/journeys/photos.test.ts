import sharp from 'sharp';
import { describe } from 'vitest';
import { cameraJpeg, truncatedJpeg } from '../photos/support/pictures.ts';
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
