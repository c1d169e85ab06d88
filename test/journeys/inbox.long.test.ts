import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, onTestFinished } from 'vitest';
import { startMailServer } from '../../src/server/delivery/mail/testing/mail-server.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { openExistingSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { createEntry } from '../../src/server/store/testing/new-entry.ts';
import { createFormatMessage } from '../../src/studio/ui/messages.ts';
import { findAxeViolations, findHorizontalOverflow } from '../support/accessibility.ts';
import {
  createTallyReader,
  isFocused,
  locateEnquiryRow,
  sendEnquiry as sentWithout,
} from '../support/inbox.ts';
import { createSamplePhoto } from '../support/sample-photo.ts';
import type { SendVariables } from '../support/send.ts';
import { startServer } from '../support/server.ts';
import { findMarkers } from '../support/stored-bytes.ts';
import {
  createAccount,
  createAnnouncementReader,
  openOwnerStudio,
  openStudioAs,
  studioJourneys,
} from '../support/studio.ts';
import { studioPassword } from '../support/studio-password.ts';
import { uploadPhotoOverHttp } from '../support/uploads.ts';

const it = studioJourneys({});

/** Sends an enquiry for the first office; returns its reference. */
function sent(
  url: string,
  values: SendVariables,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  return sentWithout(url, { office_location: '1', ...values }, headers);
}

