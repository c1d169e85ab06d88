import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Route } from 'playwright-core';
import sharp from 'sharp';
import { describe, onTestFinished } from 'vitest';
import {
  animatedPng,
  cameraJpeg,
  cmykJpeg,
  heic,
  impostors,
  jpeg,
  picture,
  png,
  progressiveJpeg,
  truncatedJpeg,
} from '../photos/support/pictures.ts';
import { journeysOn } from '../support/journey.ts';
import { mailsOf } from '../support/mailbox.ts';
import type { Visitor } from '../support/visitor.ts';

const it = journeysOn();

const ann = {
  name: 'Ann Berry',
  email: 'ann@example.com',
  message: 'The engine stalls.',
  office_location: '2',
};
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
  it('sends it with a service enquiry, and the office finds it in its mail', async ({
    visitor,
    server,
    expect,
  }) => {
    await visitor.visits('/service/falmouth');
    await picks(visitor, { name: 'Böot am Steg.jpg', bytes: await cameraJpeg() });
    await row(visitor, 'Böot am Steg.jpg').getByText('Uploaded').waitFor();
    expect(await picker(visitor).count()).toBe(0);
    const { office_location: _office, ...answers } = ann;
    await visitor.fills(answers);
    const sent = await sends(visitor);
    expect(sent.upload).toEqual([expect.stringMatching(/^photos\/[0-9a-f]{32}\.jpg$/)]);

    const enquiry = (await server.mailsDone()).at(-1);
    expect(enquiry?.photos).toEqual(sent.upload);
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
    const enquiry = (await server.mailsDone()).at(-1);
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

  it('is told by the mail of one that cannot be decoded', async ({ visitor, server, expect }) => {
    await visitor.visits('/service/falmouth');
    await picks(visitor, { name: 'cut.jpg', bytes: await truncatedJpeg() });
    await row(visitor, 'cut.jpg').getByText('Uploaded').waitFor();
    const { office_location: _office, ...answers } = ann;
    await visitor.fills(answers);
    await sends(visitor);
    const enquiry = (await server.mailsDone()).at(-1);
    const [mail] = await mailsOf(server, enquiry?.id ?? '');
    expect(mail?.text).toContain('One photo could not be read and was left out.');
    expect(mail?.attachments).toEqual([]);
  });
});

