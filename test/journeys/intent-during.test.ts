import { describe } from 'vitest';
import { delayScripts, everyFragment } from '../support/delayed-scripts.ts';
import { ada, formScripts, listArrived, readHydration } from '../support/intent.ts';
import { journeysOn } from '../support/journey.ts';
import { createSamplePhoto } from '../support/sample-photo.ts';
import { interceptSends } from '../support/sends.ts';
import { translatePage } from './typed-before-scripts.ts';

const it = journeysOn();
const thanks = /^Thank you/;

describe('what a visitor does while the form is being hydrated', () => {
  it('is there afterwards: typed, chosen, ticked, picked', async ({ visitor, server, expect }) => {
    const { page } = visitor;
    const scripts = await delayScripts(visitor, formScripts);
    const email = 'during@example.com';
    await page.goto('/contact');
    await visitor.chooses('enquiry_type', 8);
    await visitor.fills({ name: 'Ada Marsh', email, phone: '+44 1632 960017' });
    expect(await readHydration(page)).toBe('loading');
    await scripts.letGo();
    await visitor.control('boat_make').waitFor();
    await expect
      .poll(() => visitor.readValues('enquiry_type', 'name', 'email'))
      .toEqual({ enquiry_type: '8', name: 'Ada Marsh', email });
    await visitor.fills({
      boat_make: 'Trevarrow',
      boat_model: 'Kerensa 46',
      year: '2015',
      boat_location: 'Mylor',
      tax_paid_status: 'tax-paid',
      engine_hours: '412',
      condition_of_boat: '8',
      accept_term: true,
    });
    await page.locator('input[type="file"]').setInputFiles(await createSamplePhoto('bow.jpg'));
    await page.getByRole('listitem').filter({ hasText: 'bow.jpg' }).getByText('Uploaded').waitFor();
    await visitor.sends();
    await visitor.sees(thanks);
    expect(await listArrived(server, email)).toHaveLength(1);
  });

  it('is sent by scripts, once, if Send is pressed and they come soon', async ({
    visitor,
    server,
    expect,
  }) => {
    const { page } = visitor;
    const sends = await interceptSends(visitor);
    const scripts = await delayScripts(visitor, formScripts);
    const email = 'pressed@example.com';
    await page.goto('/contact');
    await visitor.fills({ ...ada, office_location: '1', email });
    await visitor.sends();
    await scripts.letGo();
    await visitor.sees(thanks);
    expect(sends).toHaveLength(1);
    expect(await listArrived(server, email)).toHaveLength(1);
  });

  it('is posted, as it was entered, if a script throws amid hydration', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const { page } = visitor;
    const scripts = await delayScripts(visitor, formScripts);
    const email = 'throws@example.com';
    await page.goto('/contact');
    await visitor.fills({ ...ada, office_location: '1', email });
    await page.evaluate(() => {
      Object.is = () => {
        throw new Error('broken by another script');
      };
    });
    await visitor.sends();
    await scripts.letGo();
    await visitor.sees(thanks);
    const arrived = await listArrived(server, email);
    expect(arrived.map(({ values }) => values)).toMatchObject([{ ...ada, office_location: 1, email }]);
  });

  it('is sent, once, if the page was translated before Send was pressed', async ({
    visitor,
    server,
    expect,
  }) => {
    // React says that it renders the form again.
    visitor.expectsTrouble();
    const { page } = visitor;
    const scripts = await delayScripts(visitor, formScripts);
    const email = 'translated@example.com';
    await page.goto('/contact');
    await visitor.fills({ ...ada, office_location: '1', email });
    await page.evaluate(translatePage);
    await visitor.sends();
    await scripts.letGo();
    await visitor.sees(thanks);
    expect(await listArrived(server, email)).toHaveLength(1);
  });

  it('is posted, once, if Send is pressed and they do not come', async ({ visitor, server, expect }) => {
    const { page } = visitor;
    const sends = await interceptSends(visitor);
    const part = await delayScripts(visitor, everyFragment);
    const email = 'posted@example.com';
    await page.goto('/contact');
    await visitor.fills({ ...ada, office_location: '1', email });
    const posted = page.waitForRequest((request) => request.method() === 'POST');
    await visitor.sends();
    await posted;
    // Scripts that come now must not send it a second time.
    await part.letGo();
    await visitor.sees(thanks);
    expect(sends).toEqual([]);
    expect(await listArrived(server, email)).toHaveLength(1);
  });

  it('opens its dialog by the first press', async ({ visitor, expect }) => {
    const { page } = visitor;
    const scripts = await delayScripts(visitor, formScripts);
    await page.goto('/visit');
    await page.getByRole('link', { name: 'Contact us' }).click();
    await scripts.letGo();
    await page.getByRole('dialog').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });
});
