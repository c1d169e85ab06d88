import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { violations } from '../support/accessibility.ts';
import { everyHands, type Hands, handsOn } from '../support/hands.ts';
import { fieldIn, isSaved, opensStudio, studioJourneys, toldIn } from '../support/studio.ts';

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
  await hands.presses(page.getByRole('button', { name: 'Publish' }));
}

/** The rule's editor, opened. */
async function opensRule(page: Page, hands: Hands, description: string) {
  const own = rule(page, description);
  await hands.presses(own.getByRole('button', { name: /^Edit: / }));
  await own.getByRole('heading', { name: 'Then' }).waitFor();
  return own;
}

const published = 'Published. Visitors see it from now on.';

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
      await hands.presses(own.getByRole('link', { name: 'See them on the rules page' }));
      await rule(page, 'is shown on some sites only.')
        .getByText(/Applies in/)
        .waitFor();
      expect(await page.getByLabel('About').inputValue()).toBe(field);
      await publishesAsMeant(page, hands);
      await expect.poll(toldIn(page)).toBe(published);
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
      await expect.poll(toldIn(page)).toBe(published);
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
      await expect.poll(toldIn(page)).toBe(published);
      expect(hands.actions()).toBeLessThanOrEqual(14);
      expect(await offered()).not.toContain('Boat valuation');
    },
  );
});
