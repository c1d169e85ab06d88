import { describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';
import { opensPage, pageLocales, pseudoServer, textFaults } from '../support/pseudo-pages.ts';

const it = journeysOn(pseudoServer);
const bare = (locale: string) => ({ path: `/${locale}/bare`, placement: 'inline' });

describe.concurrent.for(pageLocales)('in "%s" there is room for the words', (locale) => {
  it('of every type, nothing filled in', async ({ visitor, expect }) => {
    await opensPage(visitor, bare(locale));
    for (const type of [3, 5, 6, 7, 8, 9]) {
      await visitor.chooses('enquiry_type', type);
      expect(await textFaults(visitor, locale), `type ${type}`).toEqual([]);
      await visitor.sends();
      await visitor.page.locator('[aria-invalid="true"]').first().waitFor();
      expect(await textFaults(visitor, locale), `type ${type}, sent`).toEqual([]);
    }
  });

  it('of every type, all filled in wrongly', async ({ visitor, expect }) => {
    await opensPage(visitor, bare(locale));
    await visitor.fills({ enquiry_type: 8, ...wrongAnswers });
    await visitor.sends();
    await visitor.page.locator('[aria-invalid="true"]').first().waitFor();
    expect(await textFaults(visitor, locale)).toEqual([]);
  });

  it('while event titles load, and when they do not come', async ({ visitor, expect }) => {
    visitor.expectsTrouble();
    const { page } = visitor;
    const titles = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      await titles.promise;
      await route.abort();
    });
    await opensPage(visitor, bare(locale));
    await visitor.chooses('enquiry_type', 9);
    await page.locator('select[name="interested_in"]:disabled').waitFor();
    expect(await textFaults(visitor, locale)).toEqual([]);
    titles.resolve();
    await page.locator('select[name="interested_in"]:enabled').waitFor();
    expect(await textFaults(visitor, locale)).toEqual([]);
  });

  it('beside photos under way, stored and refused', async ({ visitor, expect }) => {
    const { page } = visitor;
    const transfer = Promise.withResolvers<void>();
    await page.route('**/photos/*', async (route) => {
      await transfer.promise;
      await route.continue();
    });
    await opensPage(visitor, bare(locale));
    await visitor.chooses('enquiry_type', 8);
    await page.locator('.sw-dropzone').scrollIntoViewIfNeeded();
    await page.locator('.sw-dropzone[role="presentation"]').waitFor();
    await page.locator('input[type="file"]').first().setInputFiles(photos);
    await page.locator('.sw-photo--failed').waitFor();
    await page.locator('.sw-photo--uploading').first().waitFor();
    expect(await textFaults(visitor, locale, files)).toEqual([]);
    transfer.resolve();
    await page.locator('.sw-photo--uploaded').nth(1).waitFor();
    expect(await textFaults(visitor, locale, files)).toEqual([]);
  });

  it('when a send fails, when it is one too many, and when it arrives', async ({ visitor, expect }) => {
    visitor.expectsTrouble();
    const { page } = visitor;
    const answers = [{ status: 500 }, { status: 429, headers: { 'retry-after': '120' } }];
    await page.route('**/graphql', async (route) => {
      const answer = answers.shift();
      await (answer ? route.fulfill({ ...answer, body: '{}' }) : route.continue());
    });
    await opensPage(visitor, bare(locale));
    await visitor.fills({
      enquiry_type: 3,
      office_location: 1,
      name: 'Ada',
      email: 'ada@example.com',
      message: 'Hello',
    });
    for (const sign of ['[id$="--failure"]', '.sw-alert', '.sw-reference']) {
      await visitor.sends();
      await page.locator(sign).waitFor();
      expect(await textFaults(visitor, locale), sign).toEqual([]);
    }
  });
});

/** Answers of the valuation form that each say something else to do than "required". */
const wrongAnswers = {
  name: 'n'.repeat(101),
  email: 'ada',
  phone: 'five',
  year: '1200',
  boat_make: 'm'.repeat(201),
  boat_location: 'Falmouth '.repeat(30),
  engine_hours: 'many',
  generator_hours: 'few',
  additional_information: 'i'.repeat(5001),
  address: 'a'.repeat(201),
};

/** The smallest PNG there is. */
const png = {
  name: 'harbour.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
};

const photos = [
  png,
  { ...png, name: `${'the-whole-starboard-side-from-the-pontoon-'.repeat(3)}1.png` },
  { ...png, name: 'notes.txt', mimeType: 'text/plain' },
];

const files = photos.map(({ name }) => name);
