import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { createKeyboard } from '../support/keyboard.ts';
import { openStudioPage, studioJourneys } from '../support/studio.ts';

const it = studioJourneys({ documents: {} });

describe('figures of answers', () => {
  it('say in at most four actions by keyboard which campaign brought valuations, and what visitors chose', async ({
    page,
    newVisitor,
    server,
    expect,
  }) => {
    const visitor = await newVisitor();
    await visitor.visits('/contact?utm_campaign=spring-boats');
    await visitor.chooses('enquiry_type', 8);
    await visitor.fills({
      name: 'Ada Marsh',
      email: 'ada@answers.example',
      phone: '+44 1632 960017',
      boat_make: 'Trevarrow',
      boat_model: 'Kerensa 46',
      year: '2015',
      boat_location: 'Mylor',
      tax_paid_status: 'tax-paid',
      engine_hours: '412',
      condition_of_boat: '8',
      accept_term: true,
    });
    await visitor.sends();
    await visitor.sees(/^Thank you/);

    await openStudioPage(page, server.url, '/studio/forms');
    const keyboard = createKeyboard(page);
    await keyboard.presses(page.getByRole('link', { name: 'Figures', exact: true }));
    await keyboard.chooses(page.getByLabel('Type', { exact: true }), 'Boat valuation');
    const campaigns = page.getByRole('region', { name: 'By campaign' });
    await campaigns.getByRole('row', { name: /spring-boats\s*1/ }).waitFor();
    expect(keyboard.actions()).toBeLessThanOrEqual(4);
    expect(keyboard.tabs()).toBeLessThanOrEqual(40);
    expect(keyboard.faults()).toEqual([]);

    await keyboard.presses(page.getByRole('link', { name: 'Answers', exact: true }));
    // The filters stay.
    await expect.poll(() => new URL(page.url()).searchParams.get('type')).toBe('valuation');
    const tax = page.getByRole('region', { name: 'Tax status' });
    await tax.getByText('1 of 1 answered.').waitFor();
    await tax.getByRole('row', { name: /^Tax paid 1\s*100%$/ }).waitFor();
    await keyboard.chooses(page.getByLabel('Divide by'), 'Campaign');
    await tax.getByText('Show as a table').press('Enter');
    await tax.getByRole('columnheader', { name: 'spring-boats' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    await expect
      .poll(() =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      )
      .toBe(0);
  });
});
