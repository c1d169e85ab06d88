import { describe, expect } from 'vitest';
import { awaitParts, it } from '../journeys/later-journey.ts';
import { findAxeViolations, findHorizontalOverflow } from '../support/accessibility.ts';
import { openAnotherTab, type Visitor } from '../support/visitor.ts';

/** Fills in a form with or without offices. */
async function fills(visitor: Visitor, email: string): Promise<void> {
  await visitor.fills({ name: 'Ada Marsh', email, message: 'When is the yard open?' });
  const office = visitor.control('office_location');
  if ((await office.count()) > 0) await office.selectOption({ index: 1 });
  await awaitParts(visitor);
}

const press = ({ page }: Visitor, index: number) =>
  page.locator('.sw-later-actions button').nth(index).click();

/** Expects that axe finds nothing in this state, and that nothing is wider than a phone. */
async function judge({ page }: Visitor, state: string): Promise<void> {
  expect(await findAxeViolations(page), state).toEqual([]);
  expect(await findHorizontalOverflow(page), state).toEqual([]);
}

describe('axe finds nothing, and nothing stands out of a phone', () => {
  it.for(['/contact', '/visit', '/lantern-quay/contact', '/ar/contact'])(
    'where an enquiry is sent later: %s',
    async (path, { relay, relayed }) => {
      const { page } = relayed;
      await page.setViewportSize({ width: 320, height: 640 });
      await relayed.visits(path);
      if (path === '/visit') await relayed.opensDialog();
      await fills(relayed, `axe.${path.length}@example.com`);
      relay.cutAll(true);
      await relayed.sends();
      await page.locator('.sw-later-lead:focus').waitFor();
      await judge(relayed, 'the offer');
      await press(relayed, 0);
      await page.locator('.sw-waiting-title:focus').waitFor();
      await judge(relayed, 'stored');
      await press(relayed, 0);
      await page.locator('.sw-waiting-item [aria-disabled]').waitFor({ state: 'detached' });
      await judge(relayed, 'tried in vain');
      await press(relayed, 2);
      await page.locator('.sw-waiting-question').waitFor();
      await judge(relayed, 'a question');
    },
  );

  it('where enquiries wait, are refused, sent and expired', async ({ relay, relayed }) => {
    for (const email of ['axe.first@example.com', 'axe.second@example.com']) {
      const visitor = await openAnotherTab(relayed);
      visitor.expectsTrouble();
      relay.cutAll(false);
      await visitor.page.route('**/graphql', (route) => route.abort());
      await visitor.visits('/contact');
      await fills(visitor, email);
      await visitor.sends();
      await visitor.page.locator('.sw-later .sw-button--primary').click();
      await visitor.page.locator('.sw-waiting--stored').waitFor();
      await visitor.page.close();
    }
    const { page } = relayed;
    await page.setViewportSize({ width: 320, height: 640 });
    await page.route('**/graphql', (route) => route.abort());
    await relayed.visits('/contact');
    await page.locator('.sw-waiting-item').nth(1).waitFor();
    await judge(relayed, 'two wait');
    await relayed.fills({ name: 'Ben' });
    await page.unroute('**/graphql');
    const fields = [{ field: 'email', code: 'wrong-format', message: 'We cannot reach this address' }];
    const refusal = { errors: [{ message: 'No', extensions: { code: 'BAD_USER_INPUT', fields } }] };
    await page.route('**/graphql', (route) => route.fulfill({ json: refusal }));
    await press(relayed, 0);
    await page.getByRole('heading', { name: 'Your enquiry could not be accepted.' }).waitFor();
    await judge(relayed, 'one is refused');
    await page.unroute('**/graphql');
    await press(relayed, 3);
    await page.getByRole('heading', { name: 'Your enquiry has been sent' }).waitFor();
    await judge(relayed, 'one was sent');
    await page.clock.setFixedTime(Date.now() + 8 * 86_400_000);
    await page.reload();
    await page.getByText('An enquiry could not be sent within 7 days.').waitFor();
    await judge(relayed, 'one has expired');
  });
});
