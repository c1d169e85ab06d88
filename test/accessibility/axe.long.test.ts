import { describe } from 'vitest';
import { awaitUploader, findAxeViolations, findHorizontalOverflow } from '../support/accessibility.ts';
import { loadDemoContent } from '../support/content.ts';
import { journeysOn } from '../support/journey.ts';
import { createSamplePhoto } from '../support/sample-photo.ts';
import type { Answers } from '../support/visitor.ts';

const it = journeysOn();

const enquiry: Answers = { name: 'Ada Marsh', email: 'ada@example.com', message: 'When is the yard open?' };

/** A page in each theme and direction, with the ids of the types in its dropdown. */
const looks = [
  { path: '/contact', types: [3, 5, 6, 7, 8, 9] },
  { path: '/solent/contact', types: [3, 6, 7, 9] },
  { path: '/lantern-quay/contact', types: [3, 6, 7, 8, 9] },
  { path: '/ar/contact', types: [3, 5, 6, 7, 9] },
  { path: '/ar/valuation', types: [8] },
] as const;

/** Every page of the demonstration, the pages around them, and a missing address. */
const pages = ['/', '/privacy-policy', '/not-there', ...loadDemoContent().pages.map(({ path }) => path)];

describe('axe finds nothing', () => {
  it.for(pages)('on a page as it opens, which fits 320 px: %s', async (path, { visitor, expect }) => {
    if (path === '/not-there') visitor.expectsTrouble();
    await visitor.visits(path);
    expect(await findAxeViolations(visitor.page)).toEqual([]);
    await visitor.page.setViewportSize({ width: 320, height: 640 });
    expect(await findHorizontalOverflow(visitor.page)).toEqual([]);
  });

  it.for(looks)(
    'in any type, to be filled or sent empty: $path',
    async ({ path, types }, { visitor, expect }) => {
      await visitor.visits(path);
      for (const type of types) {
        await visitor.chooses('enquiry_type', type);
        await visitor.page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
        expect(await findAxeViolations(visitor.page), `type ${type}`).toEqual([]);
        await visitor.sends();
        await visitor.page.locator('[aria-invalid="true"]').first().waitFor();
        expect(await findAxeViolations(visitor.page), `type ${type}, sent empty`).toEqual([]);
      }
    },
  );

  it.for(['/contact', '/lantern-quay/contact', '/ar/contact'])(
    'while event titles load: %s',
    async (path, { visitor, expect }) => {
      await visitor.visits(path);
      await visitor.page.route('**/graphql', () => undefined);
      await visitor.chooses('enquiry_type', 9);
      await visitor.page.locator('[aria-busy="true"]').waitFor();
      expect(await findAxeViolations(visitor.page)).toEqual([]);
    },
  );

  it.for(['/valuation', '/lantern-quay/contact', '/ar/valuation'])(
    'in photos that wait, arrive and are refused: %s',
    async (path, { visitor, expect }) => {
      const { page } = visitor;
      await visitor.visits(path);
      await visitor.chooses('enquiry_type', 8);
      await awaitUploader(page);
      await page.route('**/api/contact-upload', async (route) => {
        if (!route.request().postData()?.includes('slow')) await route.continue();
      });
      const refused = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') };
      await page
        .locator('input[type="file"]')
        .setInputFiles([await createSamplePhoto('bow.jpg'), await createSamplePhoto('slow.jpg'), refused]);
      for (const look of ['uploaded', 'uploading', 'failed'])
        await page.locator(`.sw-photo--${look}`).waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
    },
  );

  it.for(['/visit', '/international/visit'])(
    'in a dialog, through to its thanks: %s',
    async (path, { visitor, expect }) => {
      await visitor.visits(path);
      await visitor.opensDialog();
      expect(await findAxeViolations(visitor.page)).toEqual([]);
      await visitor.sends();
      await visitor.sees('Enter your name');
      expect(await findAxeViolations(visitor.page)).toEqual([]);
      await visitor.fills(enquiry);
      await visitor.sends();
      await visitor.page.locator('.sw-thanks').waitFor();
      expect(await findAxeViolations(visitor.page)).toEqual([]);
    },
  );

  it.for(['/contact', '/lantern-quay/contact', '/ar/contact', '/solent/contact'])(
    'while an enquiry is sent, fails, and is thanked for: %s',
    async (path, { visitor, expect }) => {
      const { page } = visitor;
      visitor.expectsTrouble();
      await visitor.visits(path);
      const office = await visitor.control('office_location').locator('option').nth(1).getAttribute('value');
      await visitor.fills({ ...enquiry, office_location: office ?? '' });
      const gate = Promise.withResolvers<void>();
      await page.route('**/graphql', (route) =>
        gate.promise.then(() => route.fulfill({ status: 429, headers: { 'Retry-After': '240' }, json: {} })),
      );
      await visitor.sends();
      await page.locator('.sw-button--busy').waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      gate.resolve();
      await page.locator('.sw-alert').waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      await page.unroute('**/graphql');
      await visitor.sends();
      await page.locator('.sw-thanks').waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
    },
  );
});