describe('the desk', () => {
  it('shows the photos of an enquiry, small ones in its page and whole ones in a viewer', async ({
    server,
    opens,
    expect,
  }) => {
    const paths = [
      await uploadPhotoOverHttp(server.url, (await createSamplePhoto('bow.jpg')).buffer),
      await uploadPhotoOverHttp(server.url, (await createSamplePhoto('bow.jpg')).buffer),
    ];
    const reference = await sent(server.url, {
      name: 'Zoë Winter',
      email: 'zoe@example.org',
      enquiry_type: 8,
      upload: paths,
      boat_make: 'Rustler',
      boat_model: '36',
      year: '1994',
      boat_location: 'Falmouth',
      tax_paid_status: 'tax-paid',
      engine_hours: '1200',
      phone: '+44 1326 555014',
      accept_term: true,
      additional_information: 'The gelcoat is crazed around the cleats.\nCan you look at it?',
    });
    const page = await opens(`/studio/enquiries/${reference}`);
    // Photos are re-encoded after they were sent.
    await expect
      .poll(async () => {
        await page.reload();
        await page.getByRole('heading', { name: 'Photos' }).waitFor();
        return page.getByRole('button', { name: /^Photo \d:/ }).count();
      })
      .toBe(2);
    expect(await findAxeViolations(page)).toEqual([]);
    // The list shows thumbnails: no full picture is loaded before it is opened.
    const whole: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/\/pictures\/\d+$/.test(pathname)) whole.push(pathname.split('/').slice(-2).join('/'));
    });
    await page.reload();
    const second = page.getByRole('button', { name: /^Photo 2:/ });
    await expect
      .poll(() => second.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    expect(whole).toEqual([]);
    await second.press('Enter');
    const viewer = page.getByRole('dialog', { name: /^Photo 2 of 2:/ });
    await viewer.waitFor();
    await expect
      .poll(() => viewer.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    expect(whole).toEqual(['pictures/1']);
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('dialog', { name: /^Photo 1 of 2:/ }).waitFor();
    await page.getByRole('button', { name: 'Full size' }).click();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(isFocused(second)).toBe(true);
  });

  it('says that the line is cut off, and has what arrived meanwhile once it is back', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const first = await sent(server.url, { name: 'Vic', message: 'About the eelgrass.' });
    await visitor.page.route('**/studio/api/events*', (route) => route.abort());
    const page = await openOwnerStudio(visitor, server.url, '/studio/enquiries?search=eelgrass');
    await locateEnquiryRow(page, first).waitFor();
    const reported = page.getByText('The connection to the server is lost');
    await reported.waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await sent(server.url, { name: 'Wyn', message: 'More about the eelgrass.' });
    await page.unroute('**/studio/api/events*');
    await page.getByRole('button', { name: '1 new' }).waitFor();
    await expect.poll(() => reported.count()).toBe(0);
  });

  it('tells who has an enquiry sent again that somebody else was before, and does it where it is pressed again', async ({
    visitor,
    server,
    opens,
    expect,
  }) => {
    visitor.expectsTrouble();
    const reference = await sent(server.url, { name: 'Ivo', message: 'About two who send it on.' });
    await server.mailsDone();
    await createAccount(server.url, { name: 'Cat Lane', role: 'viewer', enquiries: 'handle' });
    await visitor.page.route('**/studio/api/events*', (route) => route.abort());
    const page = await openOwnerStudio(visitor, server.url, `/studio/enquiries/${reference}`);
    const theirs = await opens(`/studio/enquiries/${reference}`, 'Cat Lane');
    await page.getByRole('button', { name: 'Resend' }).waitFor();
    await theirs.getByRole('button', { name: 'Resend' }).click();
    await expect.poll(createAnnouncementReader(theirs)).toBe(`The mail of ${reference} is on its way again.`);
    await page.getByRole('button', { name: 'Resend' }).click();
    const reported = page.getByRole('alert').filter({ hasText: 'Cat Lane changed this in the meantime.' });
    await reported.waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Resend' }).click();
    await expect.poll(createAnnouncementReader(page)).toBe(`The mail of ${reference} is on its way again.`);
    await expect.poll(() => reported.count()).toBe(0);
  });

  it('does what is pressed while the answer to another press is on its way', async ({
    server,
    opens,
    expect,
  }) => {
    const reference = await sent(server.url, { name: 'Una', message: 'About a slow line.' });
    await createAccount(server.url, { name: 'Bea Lowe', role: 'viewer', enquiries: 'handle' });
    const page = await opens(`/studio/enquiries/${reference}`);
    let answers = () => {};
    const slow = new Promise<void>((resolve) => {
      answers = resolve;
    });
    await page.route('**/handling', async (route) => {
      await slow;
      await route.continue();
    });
    const answered = page.getByRole('button', { name: 'Answered', exact: true });
    const holder = page.getByRole('region', { name: 'Handling' }).getByLabel('Assigned to');
    await expect.poll(() => holder.locator('option', { hasText: 'Bea Lowe' }).count()).toBe(1);
    await answered.click();
    await holder.selectOption({ label: 'Bea Lowe' });
    await page.getByText('Saving…').waitFor();
    expect(await answered.getAttribute('aria-pressed')).toBe('true');
    expect(await holder.locator('option:checked').textContent()).toBe('Bea Lowe');
    answers();
    await expect.poll(createAnnouncementReader(page)).toBe(`${reference} · Answered · Assigned to Bea Lowe`);
    await page.getByText('Assigned to \u2068Bea Lowe\u2069.').waitFor();
    await expect.poll(() => page.getByText('Saving…').count()).toBe(0);
    await page.reload();
    await expect.poll(() => answered.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => holder.locator('option:checked').textContent()).toBe('Bea Lowe');
  });

  it('says in the page why a file cannot be saved, and saves it once it can', async ({
    server,
    opens,
    expect,
  }) => {
    await sent(server.url, { name: 'Xan', message: 'About the bladderwrack.' });
    const page = await opens('/studio/enquiries?search=bladderwrack');
    await expect.poll(createTallyReader(page)).toBe('One enquiry');
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    const csv = dialog.getByRole('link', { name: 'As a table (CSV)' });
    await page.route('**/studio/api/enquiries/export*', (route) =>
      route.fulfill({ status: 507, json: { error: 'store-full' } }),
    );
    await csv.click();
    await dialog.getByText('The server cannot write to its disk').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.unroute('**/studio/api/enquiries/export*');
    await page.context().clearCookies();
    // Another request of the page may have opened the sign-in dialog already.
    await csv.dispatchEvent('click');
    await dialog.getByText('Your session has ended.').waitFor();
    const signIn = page.getByRole('dialog', { name: 'Sign in' });
    await signIn.getByLabel('Password').fill(studioPassword);
    await signIn.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => signIn.count()).toBe(0);
    const download = page.waitForEvent('download');
    await csv.click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('slipway-enquiries.csv');
    expect(readFileSync(await file.path(), 'utf8')).toContain('bladderwrack');
    await expect.poll(() => dialog.getByRole('alert').count()).toBe(0);
  });

  it('says why a mail was not delivered, and sends it once that is mended', async ({
    newVisitor,
    expect,
  }) => {
    let isMended = false;
    const mail = await startMailServer({
      onRcptTo({ address }, _session, callback) {
        if (isMended) return callback();
        const refusal = new Error(`<${address}>: Recipient address rejected: User unknown`);
        return callback(Object.assign(refusal, { responseCode: 550 }));
      },
    });
    const env = { SLIPWAY_STUDIO_PASSWORD: studioPassword, SMTP_URL: mail.url };
    const server = await startServer({
      env: { ...env, SLIPWAY_PUBLIC_URL: 'https://www.trevarrow.example' },
    });
    onTestFinished(async () => void (await server.stop()));
    const reference = await sent(server.url, { name: 'Pia', message: 'A mail that nobody takes.' });
    await server.mailsDone();
    const page = await openOwnerStudio(await newVisitor(), server.url, '/studio/enquiries');
    await page.getByLabel('Delivery').selectOption({ label: 'Not delivered' });
    await locateEnquiryRow(page, reference).getByText('Not delivered').waitFor();
    await page.getByRole('link', { name: reference }).click();
    const delivery = page.getByRole('region', { name: 'Delivery' });
    await delivery
      .getByText('There is no such address. Correct it in the content, or forward the enquiry.')
      .first()
      .waitFor();
    await delivery.getByText('Recipient address rejected: User unknown').first().waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    isMended = true;
    await delivery.getByRole('button', { name: 'Resend' }).click();
    await expect.poll(createAnnouncementReader(page)).toBe(`The mail of ${reference} is on its way again.`);
    await expect.poll(() => mail.received.length).toBe(1);
    // The page updates without a reload.
    await delivery.getByText('Delivered', { exact: true }).first().waitFor();
  });

  it('erases one enquiry from its page, once its reference is typed, and has no byte of it left', async ({
    newVisitor,
    server,
    opens,
    expect,
  }) => {
    const hers = { name: 'Quilla Zabrinsky', phone: '+44 7700 900461', message: 'A vermilion skiff.' };
    const stored = await sent(server.url, { name: 'Rae', message: 'The skiff that stays.' });
    const reference = await sent(server.url, hers);
    await server.mailsDone();
    const markers = ['Zabrinsky', '900461', 'vermilion'];
    expect(findMarkers(server, markers)).not.toEqual([]);
    await createAccount(server.url, { name: 'Hal Roe', role: 'viewer', enquiries: 'handle' });
    const theirs = await openStudioAs(
      await newVisitor(),
      server.url,
      'Hal Roe',
      `/studio/enquiries/${reference}`,
    );
    await theirs.getByRole('button', { name: 'Assign to me' }).waitFor();
    expect(await theirs.getByRole('button', { name: 'Erase' }).count()).toBe(0);
    await theirs.goto(new URL('/studio/enquiries', server.url).href);

    const page = await opens('/studio/enquiries?search=skiff');
    await page.getByRole('link', { name: reference }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('She called about the vermilion one.');
    await page.getByRole('button', { name: 'Erase' }).click();
    const dialog = page.getByRole('dialog', { name: `Erase ${reference}?` });
    await dialog.getByText('Backups keep this enquiry until you replace them.').waitFor();
    const typed = dialog.getByLabel('Type the reference');
    await expect.poll(isFocused(typed)).toBe(true);
    await page.keyboard.press('Enter');
    await dialog.getByText('Type the reference of the enquiry.').waitFor();
    await typed.fill(stored);
    await page.keyboard.press('Enter');
    await dialog.getByText('The reference does not match.').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await typed.fill(` ${reference.toLowerCase()}`);
    await page.keyboard.press('Enter');
    const certificate = page.getByRole('region', { name: 'Certificate of erasure' });
    await certificate.getByText('with all that belonged to it').waitFor();
    await expect.poll(createAnnouncementReader(page)).toBe(`${reference} is erased.`);
    const heading = certificate.getByRole('heading', { name: 'Certificate of erasure' });
    await expect.poll(isFocused(heading)).toBe(true);
    expect(await page.locator('main').textContent()).not.toContain('Zabrinsky');
    expect(await findAxeViolations(page)).toEqual([]);
    expect(findMarkers(server, markers)).toEqual([]);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('vermilion');

    await certificate.getByRole('link', { name: 'Back to the list' }).click();
    await locateEnquiryRow(page, stored).waitFor();
    await expect.poll(() => locateEnquiryRow(page, reference).count()).toBe(0);
    await expect.poll(createTallyReader(page)).toBe('One enquiry');
    await page.goto(new URL(`/studio/enquiries/${reference}`, server.url).href);
    await page.getByText('This enquiry was not found.').waitFor();
  });

  it('keeps suspected enquiries in a tray of their own, to be released or deleted', async ({
    server,
    opens,
    expect,
  }) => {
    const trapped = { 'slipway-trap': '1' };
    const honest = await sent(server.url, { name: 'Moss', message: 'A person after all.' }, trapped);
    const robot = await sent(server.url, { name: 'Nil', message: 'Cheap keels.' }, trapped);
    const page = await opens('/studio/enquiries');
    await page.getByRole('link', { name: 'Spam' }).click();
    await locateEnquiryRow(page, honest).getByText('A field was filled in that only robots see.').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: `Release ${honest}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release', exact: true }).click();
    await expect.poll(createAnnouncementReader(page)).toBe(`${honest} is released.`);
    await expect.poll(() => locateEnquiryRow(page, honest).count()).toBe(0);
    await expect.poll(isFocused(page.getByRole('heading', { level: 1 }))).toBe(true);
    await page.getByRole('button', { name: `Delete ${robot}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(createAnnouncementReader(page)).toBe(`${robot} is deleted.`);
    await page.goto(new URL(`/studio/enquiries/${robot}`, server.url).href);
    await page.getByText('This enquiry was not found.').waitFor();
    await page.goto(new URL(`/studio/enquiries/${honest}`, server.url).href);
    await page.getByText(/^Released, and sent to/).waitFor();
  });

  it('is shown to those alone whom an owner lets see it, as far as that goes, from then on', async ({
    server,
    opens,
    expect,
  }) => {
    const reference = await sent(server.url, { name: 'Orla', message: 'For those who may.' });
    await createAccount(server.url, { name: 'Vera Quill', role: 'viewer' });
    const theirs = await opens('/studio/enquiries', 'Vera Quill');
    await theirs
      .getByText('Your access to enquiries does not allow this. Ask an owner of this studio.')
      .waitFor();
    expect(await theirs.getByRole('link', { name: 'Enquiries' }).count()).toBe(0);
    const page = await opens('/studio/people');
    await page.getByRole('button', { name: 'Change Vera Quill' }).click();
    await page.getByLabel('Enquiries').selectOption({ label: 'Can view' });
    await page.getByText('Finds and reads enquiries, with their photos.').waitFor();
    await expect.poll(() => page.getByLabel('Only some sites').count()).toBe(1);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page
      .getByRole('row', { name: /^Vera Quill/ })
      .getByText('Enquiries: Can view')
      .waitFor();
    await theirs.getByRole('link', { name: reference }).click();
    await theirs.getByRole('definition').getByText('For those who may.').waitFor();
    for (const name of ['Assign to me', 'Resend', 'Forward', 'Add note'])
      expect(await theirs.getByRole('button', { name }).count()).toBe(0);
  });

  it('holds at 320 px, mirrored, and in forced colours', async ({ newVisitor, server, expect }) => {
    const reference = await sent(server.url, {
      name: 'A'.repeat(80),
      message: `About the ${'x'.repeat(300)}`,
    });
    const narrow = await newVisitor({ locale: 'ar', forcedColors: 'active' });
    await narrow.page.setViewportSize({ width: 320, height: 640 });
    const say = createFormatMessage('ar');
    const page = await openOwnerStudio(narrow, server.url, '/studio/enquiries', say);
    await page.getByRole('link', { name: reference }).waitFor();
    await page.getByRole('button', { name: say('desk.filters') }).click();
    await page.getByLabel(say('desk.state')).waitFor();
    expect(await findHorizontalOverflow(page)).toEqual([]);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: reference }).click();
    await page.getByRole('button', { name: say('desk.take') }).waitFor();
    expect(await findHorizontalOverflow(page)).toEqual([]);
    expect(await findAxeViolations(page)).toEqual([]);
  });
});