describe('the uploader', () => {
  it.for([
    ['HEIC that was renamed', heic()],
    ['HTML that was renamed', impostors.HTML],
    ['SVG that was renamed', impostors.SVG],
  ] as const)(
    'lists %s in red once the server has looked at it',
    async ([_what, bytes], { visitor, expect }) => {
      visitor.expectsTrouble();
      await visitor.visits('/service/falmouth');
      await picks(visitor, { name: 'boat.jpg', bytes: bytes ?? Buffer.alloc(1) });
      await row(visitor, 'boat.jpg').getByRole('button', { name: 'Retry boat.jpg' }).waitFor();
      expect(await row(visitor, 'boat.jpg').locator('.sw-photo-name').textContent()).toBe(
        'boat.jpg(this is not a photo that we can read, choose another)',
      );
    },
  );

  it('lists what it does not take in red, and asks the server for nothing', async ({ visitor, expect }) => {
    await visitor.visits('/valuation');
    const asked: string[] = [];
    visitor.page.on('request', (request) => asked.push(request.url()));
    await drops(visitor, [
      { name: 'plan.svg', type: 'image/svg+xml', bytes: 20 },
      { name: 'void.png', type: 'image/png', bytes: 0 },
      { name: 'huge.jpg', type: 'image/jpeg', bytes: 20 * 2 ** 20 + 1 },
    ]);
    await row(visitor, 'huge.jpg').waitFor();
    expect(await visitor.page.locator('.sw-photo--failed .sw-photo-name').allTextContents()).toEqual([
      'plan.svg(choose a photo of the type JPEG, PNG)',
      'void.png(the file is empty, choose another)',
      'huge.jpg(choose a photo of at most 20\u00A0MB)',
    ]);
    expect(asked.filter((url) => url.includes('contact-upload'))).toEqual([]);
  });

  it('keeps the first of too many, and opens again when there is room', async ({ visitor, expect }) => {
    await visitor.visits('/service/falmouth');
    await picks(visitor, { name: 'a.jpg', bytes: await jpeg() }, { name: 'b.jpg', bytes: await jpeg() });
    await row(visitor, 'a.jpg').getByText('Uploaded').waitFor();
    expect(await row(visitor, 'b.jpg').locator('.sw-photo-name').textContent()).toBe(
      'b.jpg(one photo is all that fits)',
    );
    await row(visitor, 'b.jpg').getByRole('button', { name: 'Retry b.jpg' }).click();
    expect(await picker(visitor).count()).toBe(0);
    await row(visitor, 'a.jpg').getByRole('button', { name: 'Remove a.jpg' }).click();
    await picker(visitor).waitFor({ state: 'attached' });
  });

  it('has ten under way at a time, and nobody can send meanwhile', async ({ visitor, expect }) => {
    await visitor.visits('/valuation');
    const held: Route[] = [];
    await visitor.page.route('**/api/photos/*', (route) => void held.push(route));
    const photo = await jpeg();
    const names = Array.from({ length: 12 }, (_, index) => `${index}.jpg`);
    await picks(visitor, ...names.map((name) => ({ name, bytes: photo })));
    await expect.poll(() => held.length).toBe(10);
    expect(await visitor.page.locator('.sw-photo--uploading').count()).toBe(10);
    expect(await visitor.page.locator('.sw-photo--failed').count()).toBe(2);
    expect(await submitButton(visitor).isDisabled()).toBe(true);
    for (const route of held) await route.continue();
    await expect.poll(() => visitor.page.locator('.sw-photo--uploaded').count()).toBe(10);
    expect(await submitButton(visitor).isEnabled()).toBe(true);
    expect(held).toHaveLength(10);
  });

  it('gives up a transfer after 30 seconds of its own', async ({ visitor, expect }) => {
    visitor.expectsTrouble();
    await visitor.page.clock.install();
    await visitor.visits('/service/falmouth');
    const held: Route[] = [];
    await visitor.page.route('**/api/photos/*', (route) => void held.push(route));
    await picks(visitor, { name: 'slow.jpg', bytes: await jpeg() });
    await expect.poll(() => held.length).toBe(1);
    await visitor.page.clock.fastForward(29_000);
    expect(await row(visitor, 'slow.jpg').getByRole('progressbar').count()).toBe(1);
    await visitor.page.clock.fastForward(1_100);
    await row(visitor, 'slow.jpg').getByText('slow.jpg(the upload took too long, add it again)').waitFor();
    expect(await submitButton(visitor).isEnabled()).toBe(true);
  });

  it('ends a transfer that is cancelled', async ({ visitor, expect }) => {
    visitor.expectsTrouble();
    await visitor.visits('/service/falmouth');
    await visitor.page.route('**/api/photos/*', () => undefined);
    const ended = visitor.page.waitForEvent('requestfailed');
    await picks(visitor, { name: 'a.jpg', bytes: await jpeg() });
    await row(visitor, 'a.jpg').getByRole('button', { name: 'Cancel a.jpg' }).click();
    expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
    expect(await visitor.page.locator('.sw-photo').count()).toBe(0);
    await picker(visitor).waitFor({ state: 'attached' });
  });

  it.for([
    ['an error status', (route: Route) => route.fulfill({ status: 500, body: '<Error/>' })],
    ['another success than 200', (route: Route) => route.fulfill({ status: 204 })],
    ['no answer', (route: Route) => route.abort('connectionreset')],
  ] as const)(
    'lists a photo in red when its transfer ends in %s, and takes it again',
    async ([_what, breaks], { visitor, expect }) => {
      visitor.expectsTrouble();
      await visitor.visits('/service/falmouth');
      await visitor.page.route('**/api/photos/*', breaks);
      const photo = { name: 'a.jpg', bytes: await jpeg() };
      await picks(visitor, photo);
      await row(visitor, 'a.jpg').getByText('a.jpg(the upload did not get through, add it again)').waitFor();
      await visitor.page.unroute('**/api/photos/*');
      await row(visitor, 'a.jpg').getByRole('button', { name: 'Retry a.jpg' }).click();
      await picks(visitor, photo);
      await row(visitor, 'a.jpg').getByText('Uploaded').waitFor();
      expect(await visitor.page.locator('.sw-photo').count()).toBe(1);
    },
  );

  it.for([
    ['an error status', (route: Route) => route.fulfill({ status: 503 })],
    ['too many requests', (route: Route) => route.fulfill({ status: 429, headers: { 'Retry-After': '60' } })],
    ['no JSON', (route: Route) => route.fulfill({ body: '<html>' })],
    ['no target', (route: Route) => route.fulfill({ json: { path: 'photos/a.jpg' } })],
    ['no answer', (route: Route) => route.abort('connectionreset')],
  ] as const)(
    'lets a photo go without an error when the call for a target ends in %s',
    async ([_what, breaks], { visitor, expect }) => {
      visitor.expectsTrouble();
      await visitor.visits('/service/falmouth');
      const held = Promise.withResolvers<Route>();
      await visitor.page.route('**/api/contact-upload', held.resolve);
      await picks(visitor, { name: 'a.jpg', bytes: await jpeg() });
      await row(visitor, 'a.jpg').waitFor();
      await breaks(await held.promise);
      await row(visitor, 'a.jpg').waitFor({ state: 'detached' });
      expect(await submitButton(visitor).isEnabled()).toBe(true);
      expect(await visitor.page.locator('.sw-photo--failed').count()).toBe(0);
      expect(visitor.troubles.some((line) => line.includes('Cannot get an upload target'))).toBe(true);
    },
  );

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
    expect(await visitor.page.locator('.sw-photo').count()).toBe(0);
    await visitor.chooses('enquiry_type', 7);
    expect(await row(visitor, 'b.jpg').locator('.sw-photo-name').textContent()).toBe(
      'b.jpg(one photo is all that fits)',
    );
    await visitor.chooses('enquiry_type', 8);
    expect(await visitor.page.locator('.sw-photo--uploaded').count()).toBe(2);
    await visitor.chooses('enquiry_type', 7);
    await visitor.fills(ann);
    expect((await sends(visitor)).upload).toHaveLength(1);
    expect((await server.enquiries()).at(-1)?.photos).toHaveLength(1);
  });

  it('sends no photo with a type that takes none', async ({ visitor, expect }) => {
    await visitor.visits('/owners');
    await visitor.chooses('enquiry_type', 7);
    await picks(visitor, { name: 'a.jpg', bytes: await jpeg() });
    await row(visitor, 'a.jpg').getByText('Uploaded').waitFor();
    await visitor.chooses('enquiry_type', 3);
    await visitor.fills({ ...ann, office_location: '1' });
    expect((await sends(visitor)).upload).toEqual([]);
  });

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
    const before = (await server.enquiries()).length;
    expect((await sends(visitor)).upload).toHaveLength(1);
    expect(await server.enquiries()).toHaveLength(before + 1);
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

