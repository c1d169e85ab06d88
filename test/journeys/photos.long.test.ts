import sharp from 'sharp';
import { describe } from 'vitest';
import {
  createAnimatedPng,
  createCmykJpeg,
  createHeic,
  createJpeg,
  createPicture,
  createPng,
  createProgressiveJpeg,
  createTruncatedJpeg,
} from '../photos/support/pictures.ts';
import { journeysOn } from '../support/journey.ts';
import { readEnquiryMails } from '../support/mailbox.ts';
import { findEnquiryByPhotos, locatePhotoRow, pickPhotos, sendAndReadVariables } from './photos-journey.ts';

const it = journeysOn();

const boat = {
  boat_make: 'Trevarrow',
  boat_model: 'Kerensa 46',
  year: '2015',
  boat_location: 'Falmouth',
  tax_paid_status: 'tax-paid',
  engine_hours: '412',
  name: 'Ann Berry',
  email: 'ann@example.com',
  phone: '+44 1632 960017',
  accept_term: true,
};

describe('a visitor with a photo', () => {
  it('sends ten from a phone, each scaled down and upright, ten at a time', async ({
    visitor,
    server,
    expect,
  }) => {
    const phone = await createPicture(4000, 3000)
      .withExif({ IFD3: gps })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    await visitor.visits('/valuation');
    const names = Array.from({ length: 10 }, (_, index) => `IMG_${index}.jpg`);
    await pickPhotos(visitor, ...names.map((name) => ({ name, bytes: phone })));
    for (const name of names) await locatePhotoRow(visitor, name).getByText('Uploaded').waitFor();
    await visitor.fills(boat);
    const { upload } = await sendAndReadVariables(visitor);
    expect(upload).toHaveLength(10);
    const enquiry = await findEnquiryByPhotos(upload, server);
    const [mail] = await readEnquiryMails(server, enquiry?.id ?? '');
    expect(mail?.attachments).toHaveLength(10);
    const link = /http\S+\/api\/photos\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    const { width, height } = await sharp(await (await fetch(link)).arrayBuffer()).metadata();
    expect({ width, height }).toEqual({ width: 1920, height: 2560 });
  });

  it.for([
    ['a progressive JPEG', 'a.jpg', createProgressiveJpeg],
    ['a JPEG in CMYK', 'a.jpeg', createCmykJpeg],
    ['a PNG', 'a.png', createPng],
    ['an animated PNG', 'a.png', createAnimatedPng],
    ['48 megapixels', 'a.jpg', () => createPicture(8000, 6000, { plain: true }).jpeg().toBuffer()],
    ['a cut JPEG, for the office to be told of', 'a.jpg', createTruncatedJpeg],
  ] as const)('may send %s', async ([_what, name, make], { visitor }) => {
    await visitor.visits('/service/falmouth');
    await pickPhotos(visitor, { name, bytes: await make() });
    await locatePhotoRow(visitor, name).getByText('Uploaded').waitFor();
  });
});

describe('the uploader', () => {
  it('holds no submission up for a photo in error, or for one that was removed', async ({
    visitor,
    expect,
  }) => {
    visitor.expectsTrouble();
    await visitor.visits('/valuation');
    await pickPhotos(
      visitor,
      { name: 'good.jpg', bytes: await createJpeg() },
      { name: 'gone.jpg', bytes: await createJpeg() },
    );
    await expect.poll(() => visitor.page.locator('.sw-photo--uploaded').count()).toBe(2);
    await locatePhotoRow(visitor, 'gone.jpg').getByRole('button', { name: 'Remove gone.jpg' }).click();
    await pickPhotos(visitor, { name: 'bad.jpg', bytes: createHeic() });
    await locatePhotoRow(visitor, 'bad.jpg').getByRole('button', { name: 'Retry bad.jpg' }).waitFor();
    await visitor.fills(boat);
    expect((await sendAndReadVariables(visitor)).upload).toHaveLength(1);
  });

  it('loads its scripts only for a form with photos', async ({ visitor, expect }) => {
    const loaded: string[] = [];
    visitor.page.on('request', (request) => loaded.push(request.url()));
    await visitor.visits('/contact/short');
    await visitor.fills({ name: 'Ann' });
    expect(loaded.filter((url) => /uploader|scale-down-worker/.test(url))).toEqual([]);
    await visitor.visits('/valuation');
    await visitor.page.locator('.sw-dropzone').scrollIntoViewIfNeeded();
    await expect.poll(() => loaded.some((url) => url.includes('uploader'))).toBe(true);
  });
});

const gps = { GPSLatitudeRef: 'N', GPSLatitude: '50/1 43/1 0/1' };
