import { describe } from 'vitest';
import { delayScripts, everyFragment } from '../support/delayed-scripts.ts';
import { journeysOn } from '../support/journey.ts';
import { createSamplePhoto } from '../support/sample-photo.ts';
import type { Answers } from '../support/visitor.ts';

const thanks = /^Thank you/;

const it = journeysOn();

const ada: Answers = {
  office_location: '1',
  name: 'Ada Marsh',
  email: 'ada@example.com',
  message: 'When is the yard open?\nOn Sundays too?',
};

describe('a page that scripts take over late', () => {
  it('keeps everything that was entered and picked, focus and caret too, and sends it', async ({
    visitor,
    server,
    expect,
  }) => {
    const { page } = visitor;
    const scripts = await delayScripts(visitor);
    const answers: Answers = {
      boat_make: 'Slipway',
      boat_model: 'Kestrel 38',
      year: '2015',
      boat_location: 'Åland',
      tax_paid_status: 'tax-not-paid',
      engine_hours: '412,5',
      condition_of_boat: '8',
      additional_information: 'New rigging,\nold engine ⛵',
      name: 'Ada Marsh',
      email: 'late@example.com',
      phone: '+44 1632 960 017',
      accept_term: true,
    };
    await page.goto('/valuation', { waitUntil: 'commit' });
    await visitor.fills(answers);
    await page.locator('input[type="file"]').setInputFiles(await createSamplePhoto('bow.jpg'));
    await visitor.control('additional_information').focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Shift+ArrowRight');
    await scripts.letGo();
    await visitor.isHydrated();
    await page.keyboard.type('F');
    await expect.poll(() => visitor.focus()).toBe('additional_information');
    await page.getByRole('listitem').filter({ hasText: 'bow.jpg' }).getByText('Uploaded').waitFor();
    await visitor.sends();
    await visitor.sees(thanks);
    const [record] = (await server.enquiries()).filter(({ values }) => values.email === answers.email);
    expect(record?.values).toEqual({
      ...answers,
      additional_information: 'Few rigging,\nold engine ⛵',
      enquiry_type: 8,
      condition_of_boat: 8,
    });
    expect(record?.photos).toHaveLength(1);
  });

  it('keeps what was entered while what lies beside it did not come, another type too, and asks for it again', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const { page } = visitor;
    const answers: Answers = { ...ada, email: 'beside@example.com' };
    let isLost = true;
    const asked = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    await page.route(everyFragment, async (route) => {
      if (isLost) return route.abort('timedout');
      asked.resolve();
      await second.promise;
      return route.continue();
    });
    await page.goto('/service/falmouth', { waitUntil: 'commit' });
    await visitor.control('name').focus();
    await expect.poll(() => visitor.troubles.join()).toContain('Cannot load what draws the form');
    isLost = false;
    const { office_location: office = '', ...typed } = answers;
    await visitor.fills(typed);
    await visitor.control('enquiry_type').selectOption('3');
    await asked.promise;
    second.resolve();
    await visitor.isHydrated();
    await visitor.control('hin_number').waitFor({ state: 'detached' });
    await visitor.fills({ office_location: office });
    await visitor.sends();
    await visitor.sees(thanks);
    const [record] = (await server.enquiries()).filter(({ values }) => values.email === answers.email);
    expect(record?.values).toEqual({ ...answers, enquiry_type: 3, office_location: 1 });
  });

  it('is sent as a post while what lies beside it stalls', async ({ visitor, server, expect }) => {
    const { page } = visitor;
    const answers: Answers = { ...ada, email: 'stalled@example.com' };
    const part = await delayScripts(visitor, everyFragment);
    await page.goto('/contact', { waitUntil: 'commit' });
    await visitor.fills(answers);
    await visitor.sends();
    await visitor.sees(thanks);
    const [record] = (await server.enquiries()).filter(({ values }) => values.email === answers.email);
    expect(record?.values).toEqual({ ...answers, enquiry_type: 3, office_location: 1 });
    await part.letGo();
  });
});
