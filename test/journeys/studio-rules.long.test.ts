import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { violations } from '../support/accessibility.ts';
import { everyHands, type Hands, handsOn } from '../support/hands.ts';
import { fieldIn, isSaved, opensStudio, previewIn, publishes, studioJourneys } from '../support/studio.ts';

const it = studioJourneys();

const rule = (page: Page, description: string) => page.getByRole('listitem').filter({ hasText: description });

/** Lets every scenario expect what was changed on purpose, and publishes. */
async function publishesAsMeant(page: Page, hands: Hands): Promise<void> {
  const meant = page.getByRole('button', { name: 'This is meant' });
  await isSaved(page);
  await hands.presses(page.getByRole('link', { name: 'Checks', exact: true }));
  await page.getByText('Every situation is checked.').waitFor();
  for (let left = await meant.count(); left > 0; left = await meant.count()) {
    await hands.presses(meant.first());
    await isSaved(page);
    await page.getByText('Every situation is checked.').waitFor();
  }
  await publishes(page, hands.presses);
}

/** The rule's editor, opened. */
async function opensRule(page: Page, hands: Hands, description: string) {
  const own = rule(page, description);
  await hands.presses(own.getByRole('button', { name: /^Edit: / }));
  await own.getByRole('heading', { name: 'Then' }).waitFor();
  return own;
}

/** What each pair of hands shows on one site alone, and where a visitor then sees it and where not. */
const shownAlone = [
  {
    how: 'mouse',
    type: 'service',
    id: '7',
    field: 'hin_number',
    site: 'Trevarrow Solent',
    label: 'Hull identification',
    there: '/solent/contact',
    elsewhere: '/contact',
  },
  {
    how: 'keyboard',
    type: 'valuation',
    id: '8',
    field: 'generator_hours',
    site: 'Trevarrow',
    label: 'Generator hours',
    there: '/contact',
    elsewhere: '/lantern-quay/contact',
  },
] as const;

describe('a field in the studio', () => {
  it.for(shownAlone)(
    'is shown on one site alone and required on landing pages, from its properties, by $how',
    async ({ how, type, id, field, site, label, there, elsewhere }, {
      visitor,
      newVisitor,
      server,
      expect,
    }) => {
      visitor.expectsTrouble();
      const page = await opensStudio(visitor, server.url, `/studio/forms/${type}`);
      const hands = handsOn(page, how);
      await hands.presses(fieldIn(page, label).getByRole('button').first());
      const own = page.getByRole('region', { name: 'Where and when' });
      await hands.presses(own.getByLabel('Only on these sites'));
      await hands.presses(own.getByLabel(site, { exact: true }));
      await own.getByText(`only on ${site}.`).waitFor();
      await hands.presses(own.getByLabel('Only in some situations'));
      await own.getByText('When the form is on a landing page, require').waitFor();
      // By keyboard an arrow leads to a radio button.
      expect(hands.actions()).toBeLessThanOrEqual(4);
      expect(await violations(page)).toEqual([]);
      await hands.presses(own.getByRole('link', { name: 'See them all' }));
      await rule(page, 'is shown on some sites only.')
        .getByText(/Applies in/)
        .waitFor();
      expect(await page.getByLabel('About').inputValue()).toBe(field);
      await publishesAsMeant(page, hands);
      const outside = await newVisitor();
      for (const [path, count] of [
        [there, 1],
        [elsewhere, 0],
      ] as const) {
        await outside.visits(path);
        await outside.fills({ enquiry_type: id });
        await expect.poll(() => outside.control(field).count()).toBe(count);
      }
    },
  );
});