const dayMs = 86_400_000;

/** Stores enquiries that arrived a number of days ago, and returns their references. */
async function arrived(data: string, ...daysAgo: readonly number[]): Promise<readonly string[]> {
  const store = openExistingSqliteStore({ dataFolder: data, settings: serverSettings });
  const entries = daysAgo.map((days) =>
    createEntry({
      receivedAt: Date.now() - days * dayMs,
      values: { name: 'Ada', message: `Tern, "sandwich"\n${days} days ago` },
    }),
  );
  for (const entry of entries) await store?.accept(entry);
  await store?.close();
  return entries.map(({ reference }) => reference);
}

/** Saves the listed enquiries by the page's dialog. Returns the file's name and text. */
async function exported(
  page: Page,
  format: string,
): Promise<{ readonly name: string; readonly text: string }> {
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('link', { name: format }).click();
  const file = await download;
  const text = readFileSync(await file.path(), 'utf8');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  return { name: file.suggestedFilename(), text };
}

/** `2026-11-23` in the zone of the browser. */
function dayBefore(page: Page, days: number): Promise<string> {
  return page.evaluate((ms) => new Intl.DateTimeFormat('sv-SE').format(Date.now() - ms), days * dayMs);
}

describe('the list of enquiries', () => {
  it('is narrowed by the time, and what it then has is saved as a table and as JSON', async ({
    server,
    opens,
    expect,
  }) => {
    const [old, month, week, fresh] = await arrived(server.data, 60, 20, 10, 0);
    const page = await opens('/studio/enquiries?search=tern');
    await expect.poll(createTallyReader(page)).toBe('4 enquiries');
    await page.getByLabel('Received').selectOption({ label: '7 days' });
    await expect.poll(createTallyReader(page)).toBe('One enquiry');
    await page.getByRole('row', { name: fresh }).waitFor();
    await page.getByLabel('Received').selectOption({ label: '30 days' });
    await expect.poll(createTallyReader(page)).toBe('3 enquiries');

    await page.getByLabel('Received').selectOption({ label: 'Custom dates' });
    await page.getByLabel('From').fill(await dayBefore(page, 30));
    await page.getByLabel('Until').fill(await dayBefore(page, 5));
    await expect.poll(createTallyReader(page)).toBe('2 enquiries');
    for (const reference of [week, month]) await page.getByRole('row', { name: reference }).waitFor();
    await expect.poll(() => page.getByRole('row', { name: old }).count()).toBe(0);
    // A link that can be shared, with the same results for others.
    await page.reload();
    await expect.poll(createTallyReader(page)).toBe('2 enquiries');
    expect(await findAxeViolations(page)).toEqual([]);

    const table = await exported(page, 'As a table (CSV)');
    expect(table.name).toMatch(/\.csv$/);
    const [head = '', ...lines] = table.text.replace(/^\ufeff/, '').split('\r\n');
    expect(head.split(',')).toEqual(expect.arrayContaining(['Reference', 'Message']));
    expect(lines.filter((line) => line !== '')).toHaveLength(2);
    expect(lines[0]).toContain(month);
    expect(lines[1]).toContain(week);
    expect(table.text).toContain('"Tern, ""sandwich""\n20 days ago"');

    const json = await exported(page, 'As JSON');
    expect(json.name).toMatch(/\.json$/);
    expect(JSON.parse(json.text)).toMatchObject([
      { reference: month, values: { message: 'Tern, "sandwich"\n20 days ago' } },
      { reference: week, values: { message: 'Tern, "sandwich"\n10 days ago' } },
    ]);
  });
});
