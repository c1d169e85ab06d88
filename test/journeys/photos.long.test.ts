import sharp from 'sharp';
import { describe } from 'vitest';
import {
  animatedPng,
  cmykJpeg,
  heic,
  jpeg,
  picture,
  png,
  progressiveJpeg,
  truncatedJpeg,
} from '../photos/support/pictures.ts';
import { journeysOn } from '../support/journey.ts';
import { mailsOf } from '../support/mailbox.ts';
import { enquiryWith, picks, row, sends } from './photos-journey.ts';

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
    const phone = await picture(4000, 3000)
      .withExif({ IFD3: gps })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    await visitor.visits('/valuation');
    const names = Array.from({ length: 10 }, (_, index) => `IMG_${index}.jpg`);
    await picks(visitor, ...names.map((name) => ({ name, bytes: phone })));
    for (const name of names) await row(visitor, name).getByText('Uploaded').waitFor();
    await visitor.fills(boat);
    const { upload } = await sends(visitor);
    expect(upload).toHaveLength(10);
    const enquiry = await enquiryWith(upload, server);
    const [mail] = await mailsOf(server, enquiry?.id ?? '');
    expect(mail?.attachments).toHaveLength(10);
    const link = /http\S+\/api\/photos\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    const { width, height } = await sharp(await (await fetch(link)).arrayBuffer()).metadata();
    expect({ width, height }).toEqual({ width: 1920, height: 2560 });
  });

  it.for([
    ['a progressive JPEG', 'a.jpg', progressiveJpeg],
    ['a JPEG in CMYK', 'a.jpeg', cmykJpeg],
    ['a PNG', 'a.png', png],
    ['an animated PNG', 'a.png', animatedPng],
    ['48 megapixels', 'a.jpg', () => picture(8000, 6000, { plain: true }).jpeg().toBuffer()],
    ['a cut JPEG, for the office to be told of', 'a.jpg', truncatedJpeg],
  ] as const)('may send %s', async ([_what, name, make], { visitor }) => {
    await visitor.visits('/service/falmouth');
    await picks(visitor, { name, bytes: await make() });
    await row(visitor, name).getByText('Uploaded').waitFor();
  });
});

describe('the uploader', () => {
  it('holds no submission up for a photo in error, or for one that was removed', async ({
    visitor,
    expect,
  }) => {
    visitor.expectsTrouble();
    await visitor.visits('/valuation');
    await picks(
      visitor,
      { name: 'good.jpg', bytes: await jpeg() },
      { name: 'gone.jpg', bytes: await jpeg() },
    );
    await expect.poll(() => visitor.page.locator('.sw-photo--uploaded').count()).toBe(2);
    await row(visitor, 'gone.jpg').getByRole('button', { name: 'Remove gone.jpg' }).click();
    await picks(visitor, { name: 'bad.jpg', bytes: heic() });
    await row(visitor, 'bad.jpg').getByRole('button', { name: 'Retry bad.jpg' }).waitFor();
    await visitor.fills(boat);
    expect((await sends(visitor)).upload).toHaveLength(1);
  });

  it('loads its scripts only for a form with photos', async ({ visitor, expect }) => {
    const loaded: string[] = [];
    visitor.page.on('request', (request) => loaded.push(request.url()));
    await visitor.visits('/contact/short');
    await visitor.fills({ name: 'Ann' });
    expect(loaded.filter((url) => /uploader|worker/.test(url))).toEqual([]);
    await visitor.visits('/valuation');
    await visitor.page.locator('.sw-dropzone').scrollIntoViewIfNeeded();
    await expect.poll(() => loaded.some((url) => url.includes('uploader'))).toBe(true);
  });
});

const gps = { GPSLatitudeRef: 'N', GPSLatitude: '50/1 43/1 0/1' };
