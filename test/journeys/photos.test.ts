import sharp from 'sharp';
import { describe } from 'vitest';
import { createCameraJpeg, createTruncatedJpeg } from '../photos/support/pictures.ts';
import { journeysOn } from '../support/journey.ts';
import { readEnquiryMails } from '../support/mailbox.ts';
import {
  annsAnswers,
  findEnquiryByPhotos,
  locatePhotoPicker,
  locatePhotoRow,
  pickPhotos,
  sendAndReadVariables,
} from './photos-journey.ts';

const it = journeysOn();

describe('a visitor with a photo', () => {
  it('sends it with a service enquiry, and the office finds it in its mail', async ({
    visitor,
    server,
    expect,
  }) => {
    await visitor.visits('/service/falmouth');
    await pickPhotos(visitor, { name: 'Böot am Steg.jpg', bytes: await createCameraJpeg() });
    await locatePhotoRow(visitor, 'Böot am Steg.jpg').getByText('Uploaded').waitFor();
    await expect.poll(() => locatePhotoPicker(visitor).count()).toBe(0);
    const { office_location: _office, ...answers } = annsAnswers;
    await visitor.fills(answers);
    const sent = await sendAndReadVariables(visitor);
    expect(sent.upload).toEqual([expect.stringMatching(/^photos\/[0-9a-f]{32}\.jpg$/)]);

    const enquiry = await findEnquiryByPhotos(sent.upload, server);
    const [mail] = await readEnquiryMails(server, enquiry?.id ?? '');
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
    await pickPhotos(visitor, { name: 'cut.jpg', bytes: await createTruncatedJpeg() });
    await locatePhotoRow(visitor, 'cut.jpg').getByText('Uploaded').waitFor();
    const { office_location: _office, ...answers } = annsAnswers;
    await visitor.fills(answers);
    const { upload } = await sendAndReadVariables(visitor);
    const enquiry = await findEnquiryByPhotos(upload, server);
    const [mail] = await readEnquiryMails(server, enquiry?.id ?? '');
    expect(mail?.text).toContain('One photo could not be read and was left out.');
    expect(mail?.attachments).toEqual([]);
  });
});
