import { describe } from 'vitest';
import { delayScripts } from '../support/delayed-scripts.ts';
import { formScripts, listArrived, readHydration } from '../support/intent.ts';
import { journeysOn } from '../support/journey.ts';
import { createSamplePhoto } from '../support/sample-photo.ts';
import type { Answers } from '../support/visitor.ts';

const it = journeysOn();
const thanks = /^Thank you/;

/** Answers of a valuation, without an address. */
const boat: Answers = {
  boat_make: 'Trevarrow',
  boat_model: 'Kerensa 46',
  year: '2015',
  boat_location: 'Mylor',
  tax_paid_status: 'tax-paid',
  engine_hours: '412',
  condition_of_boat: '8',
  name: 'Ada Marsh',
  phone: '+44 1632 960017',
  accept_term: true,
};

describe('photos that a visitor adds while the form is being hydrated', () => {
  it('opens the file chooser by the first press', async ({ visitor, expect }) => {
    const { page } = visitor;
    await page.goto('/valuation');
    const chooser = page.waitForEvent('filechooser');
    await page.locator('.sw-dropzone').click();
    await (await chooser).setFiles(await createSamplePhoto('bow.jpg'));
    await page.getByRole('listitem').filter({ hasText: 'bow.jpg' }).getByText('Uploaded').waitFor();
    expect(await readHydration(page)).toBe('done');
  });

  it('leaves pressing Send with files to the browser', async ({ visitor, server, expect }) => {
    const { page } = visitor;
    const scripts = await delayScripts(visitor, formScripts);
    const email = 'files@example.com';
    await page.goto('/valuation');
    await visitor.fills({ ...boat, email });
    await page.locator('input[type="file"]').setInputFiles(await createSamplePhoto('bow.jpg'));
    await visitor.sends();
    await visitor.sees(thanks);
    await scripts.letGo();
    const [record] = await listArrived(server, email);
    expect(record?.photos).toHaveLength(1);
  });

  it('has the images that were pasted before', async ({ visitor, expect }) => {
    // The server refuses these files.
    visitor.expectsTrouble();
    const { page } = visitor;
    await page.goto('/valuation');
    expect(await readHydration(page)).toBe('waiting');
    await page.evaluate(() => {
      for (const name of ['bow.png', 'stern.png']) {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File(['x'], name, { type: 'image/png' }));
        document.body.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      }
    });
    for (const name of ['bow.png', 'stern.png'])
      await page.getByRole('listitem').filter({ hasText: name }).waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: '.png' }).count()).toBe(2);
  });

  it('is not sent without a picked photo while the uploader is loading', async ({
    visitor,
    server,
    expect,
  }) => {
    const { page } = visitor;
    const scripts = await delayScripts(visitor, formScripts);
    const email = 'awaited@example.com';
    await page.goto('/valuation');
    await visitor.fills({ ...boat, email });
    await page.locator('input[type="file"]').setInputFiles(await createSamplePhoto('bow.jpg'));
    const uploader = Promise.withResolvers<void>();
    await page.route(/\/uploader-/, async (route) => {
      await uploader.promise;
      await route.continue();
    });
    await scripts.letGo();
    await expect.poll(() => readHydration(page)).toBe('done');
    await visitor.control('name').press('Enter');
    uploader.resolve();
    await page.getByRole('listitem').filter({ hasText: 'bow.jpg' }).getByText('Uploaded').waitFor();
    await visitor.sends();
    await visitor.sees(thanks);
    const [record] = await listArrived(server, email);
    expect(record?.photos).toHaveLength(1);
  });
});