interface Picked {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Picks files in the native dialog; the browser gives each the type of its ending. */
async function picks(visitor: Visitor, ...photos: readonly Picked[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-pocket-'));
  const files = photos.map(({ name, bytes }) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await picker(visitor).setInputFiles(files);
}

interface Dropped {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}

/** Drops files, made in the page, on the place for them. */
async function drops(visitor: Visitor, files: readonly Dropped[]): Promise<void> {
  const data = await visitor.page.evaluateHandle((described) => {
    const transfer = new DataTransfer();
    for (const { name, type, bytes } of described)
      transfer.items.add(new File([new Uint8Array(bytes)], name, { type }));
    return transfer;
  }, files);
  await visitor.page.locator('.sw-dropzone').scrollIntoViewIfNeeded();
  // The role comes with the listeners, a moment after all that can be seen.
  await visitor.page.locator('.sw-dropzone[role="presentation"]').waitFor();
  await visitor.page.dispatchEvent('.sw-dropzone', 'drop', { dataTransfer: data });
}

function picker({ page }: Visitor): Locator {
  return page.locator('input[type="file"]');
}

function row({ page }: Visitor, name: string): Locator {
  return page.getByRole('listitem').filter({ hasText: name });
}

function submitButton({ page }: Visitor): Locator {
  return page.getByTestId('contact-form').locator('button[type="submit"]');
}

/** Sends, waits for the thanks, and gives the variables that travelled. */
async function sends(visitor: Visitor): Promise<{ readonly upload?: readonly string[] }> {
  const [request] = await Promise.all([visitor.page.waitForRequest('**/graphql'), visitor.sends()]);
  await visitor.page.locator('.sw-thanks, [data-testid="contact-form"] h2:focus').first().waitFor();
  return request.postDataJSON().variables;
}
