import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { violations } from '../support/accessibility.ts';
import { everyHands, type Hands, handsOn } from '../support/hands.ts';
import { isSaved, opensStudio, studioJourneys, toldIn } from '../support/studio.ts';

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

describe('a rule in the studio', () => {
  it.for(everyHands)(
    'lets three photos come with a service enquiry, by %s',
    async (how, { visitor, newVisitor, server, expect }) => {
      visitor.expectsTrouble();
      const page = await opensStudio(visitor, server.url, '/studio/rules');
      const hands = handsOn(page, how);
      const count = how === 'mouse' ? '3' : '4';
      const own = rule(page, 'A service enquiry carries one photo.');
      await hands.presses(own.locator('summary'));
      await own.getByLabel(/how many at most/).waitFor();
      expect(await violations(page)).toEqual([]);
      await hands.types(own.getByLabel(/how many at most/), count);
      await publishesAsMeant(page, hands);
      await expect.poll(toldIn(page)).toBe('Published. Visitors see it from now on.');
      expect(hands.actions()).toBeLessThanOrEqual(how === 'mouse' ? 8 : 9);
      const outside = await newVisitor();
      await outside.visits('/contact');
      await outside.fills({ enquiry_type: '7' });
      await outside.sees(`Up to ${count} photos`);
    },
  );
});