describe('a rule in the studio', () => {
  it.for(everyHands)(
    'lets three photos come with a service enquiry, by %s',
    async (how, { visitor, newVisitor, server, expect }) => {
      visitor.expectsTrouble();
      const page = await opensStudio(visitor, server.url, '/studio/rules');
      const hands = handsOn(page, how);
      const count = how === 'mouse' ? '3' : '4';
      const own = await opensRule(page, hands, 'A service enquiry carries one photo.');
      expect(await violations(page)).toEqual([]);
      await hands.types(own.getByLabel('How many at most'), count);
      await expect
        .poll(() => own.getByRole('paragraph').first().textContent())
        .toContain(`at most ${count} files`);
      await publishesAsMeant(page, hands);
      expect(hands.actions()).toBeLessThanOrEqual(how === 'mouse' ? 8 : 9);
      const outside = await newVisitor();
      await outside.visits('/contact');
      await outside.fills({ enquiry_type: '7' });
      await outside.sees(`Up to ${count} photos`);
    },
  );

  it.for([
    ['mouse', 'Trevarrow', '/contact'],
    ['keyboard', 'Lantern Quay', '/lantern-quay/contact'],
  ] as const)(
    'made from nothing leaves valuation out on one more site, by %s: %s',
    async ([how, site, path], { visitor, newVisitor, server, expect }) => {
      visitor.expectsTrouble();
      const offered = async () => {
        const outside = await newVisitor();
        await outside.visits(path);
        return outside.control('enquiry_type').locator('option').allTextContents();
      };
      expect(await offered()).toContain('Boat valuation');
      const page = await opensStudio(visitor, server.url, '/studio/rules');
      const hands = handsOn(page, how);
      await hands.presses(page.getByRole('button', { name: 'New rule' }));
      const form = page.getByRole('form', { name: 'New rule' });
      await hands.chooses(form.getByLabel('What it decides'), 'Leave out enquiry types');
      await hands.presses(form.getByLabel('Boat valuation'));
      await hands.types(form.getByLabel('What it is for'), `${site} values no boats.`);
      expect(await violations(page)).toEqual([]);
      await hands.presses(form.getByRole('button', { name: 'Add rule' }));
      const own = rule(page, `${site} values no boats.`);
      await hands.presses(own.getByRole('button', { name: 'Add condition' }));
      await hands.chooses(own.getByLabel('Value', { exact: true }), site);
      await own.getByText(`When the site is ${site}, leave out the enquiry type Boat valuation.`).waitFor();
      await own.getByText(/^Applies in/).waitFor();
      await publishesAsMeant(page, hands);
      expect(hands.actions()).toBeLessThanOrEqual(14);
      expect(await offered()).not.toContain('Boat valuation');
    },
  );

  it('that was begun is there again after a reload, until it is added', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const page = await opensStudio(visitor, server.url, '/studio/rules');
    await page.getByRole('button', { name: 'New rule' }).click();
    const form = page.getByRole('form', { name: 'New rule' });
    await form.getByLabel('What it decides').selectOption({ label: 'Require' });
    await form.getByLabel('Which field').selectOption({ label: 'Phone number' });
    await form.getByLabel('Careers').check();
    await form.getByLabel('What it is for').fill('Whoever applies is called.');
    await page.reload();
    await form.getByText('What you had begun is here again').waitFor();
    expect(await form.getByLabel('Careers').isChecked()).toBe(true);
    expect(await form.getByLabel('Which field').locator('option:checked').textContent()).toBe('Phone number');
    expect(await violations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Add rule' }).click();
    await rule(page, 'Whoever applies is called.').waitFor();
    await isSaved(page);
    await page.reload();
    await rule(page, 'Whoever applies is called.').waitFor();
    expect(await form.count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => rule(page, 'Whoever applies is called.').count()).toBe(0);
    await isSaved(page);
  });

  it('that would leave a visitor stuck says in which situation, shows it, and cannot be published', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const page = await opensStudio(visitor, server.url, '/studio/rules');
    await page.getByRole('button', { name: 'New rule' }).click();
    const form = page.getByRole('form', { name: 'New rule' });
    await form.getByRole('button', { name: 'Add rule' }).click();
    await form.getByText('Something is still missing').waitFor();
    await form.getByLabel('What it decides').selectOption({ label: 'Show only on some sites' });
    await form.getByLabel('Which field').selectOption({ label: 'Name' });
    await form.getByLabel('Lantern Quay').check();
    await form.getByLabel('Service and repair').check();
    await form.getByRole('button', { name: 'Add rule' }).click();
    const own = rule(page, 'Show only on some sites: Name.');
    await own
      .getByText('When the enquiry type is Service and repair, show “Name” only on Lantern Quay.')
      .waitFor();
    await own.getByText(/^Visitors are stuck in \d+ situations/).waitFor();
    await own.getByText('It hides what has to be answered.').first().waitFor();
    await page.getByText('The draft cannot be published').waitFor();
    await own.getByText('For example when').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await isSaved(page);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('heading', { name: /from being published/ }).waitFor();
    await page.goBack();
    await own.getByRole('link', { name: 'Open it in the preview' }).click();
    await previewIn(page).locator('[name="email"]').waitFor();
    expect(new URL(page.url()).pathname).toBe('/studio/forms/service');
    expect(await previewIn(page).locator('[name="name"]').count()).toBe(0);

    await page.getByRole('link', { name: 'Rules', exact: true }).click();
    await own.getByRole('button', { name: /^Edit: / }).click();
    await own.getByRole('button', { name: 'Remove rule' }).click();
    const asked = own.getByRole('region', { name: 'Remove rule' });
    await asked.getByText('“Name” is shown').waitFor();
    expect(await violations(page)).toEqual([]);
    await asked.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.poll(() => own.count()).toBe(0);
    await expect.poll(() => page.getByText('The draft cannot be published').count()).toBe(0);
    await isSaved(page);
  });

  it('that another is in the way of says so, leads there, and is found with what else speaks of the field', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const page = await opensStudio(visitor, server.url, '/studio/rules?about=year');
    const own = rule(page, 'A boat was built between 1900 and next year');
    await own.getByRole('button', { name: /^Edit: / }).click();
    await own.getByRole('button', { name: 'Duplicate' }).click();
    const copy = page.locator('#rule-year-2');
    await copy.getByRole('button', { name: /^Close: / }).waitFor();
    await copy.getByLabel('At least', { exact: true }).fill('');
    await copy.getByText('Enter a number.').waitFor();
    await copy.getByLabel('At least', { exact: true }).fill('1800');
    await copy.getByText('decides this otherwise').waitFor();
    expect(await violations(page)).toEqual([]);
    await copy.getByRole('link', { name: /^“A boat was built/ }).click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''))
      .toMatch(/^(?:Edit|Close): A boat was built between 1900 and next year\.$/);
    for (let steps = 0; steps < 2; steps++) await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => copy.count()).toBe(0);
    await isSaved(page);
  });
});
